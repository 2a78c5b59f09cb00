/**
 * Status selection: the status of a response by existence and authorisation (Interface Rules, Authentication 10).
 *
 * Invariant: this is the only copy of the table, in the order of the rules; each combination has one row.
 * Not here: whether a client is authorised (server/request/access.ts, pipelines/state/decide/forbidden.ts), the texts of refusals.
 */

/** The relation of a client to a resource. */
export interface Authorisation {
  /** Whether the resource exists for this client. A hidden resource of another holder does not. */
  readonly exists: boolean;
  /** Whether it is known on whose behalf the request is sent. */
  readonly isDeterminable: boolean;
  readonly isAuthorised: boolean;
}

/** 200: the request is processed, and gets the status of its result. */
export type SelectedStatus = 200 | 401 | 403 | 404;

interface Row extends Omit<Authorisation, 'isAuthorised'> {
  /** Null: either. */
  readonly isAuthorised: boolean | null;
  readonly status: SelectedStatus;
}

export const STATUS_SELECTION: readonly Row[] = [
  { exists: true, isDeterminable: true, isAuthorised: true, status: 200 },
  { exists: true, isDeterminable: true, isAuthorised: false, status: 401 },
  { exists: true, isDeterminable: false, isAuthorised: null, status: 403 },
  { exists: false, isDeterminable: true, isAuthorised: true, status: 404 },
  { exists: false, isDeterminable: true, isAuthorised: false, status: 403 },
  { exists: false, isDeterminable: false, isAuthorised: null, status: 403 },
];

export function selectStatus({ exists, isDeterminable, isAuthorised }: Authorisation): SelectedStatus {
  const row = STATUS_SELECTION.find((one) => (
    one.exists === exists && one.isDeterminable === isDeterminable && (one.isAuthorised === null || one.isAuthorised === isAuthorised)
  ));
  return row!.status;
}

/** Returns the status of a known client that may not do this. */
export function statusOfUnauthorised(exists: boolean): SelectedStatus {
  return selectStatus({ exists, isDeterminable: true, isAuthorised: false });
}
