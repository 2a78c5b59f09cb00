/** Upgrade: the entry of this room. Upgrades roots of model 3.0.x to 4.0.0, and logs every change. */
export { inWordsOf30, markOf30, upgrade } from './upgrade.ts';
