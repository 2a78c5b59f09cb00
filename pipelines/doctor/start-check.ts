/** Start check: a server would accept submissions on this folder. It is the check that a server does itself. */
import { lookAtStart } from '../state/folder/start.ts';
import { type DoctorContext, type CheckFindings } from './check.ts';

/** Throws the Fault that a server would name in `/readyz`. */
export function startOf({ data }: DoctorContext): CheckFindings {
  const { fault, isInUse } = lookAtStart(data);
  if (fault !== null) throw fault;
  return { detail: isInUse ? 'a process works on the folder' : 'a server can work on the folder', remarks: [] };
}
