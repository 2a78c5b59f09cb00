/** A folder that always counts as sound: for tests of what is deleted, not of when. */
import { Sound } from '../publisher/sound.ts';

export const SOUND = Sound.lookedAtBy(() => null);
