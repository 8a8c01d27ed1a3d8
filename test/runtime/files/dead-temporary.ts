/** The name of a temporary file whose writer has ended. */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { newTemporary } from '#runtime/files/temporaries.js';

export function deadTemporary(): string {
  return basename(newTemporary('')).replace(/^(\.tool-write-)\d+/u, `$1${spawnSync('true').pid}`);
}
