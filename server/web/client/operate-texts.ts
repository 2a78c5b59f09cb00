/** Operate texts: the data of the page for the operator, and the sentences that its script shows, in Dutch and English. Pure. */
export interface OperatePageData {
  /** Base URL of the service as the browser reaches it: a path. */
  readonly base: string;
  readonly language: 'nl' | 'en';
}

export interface OperateWords {
  readonly signingIn: string;
  readonly signedIn: string;
  readonly signedOut: string;
  readonly expired: string;
  readonly noReply: string;
  readonly isUnknown: string;
  readonly wait: (seconds: number) => string;
  readonly signOut: string;
  readonly refresh: string;
  readonly release: string;
  readonly retry: string;
  readonly refuse: string;
  readonly releaseMeans: string;
  readonly retryMeans: string;
  readonly refuseMeans: string;
  readonly reason: string;
  readonly yes: Readonly<Record<'release' | 'retry' | 'refuse', string>>;
  readonly no: string;
  readonly sending: string;
  readonly unsure: string;
  readonly undoFirst: string;
  readonly undo: string;
  readonly undone: string;
  readonly done: Readonly<Record<'release' | 'retry' | 'refuse', string>>;
}

const NL: OperateWords = {
  signingIn: 'Bezig met aanmelden…',
  signedIn: 'Aangemeld.',
  signedOut: 'Afgemeld. Het token en alles wat u zag, is uit dit tabblad gewist.',
  expired: 'Het register neemt dit token niet meer aan. Meld opnieuw aan.',
  noReply: 'Er kwam geen antwoord. Controleer uw verbinding en probeer het opnieuw.',
  isUnknown: 'Het antwoord is niet te lezen. Probeer het later opnieuw.',
  wait: (seconds) => `De dienst is bezig. Over ${seconds} s probeert deze bladzijde het opnieuw.`,
  signOut: 'Meld af',
  refresh: 'Ververs',
  release: 'Geef vrij…',
  retry: 'Probeer opnieuw…',
  refuse: 'Weiger…',
  releaseMeans: 'Na vrijgeven heeft deze indiening haar gevolgen in de volgende ronde, ook het beëindigen van de objecten hierboven. '
    + 'Wat op haar wacht, volgt. Vrijgeven is niet terug te nemen; de bronhouder kan de indiening daarna wel herroepen.',
  retryMeans: 'De inhoud wordt opnieuw ingediend, als een nieuwe indiening die nu ontvangen is. Wat de bronhouder later indiende, kan al verwerkt zijn.',
  refuseMeans: 'Van een geweigerde indiening wordt nooit iets verwerkt. Weigeren is niet terug te nemen. De bronhouder leest de reden.',
  reason: 'Reden, die de bronhouder leest',
  yes: { release: 'Ja, geef vrij', retry: 'Ja, probeer opnieuw', refuse: 'Ja, weiger' },
  no: 'Nee, doe niets',
  sending: 'Bezig…',
  unsure: 'Er kwam geen antwoord op uw besluit. Hieronder staat wat nu nog wacht.',
  undoFirst: 'Herroep: eerst op proef',
  undo: 'Ja, herroep deze indiening',
  undone: 'De herroeping is ingediend. Hieronder staat hoe het ermee staat.',
  done: { release: 'Vrijgegeven. De volgende ronde verwerkt de indiening.', retry: 'De indiening wordt opnieuw geprobeerd.', refuse: 'Geweigerd. De bronhouder kan de reden lezen.' },
};

const EN: OperateWords = {
  signingIn: 'Signing in…',
  signedIn: 'Signed in.',
  signedOut: 'Signed out. The token and all that you saw is gone from this tab.',
  expired: 'The register does not accept this token any more. Sign in again.',
  noReply: 'No reply came. Check your connection and try again.',
  isUnknown: 'The reply cannot be read. Try again later.',
  wait: (seconds) => `The service is busy. This page tries again in ${seconds} s.`,
  signOut: 'Sign out',
  refresh: 'Refresh',
  release: 'Release…',
  retry: 'Try again…',
  refuse: 'Refuse…',
  releaseMeans: 'Once released, this submission takes effect in the next batch, the ending of the objects above included. '
    + 'What waits for it follows. A release is not taken back; the holder can undo the submission afterwards.',
  retryMeans: 'Its content is submitted again, as a new submission that is received now. What the holder submitted later may have been processed already.',
  refuseMeans: 'Nothing of a refused submission is ever processed. A refusal is not taken back. The holder reads the reason.',
  reason: 'Reason, which the holder reads',
  yes: { release: 'Yes, release', retry: 'Yes, try again', refuse: 'Yes, refuse' },
  no: 'No, do nothing',
  sending: 'Working…',
  unsure: 'No reply came to your decision. Below is what still waits.',
  undoFirst: 'Undo: dry run first',
  undo: 'Yes, undo this submission',
  undone: 'The undo is submitted. Its state is below.',
  done: { release: 'Released. The next batch processes the submission.', retry: 'The submission is tried again.', refuse: 'Refused. The holder can read the reason.' },
};

export const OPERATE_WORDS: Readonly<Record<OperatePageData['language'], OperateWords>> = { nl: NL, en: EN };
