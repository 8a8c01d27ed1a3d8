/** A program that serves the small service of the tests, and mutates the lines that it writes as the seed in its argument decides. */
import { PassThrough } from 'node:stream';
import { serveSession } from '#runtime/json-rpc/serve-session.js';
import { testService } from '../../helpers/wire-session.js';
import { mutated } from './mutate.js';
import { Random } from './random.js';

const random = new Random(Number(process.argv[2]));
const output = new PassThrough();
let rest = '';
output.on('data', (chunk: Buffer) => {
  const lines = (rest + String(chunk)).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const written = Buffer.from(`${line}\n`);
    const pieces = random.below(4) === 0 ? mutated([written, written], random) : [written];
    for (const piece of pieces) process.stdout.write(piece);
  }
});
void serveSession({ input: process.stdin, output }, testService()).ended.then(() => process.exit());
