/** What a manifest means as far as it can be read: for an editor, which shows it while it is being changed. */
import type { Plan } from '#schemas/plan.js';
import type { Host } from '../host.js';
import { bind } from '../passes/bind.js';
import { emit } from '../passes/emit.js';
import { extend } from '../passes/extend.js';
import { inherit } from '../passes/inherit.js';
import { load, parentPaths } from '../passes/load.js';
import { parse } from '../passes/parse.js';
import { tomlValues } from '../toml/read-toml.js';

/**
 * Reports nothing, and leaves out what is broken. The host returns texts that can be read (`recovered`). Null if there is
 * no project, or if what is written contradicts itself so that it means nothing.
 */
export async function draftPlan(host: Host, entry: string): Promise<Plan | null> {
  const ignore = () => {};
  const merged = extend(await parse(await load(host, entry, ignore), ignore));
  if (merged === null) return null;
  const bound = bind(inherit(merged, ignore), merged.aliases);
  try {
    return emit(bound);
  } catch {
    // Only the plan of a valid project is promised; a pointer without its slash has no segments.
    return null;
  }
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
