/** The user configuration, cached like a plan so that a warm start reads no TOML (spec 2.3.1). */
import { join } from 'node:path';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { passwordSpan } from '#schemas/stores/store-uri.js';
import { NO_USER_CONFIG, SHOWN_USER_CONFIG, USER_CONFIG_FORMAT, type UserConfig } from '#schemas/user-config.js';
import { fail } from '../failure.js';
import { frontEnd } from '../plan/front-end.js';
import { readCached, writeCached } from '../plan/private-cache.js';
import { readSource } from '../plan/read-source.js';
import { decodeUtf8 } from '../values/utf8.js';
import { TOOL_VERSION } from '../version.js';

const TAG = `tool user configuration ${TOOL_VERSION} ${USER_CONFIG_FORMAT}`;

export interface ObtainedConfig {
  readonly user: UserConfig;
  /** Null where there is no file. */
  readonly bytes: Uint8Array | null;
  /** False where the file may hold a password: then nothing made of it is written anywhere. */
  readonly mayBeKept: boolean;
}

/** The configuration in this file; a missing one is empty. Stops with its mistakes where it has any. */
export async function obtainUserConfig(path: string, cacheFolder: string): Promise<ObtainedConfig> {
  const source = readSource(path);
  if (source.kind === 'absent') return { user: NO_USER_CONFIG, bytes: null, mayBeKept: true };
  if (source.kind === 'unreadable') fail(inheritance.E0302({ path: SHOWN_USER_CONFIG, reason: source.reason }));
  const { bytes } = source;
  const cachePath = join(cacheFolder, 'config');
  const cached = readCached(cachePath, TAG);
  if (cached?.sources[0] !== undefined && bytes.equals(cached.sources[0])) {
    return { user: JSON.parse(cached.body), bytes, mayBeKept: true };
  }
  const text = decodeUtf8(bytes);
  if (text === null) fail(syntax.E0102({ path: SHOWN_USER_CONFIG }));
  const user = await readConfig(text);
  const mayBeKept = !holdsPassword(text);
  if (mayBeKept) writeCached(cachePath, TAG, { sources: [bytes], body: JSON.stringify(user) });
  return { user, bytes, mayBeKept };
}

/** An address with a password is refused when it is used; until then no second copy of it is made. */
function holdsPassword(text: string): boolean {
  const addresses = text.match(/[A-Za-z0-9+.-]+:[^\s"']*@/gu) ?? [];
  return addresses.some((address) => passwordSpan(address) !== null);
}

async function readConfig(text: string): Promise<UserConfig> {
  const { readUserConfig } = await frontEnd();
  const { config, diagnostics } = readUserConfig(SHOWN_USER_CONFIG, text);
  return config ?? fail(...diagnostics);
}
