/** The user configuration, cached like a plan so that a warm start reads no TOML (spec 2.3.1). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { hiddenParts } from '#schemas/stores/hidden-parts.js';
import { NO_USER_CONFIG, SHOWN_USER_CONFIG, type UserConfig } from '#schemas/user-config.js';
import { fail } from '../failure.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import { frontEnd } from '../plan/front-end.js';
import { keep, readKept, type SourceFile } from '../plan/private-cache.js';
import { readSource } from '../plan/read-source.js';
import { decodeUtf8, undecodableLine } from '../values/utf8.js';

export interface ObtainedConfig {
  readonly user: UserConfig;
  /** The file as it was read, if there is a folder for it. */
  readonly source: readonly SourceFile[];
  /** False if the file may hold a credential: then nothing made of it is written anywhere. Nor while there are warnings, which each call shows. */
  readonly mayBeKept: boolean;
  readonly warnings: readonly Diagnostic[];
}

/** The configuration in this file; empty if the file is missing or `path` is null. Stops with its errors if it has any. */
export async function obtainUserConfig(path: string | null, cacheFolder: CacheFolder | null): Promise<ObtainedConfig> {
  if (path === null) return { user: NO_USER_CONFIG, source: [], mayBeKept: true, warnings: [] };
  const slot = { cacheFolder, kind: 'config', key: path } as const;
  const kept = readKept(slot, (text): UserConfig => JSON.parse(text));
  if (kept !== null) return { user: kept.made, source: kept.sources, mayBeKept: true, warnings: [] };
  const found = readSource(path);
  if (found.kind === 'absent')
    return { user: NO_USER_CONFIG, source: [{ path, bytes: null }], mayBeKept: true, warnings: [] };
  if (found.kind === 'unreadable') fail(inheritance.E0302({ path: SHOWN_USER_CONFIG, reason: found.reason }));
  const source = [{ path, bytes: found.bytes }];
  const text = decodeUtf8(found.bytes);
  if (text === null) fail(syntax.E0102({ path: SHOWN_USER_CONFIG, line: undecodableLine(found.bytes) }));
  const { user, warnings } = await readConfig(text);
  const mayBeKept = warnings.length === 0 && ![...text.split('\n'), ...textsIn(user)].some(mayHoldCredential);
  if (mayBeKept) keep(slot, source, JSON.stringify(user));
  return { user, source, mayBeKept, warnings };
}

/** An address with a credential is refused when it is used; until then no copy of it is made. */
function mayHoldCredential(text: string): boolean {
  return hiddenParts(text).length > 0;
}

/** Every decoded text of the configuration, names too: quotes and escapes may hide what an address holds. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [name, ...textsIn(part)]);
}

async function readConfig(text: string): Promise<Pick<ObtainedConfig, 'user' | 'warnings'>> {
  const { readUserConfig } = await frontEnd();
  const { config, diagnostics } = readUserConfig(SHOWN_USER_CONFIG, text);
  return { user: config ?? fail(...diagnostics), warnings: diagnostics };
}
