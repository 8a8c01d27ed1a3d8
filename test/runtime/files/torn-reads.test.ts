import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { nodeFiles } from '#runtime/files/node-files.js';
import { temporaryFolder } from './temporary-folder.js';

const folder = temporaryFolder();
/** How long the writer may take on a busy machine. */
const PATIENCE_MS = 60_000;

test(
  'a reader beside a writer sees one whole content or the other',
  async () => {
    const path = `${folder}/file`;
    const program = fileURLToPath(new URL('./write-in-turn.js', import.meta.url));
    const writer = spawn(process.execPath, [program, path, '60'], { stdio: 'ignore' });
    const ended = new Promise((resolve) => writer.once('exit', resolve));
    const seen = new Set<string>();
    while (writer.exitCode === null && writer.signalCode === null) {
      seen.add(described(await nodeFiles().read(path)));
      await new Promise(setImmediate);
    }
    expect(await ended).toBe(0);
    seen.add(described(await nodeFiles().read(path)));
    for (const content of seen) expect(['absent', '300000 times a', '200 times b']).toContain(content);
  },
  PATIENCE_MS,
);

function described(bytes: Uint8Array | null): string {
  if (bytes === null) return 'absent';
  const text = Buffer.from(bytes).toString('latin1');
  const first = text.charAt(0);
  return text === first.repeat(text.length) ? `${text.length} times ${first}` : 'torn';
}
