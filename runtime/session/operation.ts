/**
 * One operation of a session, from the gate to its record. Everything that accesses secrets is one: a refusal, a failure
 * and a success are recorded by the same lines.
 */
import type { ErrorKind } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import type { At } from '#schemas/addresses/address.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { StoreAccess } from '../access/store-access.js';
import type { AuditAction, AuditOutcome } from '../audit/audit-record.js';
import type { ExecutePorts } from '../execute/ports.js';
import { Failure, UsageError } from '../failure.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { Choice, ConcreteStore, LinkedPlan, LinkedStore } from '../link/linked-plan.js';
import type { Asked } from '../stores/bounds.js';
import type { HiddenQuestion, Terminal } from '../terminal/terminal.js';
import type { SecretValue } from '../values/secret-value.js';
import type { SelectedPlan } from './opening.js';
import type { SessionPorts } from './ports.js';
import { type Recorder, refOf } from './recorder.js';
import { shownNames } from './shown-names.js';

/** What an operation is about, as far as it is known before anything is opened. */
export interface About {
  readonly action: AuditAction;
  /** Operations on single secrets: one record for each. Without it, one record for all. */
  readonly keys?: readonly string[];
  /** `credential` for operations on credentials. */
  readonly command?: string;
}

/** What becomes known of an operation while it works; its record says it. */
export interface Facts {
  readonly keys?: readonly string[];
  /** Those of `keys` whose entry an author chose. */
  readonly refs?: ReadonlyMap<string, string>;
  readonly provider?: string;
  readonly at?: At;
  readonly command?: string;
  /** How it ends, even if it fails from here on: a missing value is not an error. */
  readonly outcome?: AuditOutcome | undefined;
}

/** What operations may use of the session. */
export interface Using {
  readonly recorder: Recorder;
  readonly warn: SessionPorts['warn'];
  readonly beforeUnlocks: SessionPorts['beforeUnlocks'];
  readonly terminal: Terminal | null;
  readonly cacheFolder: () => Promise<CacheFolder | null>;
  /** Stops if the call was aborted. */
  readonly throwIfAborted: () => void;
  /** Ports of this machine, over the session's open stores; accesses are reported to `record`. */
  readonly portsFor: (
    linked: LinkedPlan,
    record: (access: StoreAccess) => void,
    /** Whether a person is asked for credentials that an external provider requires. */
    asksCredentials: boolean,
    asked: Asked,
  ) => Promise<ExecutePorts>;
}

/** A plan, the user configuration and what the call wants of them. */
export interface Linkable {
  readonly plan: Plan;
  readonly user: UserConfig;
  /** The external providers of this machine. */
  readonly claims: Claims;
  readonly choice: Choice;
}

/** As records may have them. */
interface Names {
  readonly profile: string;
  readonly scope: string | undefined;
}

export class Operation {
  readonly #about: About;
  readonly #choice: Choice;
  readonly #names: Names;
  readonly #using: Using;
  readonly #opened: SelectedPlan;
  /** The keys that have no record yet, each as its record may have it; null for all together. */
  #unrecorded: Map<string | null, string | undefined>;
  #facts: Facts = {};

  private constructor(about: About, choice: Choice, names: Names, using: Using, opened: SelectedPlan) {
    this.#about = about;
    this.#choice = choice;
    this.#names = names;
    this.#using = using;
    this.#opened = opened;
    this.#unrecorded = new Map([[null, undefined]]);
  }

  static async begin(about: About, choice: Choice, using: Using, opened: SelectedPlan): Promise<Operation> {
    // Records of single secrets name none (semantics 13).
    const scope = about.keys === undefined ? (choice.scope ?? undefined) : undefined;
    const { keys, ...names } = await shownNames({ profile: opened.profile, scope, keys: about.keys });
    const operation = new Operation(about, choice, names, using, opened);
    if (about.keys !== undefined) operation.#recordEach(about.keys, keys ?? []);
    return operation;
  }

  get project(): string {
    return this.#opened.project;
  }

  /** The chosen one without credentials: it need not exist before `link` was successful, and may be an address typed by mistake. */
  get shownProfile(): string {
    return this.#names.profile;
  }

  /** Where this machine remembers things for the project; null if nothing may be kept. */
  cacheFolder(): Promise<CacheFolder | null> {
    return this.#using.cacheFolder();
  }

  /** Whether the call narrows what is looked for by name. */
  get isNarrowed(): boolean {
    return this.#choice.narrowing !== undefined;
  }

  /** Whether the call replaces all stores by one. */
  get isOverridden(): boolean {
    return this.#choice.override !== null;
  }

  /** The plan narrowed to the choice of the operation. Stops with all errors of the choice. */
  link(): Promise<LinkedPlan> {
    return this.#opened.link();
  }

  /** What the operation links in its own way. */
  async linkable(): Promise<Linkable> {
    return { ...(await this.#opened.plan()), choice: this.#choice };
  }

  /**
   * What executing, reading and writing need, with stores in which one that cannot be opened stays closed. Accesses that they report are
   * recorded. `asked`: what the call asks for besides the plan.
   */
  ports(linked: LinkedPlan, asked: Asked = {}): Promise<ExecutePorts> {
    const asksCredentials = this.#about.action === 'set';
    return this.#using.portsFor(linked, (access) => this.#recordAccess(access), asksCredentials, asked);
  }

  /** Says which stores of the plan a person may have to unlock. The operations that read single values do not. */
  async beforeContact({ stores }: LinkedPlan): Promise<void> {
    const { action } = this.#about;
    if (action !== 'check' && action !== 'run') return;
    const locked = stores.filter(mayAsk);
    if (locked.length > 0) await this.#using.beforeUnlocks(locked);
  }

  /** Whether a person can be prompted, and standard input is not for something else. */
  get isInteractive(): boolean {
    return this.#using.terminal?.isInput === true;
  }

  /** Whether a person can be prompted, whatever standard input is for. */
  get canAsk(): boolean {
    return this.#using.terminal?.isReachable === true;
  }

  /** Prompts for a value with hidden input; null if no one can be prompted. The answer may be empty. Stops if the call was aborted. */
  async ask(question: HiddenQuestion): Promise<SecretValue | null> {
    const { terminal, throwIfAborted } = this.#using;
    if (terminal === null) return null;
    const answer = await terminal.ask(question);
    if (answer.kind === 'answer') return answer.value;
    throwIfAborted();
    return null;
  }

  /** Stops if the call was aborted: stores that were given up did not fail. */
  throwIfAborted(): void {
    this.#using.throwIfAborted();
  }

  /** Warnings are reported whether the operation succeeds or not. */
  async warn(warnings: Parameters<SessionPorts['warn']>[0]): Promise<void> {
    if (warnings.length > 0) await this.#using.warn(warnings);
  }

  /** Adds to what the record will say; later facts replace earlier ones. */
  addFacts(facts: Facts): void {
    this.#facts = { ...this.#facts, ...facts };
  }

  /** The secrets of an operation on all of them, once they are known: from here on there is one record for each. */
  async recordEach(keys: readonly string[]): Promise<void> {
    this.#recordEach(keys, (await shownNames({ keys })).keys);
  }

  #recordEach(keys: readonly string[], shown: readonly string[]): void {
    this.#unrecorded = new Map(keys.map((key, index) => [key, shown[index]]));
  }

  /** One secret of several failed; the operation goes on with the others. */
  failedFor(key: string, errorKind: ErrorKind, facts: Facts = {}): void {
    const shown = this.#unrecorded.get(key);
    if (!this.#unrecorded.delete(key)) return;
    const common = this.#facts;
    this.addFacts(facts);
    this.#record(shown, 'error', errorKind);
    this.#facts = common;
  }

  /** Records the outcome now, where this process may not live to record it at the end. A failure afterwards is recorded as well. */
  async recordNow(outcome: AuditOutcome): Promise<void> {
    for (const key of this.#unrecorded.values()) this.#record(key, outcome);
    await this.#using.recorder.reportProblems(this.#using);
  }

  /** The operation did what it was asked. Its keys that stores have reported are recorded already. */
  succeeded(): void {
    const { outcome } = this.#facts;
    if (outcome === undefined) return;
    for (const key of this.#unrecorded.values()) this.#record(key, outcome);
  }

  failed(error: unknown): void {
    const { outcome } = this.#facts;
    for (const key of this.#unrecorded.values()) {
      if (outcome === undefined) this.#record(key, 'error', kindOf(error));
      else this.#record(key, outcome);
    }
  }

  #recordAccess(access: StoreAccess): void {
    this.#using.recorder.recordAccess(access, this.#opened);
    if (access.action !== this.#about.action) return;
    this.#unrecorded.delete(access.key ?? null);
    this.#unrecorded.delete(null);
  }

  #record(key: string | undefined, outcome: AuditOutcome, errorKind?: ErrorKind): void {
    const { action, command } = this.#about;
    const { at, ...facts } = this.#facts;
    const { project } = this.#opened;
    const { profile, scope } = this.#names;
    const known = { action, project, profile, scope, key, command, ref: refOf(at) };
    this.#using.recorder.record({ ...known, ...facts, outcome, errorKind });
  }
}

function mayAsk(store: LinkedStore): store is ConcreteStore {
  return store.kind === 'store' && store.unlocks === true;
}

/** The kind of the first error; one that has no kind of its own comes from the system. */
function kindOf(error: unknown): ErrorKind {
  if (error instanceof Failure) return error.diagnostics[0]?.kind ?? 'io';
  return error instanceof UsageError ? 'usage' : 'io';
}
