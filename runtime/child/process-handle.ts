/**
 * A process started by the class that `node:child_process` is made of. The whole module, with the sockets and streams that it loads, makes a
 * warm run take 8 to 11 % more processor time (Node 20.20, medians of 60 interleaved rounds, twice; three milliseconds on a quiet machine).
 * The class is not documented, and ends Node if it is called in a way it does not know. So the text of this Node's module must contain the
 * call and the kinds of streams that are used here; else the module is used.
 */
import { type ChildOutcome, endedBy } from './child-outcome.js';
import { isSent, type Target } from './forward-signals.js';
import { type NodeStart, streamsFor } from './node-process.js';

interface ProcessHandle {
  readonly pid: number;
  onexit: (exitCode: number, signal: NodeJS.Signals | '') => void;
  spawn(...options: readonly unknown[]): number;
  close(): void;
}

type Binding = <Name extends keyof Bindings>(name: Name) => Bindings[Name];

interface Bindings {
  /** The text of Node's modules. */
  readonly natives: Readonly<Record<string, string>>;
  readonly process_wrap: { readonly Process: new () => ProcessHandle };
}

interface SpawnOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly envPairs: readonly string[];
  readonly stdio: readonly ({ readonly type: 'fd'; readonly fd: number } | { readonly type: 'ignore' })[];
}

/** 0, or the negative number of the system's error: then nothing was started. */
type Spawn = (handle: ProcessHandle, options: SpawnOptions) => number;

export interface Started extends Target {
  readonly ended: Promise<ChildOutcome>;
}

const MODULE = 'internal/child_process';
const CALL = 'this._handle.spawn(';
const STREAMS = ["type: 'fd'", "type: 'ignore'"] as const;
/** By the arguments in the module's call. A minor version of Node 24 changed them. */
const CALLS: ReadonlyMap<string, Spawn> = new Map<string, Spawn>([
  ['options', (handle, options) => handle.spawn(options)],
  [
    'options.file options.args options.cwd options.envPairs options.stdio spawnFlags options.uid options.gid',
    (handle, { file, args, envPairs, stdio }) =>
      handle.spawn(file, args, undefined, envPairs, stdio, 0, undefined, undefined),
  ],
]);

/** Null if this Node's call is not known, or the process could not be started; the module then reports why. */
export function startByHandle(start: NodeStart): Started | null {
  const binding = bindingOfNode();
  if (binding === null) return null;
  try {
    const spawn = spawnOf(binding);
    return spawn === null ? null : startWith(new (binding('process_wrap').Process)(), spawn, start);
  } catch {
    return null;
  }
}

/** No argument and no variable contains a NUL: the class would cut it off there. */
function startWith(handle: ProcessHandle, spawn: Spawn, start: NodeStart): Started | null {
  let hasEnded = false;
  const ended = new Promise<ChildOutcome>((resolve) => {
    handle.onexit = (exitCode, signal) => {
      hasEnded = true;
      handle.close();
      resolve(signal === '' ? endedBy(exitCode, null) : endedBy(null, signal));
    };
  });
  const failed = spawn(handle, {
    file: start.command,
    args: [start.command, ...start.args],
    envPairs: Object.entries(start.variables).map(([name, value]) => `${name}=${value}`),
    stdio: streamsFor(start).map((stream) => (stream === 'ignore' ? { type: stream } : { type: 'fd', fd: stream })),
  });
  if (failed !== 0) {
    handle.close();
    return null;
  }
  const { pid } = handle;
  return { pid, ended, kill: (signal) => !hasEnded && isSent(pid, signal) };
}

function spawnOf(binding: Binding): Spawn | null {
  // All versions of Node 20 call it so, and there will be no other; to look takes 0.2 ms.
  const call = process.versions.node.startsWith('20.') ? 'options' : callIn(binding('natives')[MODULE] ?? '');
  return CALLS.get(call) ?? null;
}

/** Node may warn of `process.binding` or refuse it, if it was given options. */
function bindingOfNode(): Binding | null {
  const { NODE_OPTIONS = '', NODE_PENDING_DEPRECATION = '' } = process.env;
  if (process.execArgv.length > 0 || NODE_OPTIONS !== '' || NODE_PENDING_DEPRECATION !== '') return null;
  if (process.platform === 'win32' || !('binding' in process) || typeof process.binding !== 'function') return null;
  return process.binding as Binding;
}

/** The arguments of the module's call, in the text of the module; empty if the call or a kind of stream is not there. */
export function callIn(text: string): string {
  if (!STREAMS.every((stream) => text.includes(stream))) return '';
  const [, call = ''] = text.split(CALL, 2);
  return (call.split(')', 1)[0] ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .join(' ');
}
