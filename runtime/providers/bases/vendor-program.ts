/** A vendor's program as stores run it: found once, its outcomes as failures of a store (providers-local 1.4, 1.5, 21). */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import { reasonOf } from '../../files/system-reason.js';
import type { FoundProgram, NoProgram, ProgramOutcome } from '../../programs/programs.js';
import { type Environment, variableIn } from '../../values/environment.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export interface Vendor {
  readonly name: string;
  /** Another name of it, which is looked for first. */
  readonly preferred?: string;
  /** The variable that says where it is, as an absolute path or another name of it; left out: `PATH` alone does. */
  readonly pathVariable?: string;
  /** What to do if there is none: `install GnuPG (package gnupg)`. */
  readonly install: string;
  /** Of the provider that it belongs to; it does not get those of other providers. */
  readonly credentials?: ProviderDescriptor['credentials'];
  /** Variables that it gets besides those of this process; null: that it does not get. */
  readonly variables?: Readonly<Record<string, string | null>>;
  /** For a program that stores what it reads: see `ProgramRun`. */
  readonly inputFrom?: 'file';
  /** For a program that may take longer than a person takes to unlock something. */
  readonly deadlineMs?: number;
}

/** A run that ended by itself, with any status. */
export interface Ended {
  readonly kind: 'ended';
  readonly status: number;
  readonly stdout: Buffer;
  /** False: `stdout` may be cut, and must not be used as a value. What the program did is done. */
  readonly isWhole: boolean;
  /** Text of a vendor, not cleaned. Never shown as it is: see `saying`. */
  readonly stderr: string;
}

/** Long enough for a person to unlock something. */
const LIMITS = { deadlineMs: 120_000, stdoutBytes: 64 * 1024 * 1024, stderrBytes: 1024 * 1024 };
/** Messages in English and without colours, so that they can be told apart. */
const PLAIN = { LC_ALL: 'C.UTF-8', LANGUAGE: 'en', NO_COLOR: '1' };
/** Not the working folder: it may be a checkout, whose files must not configure a program. */
const FOLDER = '/';

export class VendorProgram {
  readonly #vendor: Vendor;
  readonly #ports: ProviderPorts;
  #found: Promise<FoundProgram | Failed> | null = null;
  #environment: Environment | null = null;

  constructor(vendor: Vendor, ports: ProviderPorts) {
    this.#vendor = vendor;
    this.#ports = ports;
  }

  /** Runs it. Secrets are passed as `input`, because every user of the machine can read arguments. */
  async run(words: readonly string[], { signal }: Call, input?: Uint8Array): Promise<Ended | Failed> {
    this.#found ??= this.#find();
    const found = await this.#found;
    const { name, inputFrom, deadlineMs = LIMITS.deadlineMs } = this.#vendor;
    if (found.kind === 'failed') {
      // It may be installed by the next call.
      this.#found = null;
      return found;
    }
    this.#environment ??= environmentOf(this.#vendor, this.#ports);
    const limits = { ...LIMITS, deadlineMs };
    const environment = this.#environment;
    const run = { path: found.path, words, environment, folder: FOLDER, limits, signal, inputFrom };
    const outcome = await this.#ports.programs.run(input === undefined ? run : { ...run, input });
    if (outcome.kind === 'ended') return { ...outcome, stderr: outcome.stderr.toString('utf8') };
    return cutShort(name, outcome);
  }

  async #find(): Promise<FoundProgram | Failed> {
    const { programs, environment } = this.#ports;
    const { name, preferred, pathVariable } = this.#vendor;
    const set = pathVariable === undefined ? '' : variableIn(environment, pathVariable);
    if (set !== '') return this.#findAt(set);
    const first = preferred === undefined ? null : await programs.find(preferred, environment);
    const found = first?.kind === 'found' ? first : await programs.find(name, environment);
    return found.kind === 'found' ? found : missing(found, `\`${name}\``, 'in `PATH`', this.#vendor.install);
  }

  /** What the variable names. A relative path would mean a file of the working folder, which may be a checkout. */
  async #findAt(set: string): Promise<FoundProgram | Failed> {
    const { pathVariable, install } = this.#vendor;
    if (set.includes('/') && !set.startsWith('/'))
      return failed('unsupported', `\`${pathVariable}\` is a relative path`, 'write an absolute path');
    const found = await this.#ports.programs.find(set, this.#ports.environment);
    return found.kind === 'found'
      ? found
      : missing(found, `the program that \`${pathVariable}\` names`, 'there', install);
  }
}

/** All that the program printed, or why that is not known. */
export function wholeOutput({ stdout, isWhole }: Ended): Buffer | Failed {
  return isWhole ? stdout : failed('malformed', 'the output of the program may be cut: another process holds it open');
}

/** A program may crash, log or start others: it holds no credential that it does not need (providers-local 22). */
function credentialsOfOthers(own: ProviderDescriptor['credentials']): readonly string[] {
  const owned = new Set(variablesOf(own));
  const all = Object.values(providers).flatMap(({ credentials }) => variablesOf(credentials));
  return all.filter((name) => !owned.has(name));
}

function variablesOf(credentials: ProviderDescriptor['credentials']): readonly string[] {
  return credentials.flatMap(({ environment }) => environment);
}

function environmentOf(
  { variables = {}, credentials = [] }: Vendor,
  { environment, terminal }: ProviderPorts,
): Environment {
  // Where it cannot be answered, a question that is asked on a terminal would wait for ever (providers-local 8.5).
  const given = { ...PLAIN, GPG_TTY: terminal, ...variables };
  const result = new Map(environment);
  for (const name of credentialsOfOthers(credentials)) result.delete(name);
  for (const [name, value] of Object.entries(given)) {
    if (value === null) result.delete(name);
    else result.set(name, Buffer.from(value));
  }
  return result;
}

function missing({ kind }: NoProgram, what: string, where: string, install: string): Failed {
  const detail = kind === 'not found' ? `${what} was not found ${where}` : `${what} is not executable`;
  return failed('missing-program', detail, install);
}

function cutShort(name: string, outcome: Exclude<ProgramOutcome, { kind: 'ended' }>): Failed {
  switch (outcome.kind) {
    case 'not started':
      return failed('failed', `\`${name}\` could not be started: ${reasonOf(outcome.code)}`);
    case 'killed':
      return failed('failed', `\`${name}\` was ended by ${outcome.signal}`);
    case 'too much':
      return failed('malformed', `\`${name}\` printed too much`);
    case 'too late':
      return failed('timeout', `\`${name}\` did not end in time`, `check whether \`${name}\` waits for an answer`);
    case 'given up':
      return failed('timeout', `\`${name}\` was ended, because the call was given up`);
  }
}
