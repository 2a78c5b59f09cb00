/**
 * Ops: what the nodes of a program are (program.ts writes them, assembly/values.ts reads them).
 * A node is a row of 32-bit words, the op first. Plain constants: both TypeScript and AssemblyScript read this file.
 */

/** Lets nothing through. */
export const NEVER = 0;
/** min, max: any text of so many characters. */
export const TEXT = 1;
/** min, max, count, then count times class, least, most: a text made of runs of characters. */
export const RUNS = 2;
/** table: one of the texts in a table. */
export const CODE = 3;
/** number: a text that the host judges. */
export const CHECKED = 4;
/** whole, least, most (two doubles). */
export const NUMBER = 5;
/** address, length: a word such as `true`. */
export const LITERAL = 6;
export const DATE = 7;
export const MOMENT = 8;
/** one, other. */
export const EITHER = 9;
/** void, plain, table of reasons: a bare reason is a mark of model 3.0. */
export const VOIDABLE = 10;
/** fields, count, next, marks, min, max, nothing, required (64 bits). */
export const OBJECT = 11;
/** item, min, max. */
export const ARRAY = 12;
/** item, min, max: the same, items that are equal bytes refused. */
export const SET = 13;
/** table: an object of the model; the table says which types may stand here, and their nodes. */
export const ENTITY = 14;
/** types: a geometry of one of these types, a bit each. */
export const GEOMETRY = 15;
/** runs: the id of the object at hand, a text of those runs. */
export const ID = 16;
/** `#` and the id of the object above. */
export const BACK = 17;

/** Bits of GEOMETRY, and the types of shapes. */
export const POINT = 1;
export const LINE = 2;
export const POLYGON = 4;

/** Bytes of an entry of a table: address, length, what it leads to, nothing. */
export const ENTRY = 16;
/** Bytes of a field: address and length of its name in quotes, node, nothing. */
export const FIELD = 16;
/** Bytes of a shape: type, first position, count, object. */
export const SHAPE_BYTES = 16;
/** Bytes of an object: number of its type, start and end of its id, nothing. */
export const OBJECT_BYTES = 16;

/** Room for what is read of one root; one that needs more is not proven. */
export const POSITIONS_MAX = 8192;
export const SHAPES_MAX = 1024;
export const OBJECTS_MAX = 1024;
