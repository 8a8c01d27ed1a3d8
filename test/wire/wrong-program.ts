/** A program that is right but for one thing: what the right one reads or writes is changed. Cases of the suite must notice. */
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import type { JsonObject } from '#runtime/json-rpc/json-text.js';
import type { Start } from './in-process.js';
import type { Fault } from './wrong-ways.js';

const LF = Buffer.from('\n');

export function wrongly(fault: Fault, right: Start): Start {
  return (...how) => {
    const child = right(...how);
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    child.stdin.on('error', () => {});
    const write = (text: string) => void stdout.write(text);
    const stdin = linesTo(child.stdin, (line) => fault.reads?.(line, write) ?? line, fault.completes);
    const program = Object.assign(new EventEmitter(), { stdin, stdout, stderr, kill });

    let rest = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) write(changedLine(fault, line));
    });
    child.stderr.pipe(stderr);
    const ended = Promise.all([closing(child.stdout), new Promise((resolve) => child.once('exit', resolve))]);
    void ended.then(() => fault.stays !== true && end());
    if (fault.says !== undefined) stderr.write(fault.says);
    return program;

    function kill() {
      child.kill('SIGKILL');
      end();
    }
    function end() {
      stdout.end();
      program.emit('exit');
    }
  };
}

function linesTo(target: Writable, changed: (line: Buffer) => Buffer | string, completes = false): Writable {
  let held = Buffer.alloc(0);
  return new Writable({
    write(chunk: Buffer, _, done) {
      held = Buffer.concat([held, chunk]);
      for (let end = held.indexOf(LF); end !== -1; end = held.indexOf(LF)) {
        const line = changed(held.subarray(0, end));
        held = held.subarray(end + 1);
        if (String(line) !== 'nothing') target.write(Buffer.concat([Buffer.from(line), LF]));
      }
      done();
    },
    final(done) {
      target.end(completes && held.length > 0 ? Buffer.concat([held, LF]) : held);
      done();
    },
  });
}

function closing(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => stream.once('end', resolve));
}

function changedLine(fault: Fault, line: string): string {
  const message: JsonObject = JSON.parse(line);
  const changed = fault.writes?.(message, line);
  if (changed === undefined) return `${line}\n`;
  return typeof changed === 'string' ? changed : `${JSON.stringify(changed)}\n`;
}
