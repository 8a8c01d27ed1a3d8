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
const FILE_NAME = 'config.toml';

/** The configuration in this folder; a missing one is empty. Stops with its mistakes where it has any. */
export async function obtainUserConfig(configFolder: string, cacheFolder: string): Promise<UserConfig> {
  const source = readSource(join(configFolder, FILE_NAME));
  if (source.kind === 'absent') return NO_USER_CONFIG;
  if (source.kind === 'unreadable') fail(inheritance.E0302({ path: SHOWN_USER_CONFIG, reason: source.reason }));
  const cachePath = join(cacheFolder, 'config');
  const cached = readCached(cachePath, TAG);
  if (cached?.sources[0] !== undefined && source.bytes.equals(cached.sources[0])) return JSON.parse(cached.body);
  const text = decodeUtf8(source.bytes);
  if (text === null) fail(syntax.E0102({ path: SHOWN_USER_CONFIG }));
  const config = await readConfig(text);
  if (!holdsPassword(text)) writeCached(cachePath, TAG, { sources: [source.bytes], body: JSON.stringify(config) });
  return config;
}

/** An address with a password is refused when it is used; until then there is no second copy of it. */
function holdsPassword(text: string): boolean {
  const addresses = text.match(/[A-Za-z0-9+.-]+:[^\s"']*@/gu) ?? [];
  return addresses.some((address) => passwordSpan(address) !== null);
}

async function readConfig(text: string): Promise<UserConfig> {
  const { readUserConfig } = await frontEnd();
  const { config, diagnostics } = readUserConfig(SHOWN_USER_CONFIG, text);
  return config ?? fail(...diagnostics);
}
