/** Where an entry is in a project of Scaleway: a folder, a name in it, a revision (providers-cloud 3.9). */
import type { Entry } from '#schemas/addresses/entry.js';

export interface ScalewaySecret {
  /** With a slash at its start, and at its end only if it is the root. */
  readonly folder: string;
  readonly name: string;
  readonly revision: string;
}

/** The pattern of names by convention, below the folder of the address. */
export const PATTERN = 'tool/{project}/{profile}/{key}';
/** The revision that a reference without `version` means. */
const LATEST = 'latest_enabled';

export function scalewaySecretOf(entry: Entry): ScalewaySecret {
  const { name: path, version = LATEST } = entry;
  const end = path.lastIndexOf('/');
  return { folder: path.slice(0, end) || '/', name: path.slice(end + 1), revision: version };
}

export function pathOf({ folder, name }: Pick<ScalewaySecret, 'folder' | 'name'>): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function keyOf(wanted: ScalewaySecret): string {
  return JSON.stringify([pathOf(wanted), wanted.revision]);
}
