/**
 * The only entry: everything that commands, the library and servers do with a manifest, its plan and its stores is done on a session. Each
 * of its operations passes one gate, leaves a record, and shares the stores, each of which is opened once.
 *
 * Longer than 400 lines because each operation is a method here, and all that they share is above and below them.
 */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { requireReason } from '../access/reason-policy.js';
import type { StoreAccess } from '../access/store-access.js';
import type { FoundSecret, Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { chooseAll, chooseNamed } from '../inputs/choice.js';
import { homeFolder } from '../inputs/folders.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Call } from './call.js';
import { baseFolderOf } from '../inputs/named-plan.js';
import type { FollowedSignal } from './followed-signal.js';
import type { SelectedPlan } from './opening.js';
import { type About, Operation, type Using } from './operation.js';
import type { AddedSecrets, Declared, Describe } from './operations/add.js';
import type { AddedFrom, NamesWanted } from './operations/add-from.js';
import type { AtHand } from './operations/at-hand.js';
import type { Checking, ReportOptions, ShowReport } from './operations/check.js';
import type { Deleting } from './operations/delete.js';
import type { NamedRemoval } from './operations/delete-named.js';
import type { Editing } from './operations/edit.js';
import type { Exporting, ExportOptions } from './operations/export.js';
import type { FoundNamed } from './operations/find-named.js';
import type { WithValidity } from './operations/get.js';
import type { Admission, NamedAnswer, NamedOptions, NotAdmitted } from './operations/get-named.js';
import type { Importing, ImportOptions } from './operations/import.js';
import type { ManifestOutcome, ManifestWanted } from './operations/init.js';
import type { Loaded, LoadOptions } from './operations/load.js';
import type { LoggedIn, LoginPerson } from './operations/login.js';
import type { Rekeyed, RekeyOptions } from './operations/rekey.js';
import { type Running, type RunOptions, run } from './operations/run.js';
import type { ObtainValue, SetOutcome } from './operations/set.js';
import type { SearchableProfile } from './operations/search.js';
import type { Visible } from './operations/visible.js';
import type { SessionPorts } from './ports.js';
import { type Request, requestPorts } from './request.js';
import { Shared } from './shared.js';

/** What an operation is about; by default everything that the scope shows, in the profile of the call. */
export interface Wanted {
  /** These secrets and what they are made of, regardless of the scope. */
  readonly only?: readonly string[];
  readonly profile?: string;
  /** Everything, whatever the scope (spec 4.2, rule 15). */
  readonly isUnscoped?: true;
  /** `only` is limited by the scope: for programs, which get no more from one name than from all of them. */
  readonly isScoped?: true;
}

/** What a session is about, once it is fixed. */
export type Fixed = Pick<LinkedPlan, 'project' | 'profile' | 'scope'>;

/** The plan of a session, and the profile that it uses of it. */
export interface PlanInForce {
  readonly plan: Plan;
  readonly profile: string;
}

type OfProfile = Pick<Wanted, 'profile'>;
type SetOptions = OfProfile & { readonly isForced?: boolean };

/** Operations stop with a Failure or a UsageError. The code that opens a session closes it. */
export class Session {
  readonly #shared: Shared;
  readonly #ports: SessionPorts;
  readonly #asked: FollowedSignal | null;
  readonly #using: Using;

  /** `shared`, `asked`: of a session that this one is a request of. */
  constructor(call: Call, ports: SessionPorts, shared = new Shared(call, ports), asked: FollowedSignal | null = null) {
    this.#shared = shared;
    this.#ports = ports;
    this.#asked = asked;
    const recorder = shared.recorder.withPurpose(ports.purpose);
    this.#using = {
      recorder,
      warn: ports.warn,
      beforeUnlocks: ports.beforeUnlocks,
      terminal: ports.terminal,
      cacheFolder: async () => cacheFolder(call.variables, baseFolderOf(await shared.opening.name())),
      throwIfAborted: () => ports.signal.throwIfAborted(),
      portsFor: async (linked, record, asksCredentials, asked) => {
        const { world, pool } = await shared.use();
        world.asksCredentials = asksCredentials;
        const opened = (access: StoreAccess) => recorder.recordAccess(access, linked);
        const stores = pool.storesOf(linked, this.#asked && ports.signal, opened, asked);
        return world.executePorts(stores, record, ports);
      },
    };
  }

  /** The same session for one request: it shares the stores, and has a signal, warnings and progress of its own. */
  request(request: Request): Session {
    const { ports, asked } = requestPorts(this.#ports, request);
    return new Session(this.#shared.call, ports, this.#shared, asked);
  }

  /** Creates a manifest from the names that a store lists; the call needs none, and no reason (semantics 12). */
  async init(wanted: ManifestWanted): Promise<ManifestOutcome> {
    const { init } = await import('./operations/init.js');
    return this.#heeding(() => init(this.#shared.call, this.#ports, wanted));
  }

  /** Declares one more secret in the manifest, in place; needs no reason (semantics 12). */
  async add(secret: string, describe: Describe): Promise<AddedSecrets> {
    const { add } = await import('./operations/add.js');
    return add(this.#shared.call, secret, describe);
  }

  /** Declares several at once. */
  async addNames(declared: readonly Declared[]): Promise<AddedSecrets> {
    const { addNames } = await import('./operations/add-names.js');
    return addNames(this.#shared.call, declared);
  }

  /** Declares names that a store lists, in the same way. */
  async addFrom(wanted: NamesWanted): Promise<AddedFrom> {
    const { addFrom } = await import('./operations/add-from.js');
    return this.#heeding(() => addFrom(this.#shared.call, this.#ports, wanted));
  }

  /** Values for this command (its name, without arguments), which `use` starts. The stores are closed before. */
  run<T>(command: string, use: (running: Running) => Promise<T>, how: RunOptions = {}): Promise<T> {
    return this.#perform({ action: 'run' }, {}, (operation) => run(operation, command, how, () => this.close(), use));
  }

  /** Whether everything resolves; what can be made is made and stored. */
  check<T>(use: (checking: Checking) => Promise<T>): Promise<T> {
    return this.#perform({ action: 'check' }, {}, async (operation) => {
      const { check } = await import('./operations/check.js');
      return check(operation, this.#shared.call, use);
    });
  }

  /** The value-free resolution: nothing is made or written. If stores failed, `show` gets it before that is thrown. */
  report(show: ShowReport = () => {}, how: ReportOptions = {}): Promise<Resolution> {
    return this.#perform({ action: 'check' }, {}, async (operation) => {
      const { report } = await import('./operations/check.js');
      return report(operation, this.#shared.call, show, how);
    });
  }

  /** All values, which `use` hands over. */
  export<T>(use: (exporting: Exporting) => Promise<T>, how: ExportOptions = {}): Promise<T> {
    const wanted = how.only === undefined ? {} : ({ only: how.only, isScoped: true } as const);
    return this.#perform({ action: 'export' }, wanted, async (operation) => {
      const { exportAll } = await import('./operations/export.js');
      return exportAll(operation, use, how);
    });
  }

  /** The values of this profile, or of each, to be looked for elsewhere. A profile that cannot be read is said, and stops nothing. */
  async search(only: string | null): Promise<readonly SearchableProfile[]> {
    const { call, opening } = this.#shared;
    const opened = await opening.open({ ...this.#choice({}), only: [] });
    const { plan } = await opened.plan();
    const base = { baseFolder: baseFolderOf(await opening.name()), home: homeFolder(call.variables) };
    const profiles: SearchableProfile[] = [];
    for (const profile of only === null ? Object.keys(plan.profiles) : [only]) {
      const about = { action: 'check', command: 'scan' } as const;
      const { search } = await import('./operations/search.js');
      const found = this.#perform(about, { profile, isUnscoped: true }, (operation) =>
        search(operation, profile, base),
      );
      profiles.push(await found);
    }
    return profiles;
  }

  /** The folder of the manifest, or of the plan file alone. */
  async folder(): Promise<string> {
    return baseFolderOf(await this.#shared.opening.name());
  }

  /** For the hook of a shell: what is there, without asking anybody, making anything or unlocking a store. */
  atHand<T>(use: (found: AtHand) => Promise<T>): Promise<T> {
    const about = { action: 'export', command: 'hook' } as const;
    return this.#perform(about, {}, async (one) => (await import('./operations/at-hand.js')).atHand(one, use));
  }

  /** The files of which a change may change what the call comes to. Stops with all errors; contacts no store, and records nothing. */
  async watched(): Promise<readonly string[]> {
    const { opening, call } = this.#shared;
    const { watchedFiles } = await import('./operations/watched-files.js');
    return watchedFiles(opening, this.#choice({}), call.variables);
  }

  /** All secrets for a program, which removes their files. Records of it are those of a check. */
  load(how: LoadOptions): Promise<Loaded> {
    return this.#perform({ action: 'check' }, {}, async (one) => (await import('./operations/load.js')).load(one, how));
  }

  /** One value; stops if there is none. */
  get(secret: string, wanted: OfProfile = {}): Promise<FoundSecret> {
    return this.#perform({ action: 'get', keys: [secret] }, { ...wanted, only: [secret] }, async (operation) => {
      const { get } = await import('./operations/get.js');
      return get(operation, secret);
    });
  }

  /** The same, with when its value expires, where a store knows it. */
  getWithValidity(secret: string): Promise<WithValidity> {
    return this.#perform({ action: 'get', keys: [secret] }, { only: [secret] }, async (operation) => {
      const { getWithValidity } = await import('./operations/get.js');
      return getWithValidity(operation, secret);
    });
  }

  /**
   * Reads the plan and the user configuration, and checks profile and scope, so that all operations from here on use them as they are now. For
   * programs that keep a session open: no store is contacted, no reason needed, and nothing recorded but a missing approval.
   */
  async fix(): Promise<Fixed> {
    const { opening, recorder } = this.#shared;
    const choice = { ...this.#choice({}), only: [] };
    const opened = await opening.open(choice);
    await recorder.open(opened.audit, this.#ports);
    try {
      await this.#requireTrust(opened);
    } catch (error) {
      (await Operation.begin({ action: 'check' }, choice, this.#using, opened)).failed(error);
      throw error;
    }
    const { project, profile, scope } = await opened.link();
    return { project, profile, scope };
  }

  /** What a program may ask for. No store is contacted, no reason needed, and nothing recorded. */
  async visible(): Promise<Visible> {
    const opened = await this.#shared.opening.open(this.#choice({}));
    const { visibleIn } = await import('./operations/visible.js');
    return visibleIn(await opened.link());
  }

  /** The same, with the plan: for programs that were made from it, and compare it before they load secrets. */
  async plan(): Promise<PlanInForce> {
    const { profile } = await this.fix();
    const opened = await this.#shared.opening.open({ ...this.#choice({}), only: [] });
    return { profile, plan: (await opened.plan()).plan };
  }

  /** One secret for a program, inside the scope: that there is none is an answer. Its files are those of the result. */
  getNamed(secret: string, how: NamedOptions): Promise<NamedAnswer>;
  getNamed(secret: string, how: NamedOptions & Admission): Promise<NamedAnswer | NotAdmitted>;
  getNamed(secret: string, how: NamedOptions & Partial<Admission>): Promise<NamedAnswer | NotAdmitted> {
    return this.#perform({ action: 'get', keys: [secret] }, { only: [secret], isScoped: true }, async (operation) => {
      const { getNamed } = await import('./operations/get-named.js');
      return getNamed(operation, secret, how);
    });
  }

  /** The same without its value: nothing is made, written or cached. */
  findNamed(secret: string): Promise<FoundNamed> {
    return this.#perform({ action: 'get', keys: [secret] }, { only: [secret], isScoped: true }, async (operation) => {
      const { findNamed } = await import('./operations/find-named.js');
      return findNamed(operation, secret);
    });
  }

  /** The same for a value that a program stores: refused as `set` refuses it, and outside the scope. */
  setNamed(secret: string, value: SecretValue): Promise<SetOutcome> {
    return this.#perform({ action: 'set', keys: [secret] }, { only: [secret], isScoped: true }, async (operation) => {
      const { set } = await import('./operations/set.js');
      return set(operation, secret, async () => value, {});
    });
  }

  /** The same for a value that a program removes. */
  deleteNamed(secret: string): Promise<NamedRemoval> {
    const about = { action: 'delete', keys: [secret] } as const;
    return this.#perform(about, { only: [secret], isScoped: true }, async (operation) => {
      const { deleteNamed } = await import('./operations/delete-named.js');
      return deleteNamed(operation, secret);
    });
  }

  /** Stops unless the manifest declares these secrets for the profile of the call. Contacts no store. */
  async requireDeclared(secrets: readonly string[]): Promise<void> {
    const selected = await this.#shared.opening.open(this.#choice({ only: secrets }));
    await selected.link();
  }

  /** Stores a value, which `obtain` gives once the store was found to accept it. `isForced`: whatever its type. */
  set(secret: string, obtain: ObtainValue, { isForced = false, ...wanted }: SetOptions = {}): Promise<SetOutcome> {
    return this.#perform({ action: 'set', keys: [secret] }, { ...wanted, only: [secret] }, async (operation) => {
      const { set } = await import('./operations/set.js');
      const { policies } = this.#shared.call.options;
      return set(operation, secret, obtain, { isForced, ...(policies && { policies }) });
    });
  }

  /** Values for a person's editor, and what is stored of what comes back. `secrets`: null for all that the profile declares. */
  edit<T>(secrets: readonly string[] | null, isForced: boolean, use: (editing: Editing) => Promise<T>): Promise<T> {
    const only = secrets && [...new Set(secrets)];
    const wanted = only === null ? ({ isUnscoped: true } as const) : { only };
    return this.#perform({ action: 'export', command: 'edit' }, wanted, async (operation) => {
      const { edit } = await import('./operations/edit.js');
      return edit(operation, only, { isForced, policies: this.#shared.call.options.policies ?? [] }, use);
    });
  }

  /** Stores the credentials that an alias binds, as `person` answers for each. */
  login(alias: string, person: LoginPerson, wanted: OfProfile = {}): Promise<LoggedIn> {
    const about = { action: 'set', command: 'credential' } as const;
    const unscoped = { ...wanted, isUnscoped: true } as const;
    return this.#perform(about, unscoped, async (operation) => {
      const { login } = await import('./operations/login.js');
      return login(operation, alias, person, () => this.close());
    });
  }

  /** Removes the values of these secrets, or of all that the profile stores: once `use` has decided that they are removed. */
  delete<T>(secrets: readonly string[] | null, use: (deleting: Deleting) => Promise<T>): Promise<T> {
    const only = secrets === null ? [] : [...new Set(secrets)];
    const about = secrets === null ? {} : { keys: only };
    return this.#perform({ action: 'delete', ...about }, { only }, async (operation) => {
      const { deleteSecrets } = await import('./operations/delete.js');
      return deleteSecrets(operation, secrets && only, use);
    });
  }

  /** Removes the cached copy of this secret, or all copies of the profile. Gives how many were removed. */
  clearCache(secret: string | null): Promise<number> {
    const wanted = { isUnscoped: true, ...(secret !== null && { only: [secret] }) } as const;
    const about = secret === null ? {} : { keys: [secret] };
    return this.#perform({ action: 'cache_clear', ...about }, wanted, async (operation) => {
      const { clearCache } = await import('./operations/clear-cache.js');
      return clearCache(operation);
    });
  }

  /** Copies the stored values of the profile from another store to their destinations: once `use` starts it. */
  import<T>(from: string, how: ImportOptions, use: (importing: Importing) => Promise<T>): Promise<T> {
    return this.#perform({ action: 'import' }, { isUnscoped: true }, async (operation) => {
      const { importFrom } = await import('./operations/import.js');
      return importFrom(operation, from, how, use);
    });
  }

  /** Encrypts files of stores again, for those of their lists: of these stores, or of all that the profile uses. */
  rekey(stores: readonly string[], options: RekeyOptions, show: (rekeyed: Rekeyed) => void): Promise<void> {
    return this.#perform({ action: 'rekey' }, { isUnscoped: true }, async (operation) => {
      const { rekey } = await import('./operations/rekey.js');
      return rekey(operation, stores, options, show);
    });
  }

  /** Records an access that is not made, because a program asked for what it may not have; then stops with why. */
  refuse(action: 'check' | 'run', why: Diagnostic, command?: string): Promise<never> {
    const about = { action, ...(command !== undefined && { command }) };
    return this.#perform(about, {}, async () => fail(why));
  }

  /** Closes every store, of all requests. The session may be used again, and opens them again. */
  close(): Promise<void> {
    return this.#shared.close();
  }

  /** The gate and the record of every operation. What cannot be loaded belongs to no project, and is not recorded. */
  #perform<T>(about: About, wanted: Wanted, work: (operation: Operation) => Promise<T>): Promise<T> {
    const perform = async () => {
      this.#asked?.throwIfAsked();
      const { opening, recorder, access } = this.#shared;
      const choice = this.#choice(wanted);
      const opened = await opening.open(choice);
      if (!recorder.isOpen) await recorder.open(opened.audit, this.#ports);
      const operation = await Operation.begin(about, choice, this.#using, opened);
      try {
        await requireReason(opened.requireReason, access);
        await this.#requireTrust(opened);
        const result = await work(operation);
        operation.succeeded();
        return result;
      } catch (error) {
        operation.failed(error);
        // What failed was given up.
        this.#asked?.throwIfAsked();
        throw error;
      } finally {
        await recorder.reportProblems(this.#ports);
      }
    };
    return this.#heeding(() => this.#shared.during(perform));
  }

  /** Stops if the user requires approvals and has not given this one. What decides that is loaded only for such users. */
  async #requireTrust({ powers, plan }: SelectedPlan): Promise<void> {
    if (powers === null) return;
    const { call, opening } = this.#shared;
    const { requireTrust } = await import('../trust/require-trust.js');
    await requireTrust({
      hash: powers,
      manifest: (await opening.name()).manifest,
      variables: call.variables,
      plan: async () => (await plan()).plan,
      warn: this.#ports.warn,
    });
  }

  /** Only while something runs does the signal of a request hear from that of its caller. */
  #heeding<T>(work: () => Promise<T>): Promise<T> {
    return this.#asked === null ? work() : this.#asked.during(work);
  }

  #choice({ only, profile, isUnscoped, isScoped }: Wanted): Choice {
    const { call, choice: chosen } = this.#shared;
    const choice = profile === undefined ? chosen : chooseAll({ ...call.options, profile, variables: call.variables });
    if (only !== undefined && isScoped) return { ...choice, only };
    if (only !== undefined) return chooseNamed(choice, only);
    return isUnscoped ? { ...choice, scope: null } : choice;
  }
}
