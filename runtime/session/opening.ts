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
  /** Stops with all errors of the choice. */
  readonly link: () => Promise<LinkedPlan>;
  /** All that it is linked from, even if a cached linked plan is used. */
  readonly plan: () => Promise<OpenedPlan>;
}

const MOST_LINKS = 1_000;

export class Opening {
  readonly #call: Call;
  readonly #warn: SessionPorts['warn'];
  #named: Promise<NamedPlan> | null = null;
  #opened: Promise<OpenedPlan> | null = null;
  /** What single secrets are linked to. */
  #links: { readonly of: OpenedPlan | null; readonly known: Map<string, LinkedPlan> } = { of: null, known: new Map() };

  constructor(call: Call, warn: SessionPorts['warn']) {
    this.#call = call;
    this.#warn = warn;
  }

  /** A cached linked plan is reused if nothing has changed; it is the only thing that is read then. */
  async open(choice: Choice): Promise<SelectedPlan> {
    const expected = expectedHash(this.#call);
    const named = await this.name();
    if (this.#call.options.followsChanges === true) await this.#dropOutdated(named);
    const linking = this.#opened === null ? this.#linking(named, choice) : null;
    const known = linking && readLinked(cacheFolder(this.#call.variables, baseFolderOf(named)), linking);
    if (known === null || !(await this.#areClaimed(known.linked)))
      return this.#openPlan(named, choice, linking, expected);
    await expectHash(expected, known.hash);
    const { linked, requireReason, audit } = known;
    const { project, profile } = linked;
    return {
      project,
      profile,
      requireReason,
      audit,
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
    expected: string | null,
  ): Promise<SelectedPlan> {
    const { linkPlan, keepLinkedPlan } = await import('./open-plan.js');
    const opened = await this.#planOf(named, expected);
    const { name: project, requireReason } = opened.plan.project;
    return {
      project,
      profile: choice.profile ?? opened.user.profile ?? 'default',
      requireReason,
      audit: opened.user.audit,
      link: async () => {
        const linked = this.#linkedOnce(opened, choice, () => linkPlan(opened, choice));
        if (linking !== null) keepLinkedPlan(this.#call, named, linking, opened, linked);
        return linked;
      },
      plan: async () => opened,
    };
  }

  /** A program asks for the same names again and again, and linking is pure. */
  #linkedOnce(opened: OpenedPlan, choice: Choice, link: () => LinkedPlan): LinkedPlan {
    if (choice.only === null) return link();
    if (this.#links.of !== opened || this.#links.known.size >= MOST_LINKS)
      this.#links = { of: opened, known: new Map() };
    const key = JSON.stringify(choice);
    const linked = this.#links.known.get(key) ?? link();
    this.#links.known.set(key, linked);
    return linked;
  }

  async #planOf(named: NamedPlan, expected: string | null): Promise<OpenedPlan> {
    const { openPlan } = await import('./open-plan.js');
    if (this.#opened === null) {
      this.#opened = openPlan(this.#call, named, expected).then(async (opened) => {
        if (opened.warnings.length > 0) await this.#warn(opened.warnings);
        return opened;
      });
      // The next operation tries again: by then the manifest may be corrected.
      this.#opened.catch(() => {
        this.#opened = null;
      });
    }
    return this.#opened;
  }

  /** Who may write a plan file is checked each time. */
  async #dropOutdated({ kind }: NamedPlan): Promise<void> {
    const opened = this.#opened;
    const sources = (await opened?.catch(() => null))?.sources ?? null;
    const isCurrent = kind === 'compiled' && sources !== null && areUnchanged(sources);
    if (!isCurrent && this.#opened === opened) this.#opened = null;
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
    return { manifest: named.manifest, planFile, configPath: configFile(this.#call.variables), choice };
  }
}

function trustedFile(path: string): ReadFile | null {
  const opened = readTrustedBytes(path);
  return opened.kind === 'bytes' ? { path, bytes: opened.bytes } : null;
}
