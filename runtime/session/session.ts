/**
 * The only entry: everything that commands, the library and servers do with a manifest, its plan and its stores is done on a session. It
 * checks the reason policy before it uses any profile or store, and opens each store once.
 */
import { execute } from '../execute/execute.js';
import type { ReadyToSet } from '../execute/keeping/set-secret.js';
import { type Mode, REPORT, RESOLVE, RUN } from '../execute/mode.js';
import type { FoundSecret, Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { type ChoiceInputs, chooseAll, chooseNamed } from '../inputs/choice.js';
import { configFile } from '../inputs/folders.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { type Linking, readLinked } from '../plan/linked-cache.js';
import { obtainPlan } from '../plan/obtain-plan.js';
import type { ObtainedPlan } from '../plan/plan-cache.js';
import type { ReadFile } from '../plan/private-cache.js';
import { readTrustedBytes } from '../plan/read-trusted-bytes.js';
import { StorePool } from '../stores/pool.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Call } from './call.js';
import { requireManifest } from './named-manifest.js';
import { baseFolderOf, type NamedPlan, namedPlan } from './named-plan.js';
import type { OpenedPlan } from './open-plan.js';
import { expectedHash, expectHash, reasonOf } from './policy.js';
import type { SessionPorts } from './ports.js';
import { World } from './world.js';

/** What one operation is about; by default everything that the scope shows, in the profile of the call. */
export interface Wanted {
  /** These secrets and what they are made of, regardless of the scope. */
  readonly only?: readonly string[];
  readonly profile?: string;
}

export interface Resolved {
  readonly linked: LinkedPlan;
  readonly resolution: Resolution;
}

/** A value that may be stored now. `store` stops if the store refuses it. */
export interface PreparedSet extends Omit<ReadyToSet, 'store'> {
  store(value: SecretValue): Promise<void>;
}

/** `report`: value-free, nothing is generated or written. Only `run` may prompt (spec 4.3). */
export type Purpose = 'report' | 'resolve' | 'run';
const MODES: Readonly<Record<Purpose, Mode>> = { report: REPORT, resolve: RESOLVE, run: RUN };

/** What the stores of the session need; created with the first one. */
interface Used {
  readonly world: World;
  readonly pool: StorePool;
}

/** Operations stop with a Failure or a UsageError. The code that opens a session closes it. */
export class Session {
  readonly #call: Call;
  readonly #ports: SessionPorts;
  #named: Promise<NamedPlan> | null = null;
  #opened: Promise<OpenedPlan> | null = null;
  #reason: string | null = null;
  #used: Promise<Used> | null = null;

  constructor(call: Call, ports: SessionPorts) {
    this.#call = call;
    this.#ports = ports;
  }

  /** What the manifest compiles to, for callers that inspect a plan without executing it: no reason is needed. */
  async compiled(): Promise<ObtainedPlan> {
    const manifest = await requireManifest(this.#call);
    return obtainPlan(cacheFolder(this.#call.variables, manifest.folder), manifest);
  }

  /** Project and profile, known before anything is linked. */
  async heading(): Promise<{ readonly project: string; readonly profile: string }> {
    const { plan, user } = await this.#open();
    return { project: plan.project.name, profile: this.#choice({}).profile ?? user.profile ?? 'default' };
  }

  /** The plan narrowed to what is wanted. A cached linked plan is reused if nothing has changed. */
  async link(wanted: Wanted = {}): Promise<LinkedPlan> {
    const choice = this.#choice(wanted);
    const expected = expectedHash(this.#call);
    const named = await this.#name();
    const linking = this.#opened === null ? this.#linking(named, choice) : null;
    const known = linking && readLinked(cacheFolder(this.#call.variables, baseFolderOf(named)), linking);
    if (known === null) return this.#linkNow(named, choice, linking);
    await expectHash(expected, known.hash);
    this.#reason = await reasonOf(this.#call, known.requireReason);
    return known.linked;
  }

  /** The resolution, even if required secrets are missing in it. A hard error stops. */
  async resolve(purpose: Purpose, wanted: Wanted = {}): Promise<Resolved> {
    const linked = await this.link(wanted);
    const { world, pool } = await this.#use();
    const result = await execute(linked, MODES[purpose], world.executePorts(pool.storesOf(linked)));
    if (result.warnings.length > 0) await this.#ports.warn(result.warnings);
    return result.kind === 'resolved' ? { linked, resolution: result.resolution } : fail(...result.diagnostics);
  }

  /** Stops if a required secret is missing or a group is violated. */
  async requireSatisfied(resolved: Resolved): Promise<Resolution> {
    const { linked, resolution } = resolved;
    if (isSatisfied(resolution)) return resolution;
    const { unsatisfied } = await import('../execute/explaining/unsatisfied.js');
    return fail(...(await unsatisfied(linked, resolution, (await this.#use()).pool.storesOf(linked))));
  }

  /** Required secrets whose value is empty: allowed, but rarely meant. */
  async warnOfEmpty({ linked, resolution }: Resolved): Promise<void> {
    if (!resolution.secrets.some((found) => found.status === 'found' && found.required && found.isEmpty)) return;
    const { emptyValues } = await import('../execute/explaining/empty-values.js');
    await this.#ports.warn(emptyValues(linked, resolution));
  }

  /** One value; stops if there is none. */
  async get(secret: string, wanted: Pick<Wanted, 'profile'> = {}): Promise<FoundSecret> {
    const { linked, resolution } = await this.resolve('resolve', { ...wanted, only: [secret] });
    const found = resolution.secrets.find((one) => one.secret === secret);
    if (found?.status === 'found') return found;
    const { withoutValue } = await import('../execute/explaining/unsatisfied.js');
    return fail(await withoutValue(linked, resolution, secret, (await this.#use()).pool.storesOf(linked)));
  }

  /** Where a value of the secret would be stored, and how. The store was found to accept it; nothing is written yet. */
  async set(secret: string, wanted: Pick<Wanted, 'profile'> = {}): Promise<PreparedSet> {
    const linked = await this.link({ ...wanted, only: [secret] });
    const { prepareSet } = await import('../execute/keeping/set-secret.js');
    const { world, pool } = await this.#use();
    const prepared = await prepareSet(linked, world.executePorts(pool.storesOf(linked)), secret);
    if (prepared.kind === 'refused') return fail(prepared.why);
    return {
      ...prepared,
      store: async (value) => {
        const { error, warnings } = await prepared.store(value);
        if (warnings.length > 0) await this.#ports.warn(warnings);
        if (error !== null) fail(error);
      },
    };
  }

  /** If `deliver` throws, no one has received the paths of the temporary files, so they are removed. */
  async handOver<T>(resolution: Resolution, deliver: () => Promise<T>): Promise<T> {
    try {
      return await deliver();
    } catch (error) {
      await this.release(resolution);
      throw error;
    }
  }

  /** Removes the temporary files of a resolution, those of hidden inputs included. */
  async release({ files }: Resolution): Promise<void> {
    const { removeTemporary } = await import('../execute/delivering/temporary-files.js');
    for (const path of files) removeTemporary(path);
  }

  /** Closes every store. The session may be used again, and opens them again. */
  async close(): Promise<void> {
    await (await this.#used)?.pool.close();
  }

  #choice({ only, profile }: Wanted): Choice {
    const { options, variables } = this.#call;
    const inputs: ChoiceInputs = { ...options, profile: profile ?? options.profile, variables };
    return only === undefined ? chooseAll(inputs) : chooseNamed(inputs, only);
  }

  #name(): Promise<NamedPlan> {
    if (this.#named === null) {
      this.#named = namedPlan(this.#call);
      this.#named.catch(() => {
        this.#named = null;
      });
    }
    return this.#named;
  }

  async #linkNow(named: NamedPlan, choice: Choice, linking: Linking | null): Promise<LinkedPlan> {
    const [{ linkPlan, keepLinkedPlan }, opened] = [await import('./open-plan.js'), await this.#open()];
    const linked = linkPlan(opened, choice);
    if (linking !== null) keepLinkedPlan(this.#call, named, linking, opened, linked);
    return linked;
  }

  async #open(): Promise<OpenedPlan> {
    const expected = expectedHash(this.#call);
    const named = await this.#name();
    const { openPlan } = await import('./open-plan.js');
    if (this.#opened === null) {
      this.#opened = openPlan(this.#call, named, expected);
      // The next operation tries again: by then the manifest may be corrected.
      this.#opened.catch(() => {
        this.#opened = null;
      });
    }
    const opened = await this.#opened;
    this.#reason = await reasonOf(this.#call, opened.plan.project.requireReason);
    return opened;
  }

  /** Null for a plan file that must not be trusted. This is checked every time, even if its content is cached. */
  #linking(named: NamedPlan, choice: Choice): Linking | null {
    const planFile = named.kind === 'file' ? trustedFile(named.path) : null;
    if (named.kind === 'file' && planFile === null) return null;
    return { manifest: named.manifest, planFile, configPath: configFile(this.#call.variables), choice };
  }

  #use(): Promise<Used> {
    this.#used ??= this.#name().then((named) => {
      const world = new World(this.#call, this.#ports, { reason: this.#reason, folder: baseFolderOf(named) });
      return { world, pool: new StorePool(world) };
    });
    return this.#used;
  }
}

export function isSatisfied({ violations, secrets }: Resolution): boolean {
  return violations.length === 0 && secrets.every(({ status }) => status !== 'missing_required');
}

function trustedFile(path: string): ReadFile | null {
  const opened = readTrustedBytes(path);
  return opened.kind === 'bytes' ? { path, bytes: opened.bytes } : null;
}
