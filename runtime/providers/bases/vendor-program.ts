/**
 * A vendor's program as stores run it: found once, signed in once, its outcomes as failures of a store (providers-local 1.4, 1.5, 21).
 * `runtime/providers/README.md` shows how a store is written on it.
 */
import { NEUTRAL_FOLDER } from '../../programs/neutral-folder.js';
import type { ProgramLimits } from '../../programs/programs.js';
import type { Environment } from '../../values/environment.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { type Classified, classified, type FailureTable } from './failure-table.js';
import { findVendor } from './find-vendor.js';
import { isOfTheLock } from './locks.js';
import { Once } from './once.js';
import { cutShort, type Ended, type Output, wholeOutput } from './program-end.js';
import { environmentFor, type Variables, withVariables } from './program-environment.js';
import { forgetSession, type ProgramSession, sessionOf } from './program-session.js';
import { inTurn } from './program-turns.js';
import type { RunsProgram, Vendor } from './vendor.js';

interface Ready {
  readonly kind: 'ready';
  readonly path: string;
  readonly environment: Environment;
  /** Texts that no message shows. */
  readonly secrets: readonly string[];
  readonly session?: ProgramSession;
}
interface Absent {
  readonly kind: 'absent';
}

/** Long enough for a person to unlock something. */
const LIMITS: ProgramLimits = { deadlineMs: 120_000, stdoutBytes: 64 * 1024 * 1024, stderrBytes: 1024 * 1024 };
const NO_ROWS: FailureTable = { rows: [] };
/** After these a session is of no use. */
const SIGNED_OUT: ReadonlySet<string> = new Set(['locked', 'missing-credential']);

export class VendorProgram {
  readonly #vendor: Vendor;
  readonly #ports: ProviderPorts;
  readonly #shown: string;
  readonly #prepared = new Once<Ready>();
  /** What its session is kept under, once it has one. */
  #sessionKey: string | null = null;
  readonly #concerningAll = new WeakSet<Failed>();

  constructor(vendor: Vendor, ports: ProviderPorts) {
    this.#vendor = vendor;
    this.#ports = ports;
    this.#shown = vendor.shown ?? `\`${vendor.name}\``;
  }

  /** What it printed, if it succeeded. Secrets are passed as `input`, because every user of the machine can read arguments. */
  async output(words: readonly string[], call: Call, input?: Uint8Array): Promise<Output | Failed> {
    return this.outputOf(await this.run(words, call, input));
  }

  /** The same where an entry is asked for: the table has what the program says of one that does not exist. */
  async entry(words: readonly string[], call: Call, input?: Uint8Array): Promise<Output | Absent | Failed> {
    return this.entryOf(await this.run(words, call, input));
  }

  entryOf(end: Ended | Failed): Output | Absent | Failed {
    if (end.kind === 'failed' || end.status === 0) return this.outputOf(end);
    const { row, failure } = this.#failed(end);
    return row?.kind === 'absent' ? { kind: 'absent' } : failure;
  }

  /** Null if it succeeded, whoever holds its output: what it did is done. */
  async change(words: readonly string[], call: Call, input?: Uint8Array): Promise<Failed | null> {
    const end = await this.run(words, call, input);
    return end.kind === 'failed' ? end : this.failureOf(end);
  }

  /**
   * Its end with any status, for a program whose status alone does not say whether it succeeded. No message shows a part of the input, unless
   * it is not secret, such as a document that is encrypted. `hides`: a text that none shows besides, such as a value within a document.
   */
  async run(
    words: readonly string[],
    call: Call,
    input?: Uint8Array,
    { isSecret = true, hides = '' }: { readonly isSecret?: boolean; readonly hides?: string } = {},
  ): Promise<Ended | Failed> {
    const prepared = await this.#ready(call);
    const ready = prepared.kind === 'ready' ? await this.#signedIn(prepared, call) : prepared;
    if (ready.kind !== 'failed') return this.#run(ready, words, call, input, isSecret, hides);
    this.#concerningAll.add(ready);
    return ready;
  }

  outputOf(end: Ended | Failed): Output | Failed {
    if (end.kind === 'failed') return end;
    const failure = this.failureOf(end);
    if (failure !== null) return failure;
    const stdout = wholeOutput(end);
    return stdout instanceof Uint8Array ? { kind: 'output', stdout, stderr: end.stderr } : stdout;
  }

  /** By its table; null: it succeeded. */
  failureOf(end: Ended): Failed | null {
    return end.status === 0 ? null : this.#failed(end).failure;
  }

  /** Whether every other request to the store would fail in the same way, if one lock is on all of it. */
  concernsAll(failure: Failed): boolean {
    return isOfTheLock(failure) || this.concernsAllLocks(failure);
  }

  /** The same if its entries are behind different locks: the program is missing or not signed in, or its table says so. */
  concernsAllLocks(failure: Failed): boolean {
    return this.#concerningAll.has(failure);
  }

  #failed(end: Ended): Classified {
    const found = classified(this.#vendor.failures ?? NO_ROWS, end, this.#shown, end.hidden);
    const { row, failure } = found;
    if (row?.concernsAll === true) this.#concerningAll.add(failure);
    // It has been locked since: the next run signs in anew.
    if (end.session !== undefined && SIGNED_OUT.has(failure.failure.kind))
      forgetSession(this.#ports.environment, `${this.#sessionKey}`, end.session);
    return found;
  }

  async #run(
    { path, environment, secrets, session }: Ready,
    words: readonly string[],
    { signal }: Call,
    input?: Uint8Array,
    isSecret = true,
    hides = '',
  ): Promise<Ended | Failed> {
    const limits = { ...LIMITS, ...this.#vendor.limits };
    const run = { path, words, environment, folder: NEUTRAL_FOLDER, limits, signal, inputFrom: this.#vendor.inputFrom };
    const outcome = await inTurn(this.#ports.environment, signal, () =>
      this.#ports.programs.run(input === undefined ? run : { ...run, input }),
    );
    if (outcome.kind !== 'ended') return cutShort(this.#shown, outcome);
    const given = isSecret ? Buffer.from(input ?? []).toString('utf8') : '';
    return {
      ...outcome,
      stderr: outcome.stderr.toString('utf8'),
      hidden: [given, hides, ...secrets].filter((text) => text !== '').join('\n'),
      session,
    };
  }

  #ready(call: Call): Promise<Ready | Failed> {
    return this.#prepared.get(async () => {
      // A credential that is missing is what the manifest is about; a program may be missing on this machine alone.
      const own = (await this.#vendor.secrets?.()) ?? { kind: 'secrets', variables: {} };
      if (own.kind === 'failed') return own;
      const found = await findVendor(this.#vendor, this.#shown, this.#ports);
      if (found.kind === 'failed') return found;
      const variables = { ...this.#vendor.variables, ...own.variables };
      const environment = environmentFor(this.#vendor, variables, this.#ports);
      return { kind: 'ready', path: found.path, environment, secrets: textsOf(own.variables) };
    }, call);
  }

  async #signedIn(ready: Ready, call: Call): Promise<Ready | Failed> {
    const { signIn } = this.#vendor;
    if (signIn === undefined) return ready;
    const run: RunsProgram = async (words, input) => this.outputOf(await this.#run(ready, words, call, input));
    this.#sessionKey = JSON.stringify([ready.path, signIn.of, ready.secrets]);
    const begin = () => signIn.begin(run, call);
    const session = await sessionOf(this.#ports.environment, this.#sessionKey, begin, call);
    if (session.kind === 'failed') return session;
    const secrets = [...ready.secrets, ...textsOf(session.variables)];
    return { ...ready, environment: withVariables(ready.environment, session.variables), secrets, session };
  }
}

function textsOf(variables: Variables): readonly string[] {
  return Object.values(variables).filter((text) => text !== null);
}
