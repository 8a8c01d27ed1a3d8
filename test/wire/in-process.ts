/** `tool serve` as a program of the suite without a process: the same session over streams, for cases that need no more. */
import { EventEmitter } from 'node:events';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { serve } from '#runtime/serve/serve.js';

/** What the suite uses of a child process: it emits `exit`. */
export interface Started extends EventEmitter {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  kill(signal?: NodeJS.Signals): unknown;
}
export type Start = (command: readonly string[], folder: string, env: NodeJS.ProcessEnv) => Started;

const OPTIONS = { isReadOnly: false, expectHash: null, reason: null, caller: null };
/** The reason policy looks at who is calling, which must not be whoever runs the tests. */
const KEPT = ['HOME', 'PATH', 'TMPDIR'];

/** A program that says nothing; one that `isGone` has ended at once. */
export function silent({ isGone }: { readonly isGone: boolean }): Start {
  return () => {
    const [stdin, stdout] = [new PassThrough().resume(), new PassThrough()];
    const program = Object.assign(new EventEmitter(), { stdin, stdout, stderr: new PassThrough(), kill: end });
    if (isGone) setImmediate(end);
    return program;

    function end() {
      stdout.end();
      program.emit('exit');
    }
  };
}

export const serveHere: Start = (_, workingFolder, env) => {
  const [stdin, stdout, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  // A session destroys its output once all of it is written, which for a pipe is not the end of what its reader has.
  const output = new Writable({
    write: (chunk, _encoding, done) => void (stdout.writableEnded ? done() : stdout.write(chunk, done)),
    final: (done) => void stdout.end(done),
  });
  const variables = Object.fromEntries(KEPT.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
  const context = { variables, workingFolder };
  const started = { stdin, stdout, stderr: new PassThrough(), kill: () => stop.abort() };
  const program = Object.assign(new EventEmitter(), started);
  void serve({ streams: { input: stdin, output }, context, options: OPTIONS, signal: stop.signal }).then(() => {
    stdout.end();
    program.emit('exit');
  });
  return program;
};
