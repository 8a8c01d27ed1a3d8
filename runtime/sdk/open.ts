/** Opens a session in this process. */
import { Local } from './local.js';
import { Session } from './session.js';
import type { Settings } from './settings.js';

export async function open(settings: Settings): Promise<Session> {
  const local = new Local(settings, false);
  try {
    await local.fix();
    return new Session(local);
  } catch (error) {
    await local.close();
    throw error;
  }
}
