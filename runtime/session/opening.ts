/** What a session has opened: which plan the call names, the plan with the user configuration, and what they link to. */
import type { RequireReason } from '#schemas/plan.js';
import type { AuditSettings } from '#schemas/user-config.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { configFile } from '../inputs/folders.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { type Linking, readLinked } from '../plan/linked-cache.js';
import { areUnchanged, type ReadFile } from '../plan/private-cache.js';
import { readTrustedBytes } from '../plan/read-trusted-bytes.js';
import type { Call } from './call.js';
import { baseFolderOf, type NamedPlan, namedPlan } from '../inputs/named-plan.js';
import type { OpenedPlan } from './open-plan.js';
import { expectedHash, expectHash } from './policy.js';
import type { SessionPorts } from './ports.js';

/** What is known of a choice before any profile or scope is looked up. */
export interface SelectedPlan {
  readonly project: string;
  /** The chosen one, which need not exist. */
  readonly profile: string;
  readonly requireReason: RequireReason;
  readonly audit: AuditSettings;
  /** The hash of what must be approved; null if nothing must: the user does not require it, or the call names the whole plan by its hash. */
  readonly powers: string | null;
  /** Stops with all errors of the choice. */
  readonly link: () => Promise<LinkedPlan>;
  /** All that it is linked from, even if a cached linked plan is used. */
  readonly plan: () => Promise<OpenedPlan>;
}

const MOST_SELECTED = 1_000;

export class Opening {
  readonly #call: Call;
  readonly #warn: SessionPorts['warn'];
  #named: Promise<NamedPlan> | null = null;
  #opened: Promise<OpenedPlan> | null = null;
  /** What was selected of it by name: a program asks for the same names again and again, and linking is pure. */
  readonly #selected = new Map<string, SelectedPlan>();

  constructor(call: Call, warn: SessionPorts['warn']) {
    this.#call = call;
    this.#warn = warn;
  }

  /** A cached linked plan is reused if nothing has changed; it is the only thing that is read then. */
  async open(choice: Choice): Promise<SelectedPlan> {
    const named = await this.name();
    if (this.#call.options.followsChanges === true) await this.#dropOutdated(named);
    const key = choice.only === null ? null : JSON.stringify(choice);
    return (key !== null && this.#selected.get(key)) || this.#select(named, choice, key);
  }

  async #select(named: NamedPlan, choice: Choice, key: string | null): Promise<SelectedPlan> {
    const expected = expectedHash(this.#call);
    const linking = this.#opened === null ? this.#linking(named, choice) : null;
    const known = linking && readLinked(cacheFolder(this.#call.variables, baseFolderOf(named)), linking);
    if (known === null || !(await this.#areClaimed(known.linked)))
      return this.#openPlan(named, choice, linking, key, expected);
    await expectHash(expected, known.hash);
    const { linked, requireReason, audit } = known;
    const powers = expected === null ? known.powers : null;
    const { project, profile } = linked;
    return {
      project,
      profile,
      requireReason,
      audit,
      powers,
      link: async () => linked,
      plan: () => this.#planOf(named, expected),
    };
  }

  name(): Promise<NamedPlan> {
    if (this.#named === null) {
      this.#named = namedPlan(this.#call);
      this.#named.catch(() => {
        this.#named = null;
      });
    }
    return this.#named;
  }

  async #openPlan(
    named: NamedPlan,
    choice: Choice,
    linking: Linking | null,
    key: string | null,
    expected: string | null,
  ): Promise<SelectedPlan> {
    const { linkPlan, keepLinkedPlan } = await import('./open-plan.js');
    const opening = this.#planOf(named, expected);
    const opened = await opening;
    const { name: project, requireReason } = opened.plan.project;
    let linked: LinkedPlan | null = null;
    const selected: SelectedPlan = {
      project,
      profile: choice.profile ?? opened.user.profile ?? 'default',
      requireReason,
      audit: opened.user.audit,
      powers: expected === null ? opened.powers : null,
      link: async () => {
        if (linked === null) {
          linked = linkPlan(opened, choice);
          if (linking !== null) keepLinkedPlan(this.#call, named, linking, opened, linked);
        }
        return linked;
      },
      plan: async () => opened,
    };
    if (key !== null && this.#opened === opening) this.#remember(key, selected);
    return selected;
  }

  #remember(key: string, selected: SelectedPlan): void {
    if (this.#selected.size >= MOST_SELECTED) this.#selected.clear();
    this.#selected.set(key, selected);
  }

  #planOf(named: NamedPlan, expected: string | null): Promise<OpenedPlan> {
    if (this.#opened === null) {
      this.#opened = this.#openAnew(named, expected);
      // The next operation tries again: by then the manifest may be corrected.
      this.#opened.catch(() => this.#drop());
    }
    return this.#opened;
  }

  async #openAnew(named: NamedPlan, expected: string | null): Promise<OpenedPlan> {
    const { openPlan } = await import('./open-plan.js');
    const opened = await openPlan(this.#call, named, expected);
    if (opened.warnings.length > 0) await this.#warn(opened.warnings);
    return opened;
  }

  #drop(): void {
    this.#opened = null;
    this.#selected.clear();
  }

  /** Who may write a plan file is checked each time. */
  async #dropOutdated({ kind }: NamedPlan): Promise<void> {
    const opened = this.#opened;
    const sources = (await opened?.catch(() => null))?.sources ?? null;
    const isCurrent = kind === 'compiled' && sources !== null && areUnchanged(sources);
    if (!isCurrent && this.#opened === opened) this.#drop();
  }

  /** Whether its external providers are still on this machine; most plans have none. */
  async #areClaimed({ stores }: LinkedPlan): Promise<boolean> {
    const external = stores.flatMap((store) => (store.kind === 'store' && store.external ? [store.scheme] : []));
    if (external.length === 0) return true;
    const { claimsOf } = await import('../inputs/claims.js');
    const claims = claimsOf(this.#call.variables);
    return external.every((scheme) => claims.has(scheme));
  }

  /** Null for a plan file that must not be trusted. This is checked every time, even if its content is cached. */
  #linking(named: NamedPlan, choice: Choice): Linking | null {
    const planFile = named.kind === 'file' ? trustedFile(named.path) : null;
    if (named.kind === 'file' && planFile === null) return null;
    const { variables, options } = this.#call;
    const about = { manifest: named.manifest, planFile, configPath: configFile(variables), choice };
    return options.requiresTrust === undefined ? about : { ...about, requiresTrust: options.requiresTrust };
  }
}

function trustedFile(path: string): ReadFile | null {
  const opened = readTrustedBytes(path);
  return opened.kind === 'bytes' ? { path, bytes: opened.bytes } : null;
}
