/**
 * A program that is right but for one thing: it starts the right one and changes what it reads or writes, as its first argument
 * says. Cases of the suite must notice.
 */
import { spawn } from 'node:child_process';
import type { JsonObject } from '#runtime/json-rpc/json-text.js';
import { faults } from './wrong-ways.js';

const [, , name = '', program = '', ...words] = process.argv;
const fault = faults[name]?.make();
if (fault === undefined) throw new Error(`unknown fault ${name}`);
const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });

let held = Buffer.alloc(0);
process.stdin.on('data', (chunk: Buffer) => {
  held = Buffer.concat([held, chunk]);
  for (let end = held.indexOf(0x0a); end !== -1; end = held.indexOf(0x0a)) {
    const line = held.subarray(0, end);
    held = held.subarray(end + 1);
    const changed = fault.reads?.(line) ?? line;
    if (String(changed) !== 'nothing') child.stdin.write(Buffer.concat([Buffer.from(changed), Buffer.from('\n')]));
  }
});
process.stdin.on('end', () =>
  child.stdin.end(fault.completes && held.length > 0 ? Buffer.concat([held, Buffer.from('\n')]) : held),
);
child.stdin.on('error', () => {});

let rest = '';
child.stdout.on('data', (chunk: Buffer) => {
  const lines = (rest + String(chunk)).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) process.stdout.write(changedLine(line));
});
child.on('exit', () => {
  if (fault.stays) setInterval(() => {}, 1_000);
  else process.exit();
});
if (fault.says !== undefined) process.stderr.write(fault.says);

function changedLine(line: string): string {
  const message: JsonObject = JSON.parse(line);
  const changed = fault?.writes?.(message, line);
  if (changed === undefined) return `${line}\n`;
  return typeof changed === 'string' ? changed : `${JSON.stringify(changed)}\n`;
}
