/** Strict JSON: the entry of this room. Parses bytes to a value, describes the defects, and finds the offset of a value in its text. */
export { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './characters.ts';
export { withoutFound, type JsonDefect } from './defect.ts';
export { offsetsOf } from './offsets.ts';
export { parseStrict } from './strict.ts';
