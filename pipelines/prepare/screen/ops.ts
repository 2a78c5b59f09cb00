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
/** fields, count, next, min, max; which fields are required, asked about, without which nothing is known, and minded by the rules (64 bits each). */
export const OBJECT = 11;
/** item, min, max. */
export const ARRAY = 12;
/** item, min, max: the same, items that are equal bytes refused. */
export const SET = 13;
/** table: an object of the model; the table says which types may stand here, and their nodes. */
export const ENTITY = 14;
/** types: a geometry of one of these types, a bit each. */
export const GEOMETRY = 15;
/** `#` and the id of the object above. */
export const BACK = 16;
/** slot, node: a text that the object at hand keeps, where it stands. */
export const KEPT = 17;
/** value, pass: what is no pass as well must be asked about. */
export const PASS = 18;

/** Bits of GEOMETRY. */
export const POINT = 1;
export const LINE = 2;
export const POLYGON = 4;

/** Bytes of an entry of a table: address, length, what it leads to, nothing. */
export const ENTRY = 16;
/** Bytes of a field: address and length of its name in quotes, node, nothing. */
export const FIELD = 16;
/** Bytes of a shape: hash of its numbers (two words), first position, count, object, nothing, then its box (four doubles). */
export const SHAPE_BYTES = 56;
export const SHAPE_WORDS = SHAPE_BYTES / 4;
/** Texts of an object that are kept; the first is its id, the second its bronhoudercode. */
export const SLOTS_MAX = 10;
export const ID = 0;
export const HOLDER = 1;
/** Bytes of an object: number of its type, place of the object above, tests, nothing; start and end of each text kept. */
export const OBJECT_BYTES = 16 + 8 * SLOTS_MAX;
export const OBJECT_WORDS = OBJECT_BYTES / 4;
/** The word of an object where the texts begin that it keeps. */
export const TEXTS = 4;

/**
 * Bytes of a flaw: object; what is wrong, the place of a field of its type or one of these; then start and end of its value, or
 * which fields are missing (64 bits).
 */
export const FLAW_BYTES = 16;
/** A member that the type does not have. */
export const UNKNOWN = 254;
/** A member that is required or expected is not there. */
export const MISSING = 255;
/** A root with more is not proven at all. */
export const FLAWS_MAX = 32;

/** What must be asked of the domain rules about a root, beside what they say of places: nothing, or those that look at texts kept, or all. */
export const ASK_NONE = 0;
export const ASK_TEXTS = 1;
export const ASK_ALL = 2;

/** What the texts that an object keeps are tested for: kind, what must be asked if it fails, and four slots each. */
/** The first is the others with dots between, the last of them or not. */
export const JOINED = 1;
/** The first is that of the object above. */
export const AS_ABOVE = 2;
/** The first is not before the second, or after it, if both are there. */
export const NOT_BEFORE = 3;
export const AFTER = 4;
/** The first is there. */
export const THERE = 5;

/** Room for what is read of one root; one that needs more is not proven. */
export const POSITIONS_MAX = 8192;
export const SHAPES_MAX = 1024;
/** Of a longer line so many parts may meet that nobody compares them all (crowding.ts). */
export const LINE_POSITIONS_MAX = 4000;
export const OBJECTS_MAX = 1024;
