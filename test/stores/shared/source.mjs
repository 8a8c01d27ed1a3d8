/** A dotenv file in a folder of its own: the same file for several commands, each of which has another folder. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `uri`: its address, wherever the command runs. */
export function sourceFile(text) {
  const folder = mkdtempSync(join(tmpdir(), 'tool-source-'));
  const path = join(folder, '.env');
  writeFileSync(path, text, { mode: 0o600 });
  return { uri: `dotenv://${path}`, remove: () => rmSync(folder, { recursive: true }) };
}
