/** Strict JSON: the door of this room. From bytes to a value, what is wrong with them in words, and where a value stands in its text. */
export { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from './characters.ts';
export { withoutFound, type JsonDefect } from './defect.ts';
export { offsetsOf } from './places.ts';
export { parseStrict } from './strict.ts';
