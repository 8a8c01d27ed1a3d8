/** What a manifest means as far as it can be read: for an editor, which shows it while it is being changed. */
import { isRecord } from '#schemas/is-record.js';
import type { Plan } from '#schemas/plan.js';
import type { Host } from '../host.js';
import { bind } from '../passes/bind.js';
import { emit } from '../passes/emit.js';
import { extend } from '../passes/extend.js';
import { inherit } from '../passes/inherit.js';
import { type LoadedFile, load, parentPaths } from '../passes/load.js';
import { parse } from '../passes/parse.js';
import { fitting } from '../shape/fitting.js';
import { profileDefaultsShape, secretShape } from '../shape/manifest-shape.js';
import { type TomlTable, tomlValues } from '../toml/read-toml.js';

/**
 * Reports nothing, and leaves out what is broken. The host returns texts that can be read (`recovered`). Null if there is
 * no project, or if what is written contradicts itself so that it means nothing.
 */
export async function draftPlan(host: Host, entry: string): Promise<Plan | null> {
  const ignore = () => {};
  const files = await load(host, entry, ignore);
  let isSound = true;
  const written = await parse(files, () => {
    isSound = false;
  });
  // Trying each key takes as long again.
  const merged = extend(isSound ? written : await parse(files.map(withFitting), ignore));
  if (merged === null) return null;
  const bound = bind(inherit(merged, ignore), merged.aliases);
  try {
    return emit(bound);
  } catch {
    // Only the plan of a valid project is promised; a pointer without its slash has no segments.
    return null;
  }
}

/** A wrong key takes nothing else of its secret with it, so that the secret keeps its stores and its name. */
function withFitting(file: LoadedFile): LoadedFile {
  const { profiles } = file.values ?? {};
  if (!isRecord(profiles)) return file;
  const secrets = (profile: unknown) =>
    isRecord(profile)
      ? mapped(profile, (secret, name) =>
          isRecord(secret) ? fitting(name === 'defaults' ? profileDefaultsShape : secretShape, secret) : secret,
        )
      : profile;
  return { ...file, values: { ...file.values, profiles: mapped(profiles, secrets) } };
}

function mapped(table: TomlTable, change: (value: unknown, key: string) => unknown): TomlTable {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value, key)]));
}

/** The manifests that this one extends, by paths relative to the folder of the entry manifest. */
export function parentsOf(path: string, text: string): readonly string[] {
  const values = tomlValues(text);
  return values === null ? [] : parentPaths(path, values);
}

/** Whether a text is a manifest, whatever its file is called. */
export function isManifest(text: string): boolean {
  const project = tomlValues(text)?.['project'];
  return typeof project === 'object' && project !== null && 'revision' in project;
}
