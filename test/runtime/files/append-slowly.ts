/** A program that waits for a line on stdin and then adds lines to a file, one slow change each: FILE NAME LINES. */
import { nodeFiles } from '#runtime/files/node-files.js';

const [file = '', name = '', lines = '1'] = process.argv.slice(2);
const pause = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 6));

process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  for (let line = 0; line < Number(lines); line++) {
    await nodeFiles().update(file, async (current) => {
      process.stdout.write('changing\n');
      await pause();
      return Buffer.concat([current ?? Buffer.alloc(0), Buffer.from(`${name} ${line}\n`)]);
    });
  }
  process.exit(0);
});
