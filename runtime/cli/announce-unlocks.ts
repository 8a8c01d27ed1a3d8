/** Says which stores may have to be unlocked. */
import type { ConcreteStore } from '../link/linked-plan.js';
import { say } from './say.js';
import { unlockNote } from './views/unlock-note.js';

export function announceUnlocks(stores: readonly ConcreteStore[]): void {
  say(unlockNote(stores));
}
