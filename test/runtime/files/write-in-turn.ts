/** A program that replaces the named file so many times, with a long and a short content in turn. */
import { nodeFiles } from '#runtime/files/node-files.js';

const [path = '', times = '0'] = process.argv.slice(2);
const contents = [Buffer.alloc(300_000, 'a'), Buffer.alloc(200, 'b')];
for (let turn = 0; turn < Number(times); turn++) {
  await nodeFiles().update(path, () => contents[turn % 2] ?? null);
}
