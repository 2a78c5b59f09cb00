/** Register checks: the state files, payloads, documents and derived tables. */
import { escaped } from '../../schemas/shown-values.ts';
import { hasState, openExistingState, type Reader } from '../state/database/database.ts';
import { compareDerived, compareDocuments, type CompareStep } from '../state/register/derived-tables.ts';
import { idTwins } from '../state/register/id-twins.ts';
import { sharedIds } from '../state/register/shared-ids.ts';
import { holdings, inspectPayloads, soundness } from './inspect.ts';
import { refusedGeometries } from '../state/register/refused-geometries.ts';
import { together, type DoctorContext, type CheckFindings } from './check.ts';

/** Most differences of one kind that a check collects. */
const COLLECTED_MAX = 1_000;
const RESTORE = 'Keep the data folder as it is, and restore inbox.db and register.db from a copy; what is published stays.';
const ASK_FOR_BETTER_GEOMETRY = 'Nothing here: ask their source holders for better geometry (`ev validate` says where it is wrong). Their other fields can be changed meanwhile.';
const REBUILD = 'A pipeline with the step rebuild-derived mends it (OPERATING.md, Schedule); `ev schedule run NAME` runs it at once.';

export function stateFiles(context: DoctorContext): CheckFindings {
  return withRegister(context, (db) => {
    const damages: string[] = [];
    for (const { done, total, damage } of soundness(db)) {
      context.progress(done, total);
      if (damage !== null) damages.push(damage);
    }
    return { detail: damages.length > 0 ? 'damaged' : holdings(db), remarks: together(damages, { what: 'SQLite finds damage', mend: RESTORE }) };
  });
}

export function payloads(context: DoctorContext): CheckFindings {
  return withRegister(context, (db) => {
    const { files, lost, left } = inspectPayloads(context.data, db);
    return {
      detail: `${files} files`,
      remarks: [
        ...together(lost, { what: 'not there, or not whole', mend: 'Restore the files of these names in payloads/ from a copy; one that is pending is set aside else.' }),
        ...together(left, { severity: 'note', what: 'named by no submission', mend: 'Nothing: what was cut off is removed a day later, when a server or batch starts.' }),
      ],
    };
  });
}

export function documents(context: DoctorContext): CheckFindings {
  return compared(context, { compare: compareDocuments, what: 'documents', mend: RESTORE });
}

export function derivedTables(context: DoctorContext): CheckFindings {
  return compared(context, { compare: compareDerived, what: 'roots', mend: REBUILD });
}

/** Lists published geometries that are invalid or repaired. Only their source holder can mend them, so these are notes. */
export function geometries(context: DoctorContext): CheckFindings {
  return withRegister(context, (db) => {
    const [repaired, invalid]: [string[], string[]] = [[], []];
    let counts = [0, 0];
    for (const turn of refusedGeometries(db)) {
      context.progress(turn.done, turn.total);
      counts = [counts[0]! + turn.repaired.length, counts[1]! + turn.invalid.length];
      repaired.push(...turn.repaired.slice(0, COLLECTED_MAX - repaired.length));
      invalid.push(...turn.invalid.slice(0, COLLECTED_MAX - invalid.length));
    }
    return {
      detail: `${counts[0]} published repaired in RD, ${counts[1]} published invalid`,
      remarks: [
        ...together(repaired, { severity: 'note', what: 'invalid at 1 mm in RD as delivered, and published with positions moved by 2 mm at most', mend: ASK_FOR_BETTER_GEOMETRY }),
        ...together(invalid, { severity: 'note', what: 'invalid at the decimals in which they are published, and no small move mends that', mend: ASK_FOR_BETTER_GEOMETRY }),
      ],
    };
  });
}

/** Lists objects whose ids are equal in NFC, which an earlier version of the program took for two objects. */
export function twins(context: DoctorContext): CheckFindings {
  return withRegister(context, (db) => {
    const pairs = idTwins(db).map((ids) => ids.map(escaped).join(' = '));
    return {
      detail: pairs.length === 0 ? 'no id is there in two forms' : `${pairs.length} ids are there in two forms`,
      remarks: together(pairs, {
        severity: 'note', what: 'two objects whose ids differ only in their normal form (NFC)',
        mend: 'Each is found by exactly its own id. Ask their holder whether they are one object, and then to withdraw the one too many.',
      }),
    };
  });
}

/** Lists ids that objects of several holders have. Each holder is right, so these are notes. */
export function idsOfSeveral(context: DoctorContext): CheckFindings {
  return withRegister(context, (db) => {
    const shared = sharedIds(db).map(({ id, objects }) => (
      `${escaped(id)} (${objects.map(({ holder, isHidden }) => `${holder}, ${isHidden ? 'secret' : 'public'}`).join('; ')})`
    ));
    return {
      detail: shared.length === 0 ? 'no two holders have an object with one id' : `${shared.length} ids are of objects of several holders`,
      remarks: together(shared, {
        severity: 'note', what: 'objects of several holders with one id, of which at most one is public',
        mend: 'Tell neither holder of the other. RUNBOOK.md, EvIdShared, says what to ask of whom.',
      }),
    };
  });
}

function compared(
  context: DoctorContext, { compare, what, mend }: { compare: (db: Reader) => Generator<CompareStep>; what: string; mend: string },
): CheckFindings {
  return withRegister(context, (db) => {
    const found: string[] = [];
    let count = 0;
    let size = 0;
    for (const { done, total, differences } of compare(db)) {
      context.progress(done, total);
      size = total;
      count += differences.length;
      found.push(...differences.slice(0, COLLECTED_MAX - found.length));
    }
    return {
      detail: count === 0 ? `${size} ${what}, as recorded` : `${count} differences in ${size} ${what}`,
      remarks: together(found, { what: 'the register is not as it was recorded', mend }),
    };
  });
}

/** Opens the register for one check and closes it. */
function withRegister({ data }: DoctorContext, look: (db: Reader) => CheckFindings): CheckFindings {
  if (!hasState(data)) return { detail: 'none yet', remarks: [] };
  const db = openExistingState(data);
  try {
    return look(db);
  } finally {
    db.close();
  }
}
