/** Looks up what candidates need: the plan of the nearest manifest, the user configuration, codes, files. Failures are silent. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { configFile, homeFolder } from '../../inputs/folders.js';
import { type CallContext, NO_OPTIONS } from '../../session/call.js';
import { nodePorts } from '../../session/node-ports.js';
import { Session } from '../../session/session.js';
import { MANIFEST_NAME } from '../../version.js';
import type { Facts } from './candidates.js';
import { executablesIn, pathsLike } from './files.js';
import { revisionsOf } from './revisions.js';

/** What a session would report is not for someone who is still typing. */
const SILENT = { warn: async () => {}, notice: async () => {} };

export function factsOf(file: string | null, context: CallContext): Facts {
  const { variables } = context;
  const working = orNull(() => context.workingFolder) ?? '/';
  const home = homeFolder(variables);
  const manifest = manifestFor(file ?? variables['TOOL_FILE'] ?? null, working, home);
  const folder = manifest === null ? working : dirname(manifest);
  return {
    plan: once(async () => (manifest === null ? null : planOf(manifest, context))),
    user: once(async () => {
      const { obtainUserConfig } = await import('../../user-config/user-config.js');
      return (await obtainUserConfig(configFile(variables), cacheFolder(variables, folder))).user;
    }),
    async codes() {
      const { allWordings } = await import('#schemas/diagnostics/index.js');
      return Object.entries(allWordings).map(([code, { title }]) => [code, title] as const);
    },
    paths: (typed) => pathsLike(typed, working, home),
    storePaths: (typed) => pathsLike(typed, folder, home),
    executables: (typed) => executablesIn(variables['PATH'] ?? '', typed),
    revisions: () => orNull(() => revisionsOf(working)) ?? [],
  };
}

/** The file that is named, else the nearest one above: only regular files count (semantics 1.1). */
function manifestFor(named: string | null, working: string, home: string | null): string | null {
  if (named !== null) {
    const path = named.startsWith('~/') && home !== null ? join(home, named.slice(2)) : join(working, named);
    const absolute = named.startsWith('/') ? named : path;
    return isFile(absolute) ? absolute : null;
  }
  for (let folder = working; ; folder = dirname(folder)) {
    const path = join(folder, MANIFEST_NAME);
    if (isFile(path)) return path;
    if (dirname(folder) === folder) return null;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

async function planOf(manifest: string, { variables, workingFolder }: CallContext) {
  const call = { options: { ...NO_OPTIONS, file: manifest }, variables, workingFolder };
  const session = new Session(call, nodePorts(SILENT));
  return (await session.compiled()).plan;
}

/** One value for all who ask; null if it cannot be had: then there are fewer candidates. */
function once<T>(obtain: () => Promise<T | null>): () => Promise<T | null> {
  let obtained: Promise<T | null> | null = null;
  return () => {
    obtained ??= obtain().catch(() => null);
    return obtained;
  };
}

function orNull<T>(obtain: () => T): T | null {
  try {
    return obtain();
  } catch {
    return null;
  }
}
