/** Upgrade: the door of this room. From model 3.0.x to 4.0.0, every change logged. */
export { inWordsOf30, markOf30, upgrade } from './upgrade.ts';
