/** Opens a session in this process. */
import { learnAccessLists } from '../files/others.js';
import { Local } from './local.js';
import { Session } from './session.js';
import type { Settings } from './settings.js';

export async function open(settings: Settings): Promise<Session> {
  await learnAccessLists();
  const local = new Local(settings, false);
  try {
    await local.fix();
    return new Session(local);
  } catch (error) {
    await local.close();
    throw error;
  }
}
