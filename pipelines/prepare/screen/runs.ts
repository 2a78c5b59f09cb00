/**
 * Runs: a pattern that is nothing but characters and classes of characters in a row, each so many times. Read greedily
 * such runs prove that a text matches; one that they do not take may still match.
 */

/** So many characters of a class; `chars` has a 1 for each byte that is in it, of printable ASCII without `"` and `\`. */
export interface Run {
  readonly chars: Uint8Array;
  readonly least: number;
  readonly most: number;
}

export type Runs = readonly Run[];

const PART = /(\[(?:\\.|[^\]\\])+\]|[A-Za-z0-9-])(\*|\{(\d+)(?:,(\d+))?\})?/y;

/** The runs of an anchored pattern (`u` flag); undefined when it is anything more. */
export function runsOf(pattern: string): Runs | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$')) return undefined;
  const inner = pattern.slice(1, -1);
  const runs: Run[] = [];
  for (PART.lastIndex = 0; PART.lastIndex < inner.length;) {
    const match = PART.exec(inner);
    if (match === null) return undefined;
    const [, ofClass = '', times, least, most = least] = match;
    const [few, many] = times === undefined ? [1, 1] : times === '*' ? [0, Infinity] : [Number(least), Number(most)];
    runs.push({ chars: charsOf(ofClass), least: few, most: many });
  }
  return runs;
}

const classes = new Map<string, Uint8Array>();

function charsOf(ofClass: string): Uint8Array {
  const known = classes.get(ofClass) ?? makeChars(ofClass);
  classes.set(ofClass, known);
  return known;
}

function makeChars(ofClass: string): Uint8Array {
  const one = new RegExp(`^${ofClass}$`, 'u');
  return Uint8Array.from({ length: 256 }, (_, code) => {
    const char = String.fromCharCode(code);
    return code >= 0x20 && code < 0x7f && char !== '"' && char !== '\\' && one.test(char) ? 1 : 0;
  });
}
