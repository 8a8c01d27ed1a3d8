/** Looks up what candidates need: the plan of the nearest manifest, the user configuration, codes, files. Failures are silent. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import type { CallContext } from '../../inputs/call-context.js';
import { configFile, homeFolder } from '../../inputs/folders.js';
import { MANIFEST_NAME } from '../../version.js';
import { compiledPlan } from '../compiled-plan.js';
import type { Candidate } from './candidate.js';
import { executablesIn, pathsLike } from './files.js';
import { revisionsOf } from './revisions.js';

/** What can be looked up. Nothing of it contacts a store, and what cannot be read is empty. */
export interface Facts {
  plan(): Promise<Plan | null>;
  user(): Promise<UserConfig | null>;
  /** Codes with their titles. */
  codes(): Promise<readonly (readonly [string, string])[]>;
  /** Files and folders whose path starts like this; relative ones start from the working folder. */
  paths(typed: string): readonly Candidate[];
  /** The same for paths of stores, which start from the folder of the manifest. */
  storePaths(typed: string): readonly Candidate[];
  executables(typed: string): readonly Candidate[];
  revisions(): readonly string[];
}

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
      const { titledCodes } = await import('../explain-code.js');
      return titledCodes().codes.map(({ code, title }) => [code, title] as const);
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
  return (await compiledPlan({ options: { file: manifest }, variables, workingFolder })).plan;
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
