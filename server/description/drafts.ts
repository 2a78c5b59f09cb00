/**
 * Drafts: parts of standards in the making that the service has, in words, for the pages of conformance and documentation. A draft has no
 * conformance class, because its address and its requirements may still change (conformance-classes.ts).
 */
import type { Text } from '../../schemas/finding.ts';
import type { Service } from '../service.ts';

export interface Draft {
  readonly name: string;
  readonly url: string;
  /** The parts that the service has, and where it differs. */
  readonly says: Text;
  /** Whether only a service that takes writes has it. */
  readonly isOfWrites: boolean;
}

const FEATURES = 'https://github.com/opengeospatial/ogcapi-features/tree/master/proposals';

const DRAFTS: readonly Draft[] = [
  {
    name: 'OGC API Features: Versioned Features', url: `${FEATURES}/versioned-features.md`, isOfWrites: false,
    says: {
      nl: 'Een object zegt vanaf wanneer zijn versie geldig is (Memento-Datetime) en leidt in de kop Link naar zijn andere versies; /versions achter zijn adres '
        + 'noemt ze alle. Een moment zonder versie is 404, waar het ontwerp 410 zegt. Schrijven volgt het ontwerp niet: het verleden mag verbeterd worden.',
      en: 'A feature says from when its version is valid (Memento-Datetime) and leads to its other versions in the header Link; /versions behind its address '
        + 'lists them all. A moment without a version is 404, where the draft says 410. Writing does not follow the draft: the past may be corrected.',
    },
  },
  {
    name: 'OGC API Features 11: Asynchronous Transactions', url: `${FEATURES}/atomic-batch-tx`, isOfWrites: true,
    says: {
      nl: 'Een indiening is te volgen als taak, zoals in OGC API Processes: /jobs/{uuid} en /jobs/{uuid}/results. Indienen gaat niet via /transactions.',
      en: 'A submission can be followed as a job, as in OGC API Processes: /jobs/{uuid} and /jobs/{uuid}/results. Submissions do not go to /transactions.',
    },
  },
];

/** Returns the drafts of which a service has a part. */
export function draftsOf({ desk, isSite }: Pick<Service, 'desk' | 'isSite'>): readonly Draft[] {
  return isSite ? [] : DRAFTS.filter(({ isOfWrites }) => desk !== null || !isOfWrites);
}

/** The two time axes of the service, of which the drafts know one. */
export const TIME_AXES: Text = {
  nl: 'De dienst heeft twee tijdassen. Op de as van de geldigheid kiezen geldigOp en datetime wat toen gold. Op de as van de beschikbaarheid kiest beschikbaarOp wat '
    + 'de dienst toen wist. De tweede as is onze uitbreiding: hij is bij elke vraag te gebruiken, ook samen met de eerste, en elke link naar een versie houdt hem vast.',
  en: 'The service has two time axes. On the axis of validity, geldigOp and datetime choose what was valid then. On the axis of availability, beschikbaarOp chooses what '
    + 'the service knew then. The second axis is our extension: every query takes it, also together with the first, and every link to a version keeps it.',
};
