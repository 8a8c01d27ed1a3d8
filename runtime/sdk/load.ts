/** One use of the secrets: afterwards no store is open. The files of its result go with the result. */
import { learnAccessLists } from '../files/others.js';
import { Local } from './local.js';
import type { NamedResult } from './named-result.js';
import type { SecretsReport } from './report.js';
import type { Resolved } from './resolved.js';
import type { Settings } from './settings.js';

export function load(settings: Settings): Promise<Resolved> {
  return once(settings, (local) => local.load());
}

export function report(settings: Settings): Promise<SecretsReport> {
  return once(settings, (local) => local.report());
}

export function get(settings: Settings, name: string): Promise<NamedResult> {
  return once(settings, (local) => local.get(name));
}

/** What `use` gives, once the stores are closed. */
export async function once<T>(settings: Settings, use: (local: Local) => Promise<T>): Promise<T> {
  await learnAccessLists();
  const local = new Local(settings, true);
  try {
    const result = await use(local);
    await local.closeStores();
    return result;
  } catch (error) {
    await local.close();
    throw error;
  }
}
