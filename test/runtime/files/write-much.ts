/** A program that writes more into the named file than its limit allows, and prints what it is told. */
import { FileFault } from '#runtime/files/files.js';
import { nodeFiles } from '#runtime/files/node-files.js';

const path = process.argv[2] ?? '';
try {
  await nodeFiles().update(path, () => Buffer.alloc(100_000, 'x'));
  console.log('written');
} catch (error) {
  if (!(error instanceof FileFault)) throw error;
  console.log(error.code, error.message.replace(path, 'HERE'));
}
