/** A manifest that a call gives as text: a program that has it in memory, a client of a server. */
import type { ManifestLocation } from './locate-manifest.js';

export interface InlineManifest {
  readonly text: string;
  /** Absolute: what it extends, and relative paths of stores, start there. Null: it extends nothing, and stores start at the working folder. */
  readonly baseFolder: string | null;
  /** The tool has made it: it needs no approval. */
  readonly isOurs?: true;
}

/** Shown in places of findings instead of the name of a file. */
const SHOWN = 'inline manifest';

export function inlineLocation(
  { text, baseFolder, isOurs }: InlineManifest,
  workingFolder: () => string,
): ManifestLocation {
  return {
    folder: baseFolder ?? workingFolder(),
    name: SHOWN,
    inline: { text, mayExtend: baseFolder !== null, ...(isOurs && { isOurs }) },
  };
}
