/**
 * Every store in the manifest can have the entries that are read in it (spec 2.9). What follows from project, profile and
 * secret is judged only in stores that are always read: a later store of a chain may never be. Which store is behind a
 * user's alias or the default, only `link` knows.
 */
import type { Label, Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { storeDiagnostic } from '#schemas/diagnostics/E06-stores.js';
import type { Chain, Naming, StoreRef } from '#schemas/plan.js';
import { addressOf } from '#schemas/addresses/address.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { entryFault } from '#schemas/stores/judge-entry.js';
import { judgeSpec } from '#schemas/stores/judge-spec.js';
import { pathNamesProblem } from '#schemas/stores/path-placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cachedBehind, type Leaf, leafBehind, sourcesBehind } from '#schemas/stores/stores-behind.js';
import { type BoundProject, fieldPlace, type Secret, secretPlace } from '../tree/effective.js';
import { entryOf } from './coordinates-fit-stores.js';
import type { Rule } from './rule.js';

type Faulty = Extract<StoreFault, { kind: 'entry' | 'item' }>;

export const entryFitsStore: Rule = ({ project }, report) => {
  const judge = new EntryJudge(project, report);
  for (const secret of project.secrets) judge.secret(secret);
};

/** A store that is read, or holds copies, which are always named by convention (semantics 10.2). */
interface AskedStore extends Pick<Leaf, 'alias' | 'template'> {
  readonly uri: StoreUri;
  readonly isCache: boolean;
  /** Of the stores that one entry of a chain stands for. */
  readonly isFirst: boolean;
}

/** In one chain of a secret. */
interface EntryUse {
  readonly secret: Secret;
  readonly naming: Naming;
  readonly profile: string;
  /** Whether the store is asked for every value: the first of a chain, and a cache. */
  readonly isAlwaysRead: boolean;
  /** Where the store is named. */
  readonly named: Place | null;
}

const CONVENTION: Naming = { kind: 'convention' };

const NO_SPEC: ReturnType<typeof judgeSpec> = { uri: null, faults: [] };

class EntryJudge {
  readonly #project: BoundProject;
  readonly #report: Report;
  readonly #stores = new Map<string, readonly AskedStore[]>();
  readonly #reported = new Set<string>();
  /** Stores that are known to take the name of a profile, whatever the secret. */
  readonly #profilesOf = new Map<AskedStore, Set<string>>();

  constructor(project: BoundProject, report: Report) {
    this.#project = project;
    this.#report = report;
  }

  secret(secret: Secret): void {
    const bound = this.#project.bound.get(secret);
    if (bound === undefined || secret.source.kind !== 'stored') return;
    const { route, naming } = bound;
    for (const [chain, profiles, at] of this.#chainsOf(secret, route)) {
      for (const [index, ref] of chain.entries()) {
        const named = at && entryOf(at, index);
        for (const store of this.#asked(ref)) {
          const isAlwaysRead = store.isCache || (index === 0 && store.isFirst);
          const itsNaming = store.isCache ? CONVENTION : naming;
          this.#inStore(store, profiles, { secret, naming: itsNaming, isAlwaysRead, named });
        }
      }
    }
  }

  /** A secret is judged with its longest profile, which lengths depend on, and each profile once for each store. */
  #inStore(store: AskedStore, profiles: readonly string[], use: Omit<EntryUse, 'profile'>): void {
    const known = this.#profilesOf.get(store) ?? new Set();
    this.#profilesOf.set(store, known);
    const longest = profiles.reduce((one, other) => (other.length > one.length ? other : one), '');
    for (const profile of profiles) {
      if (profile !== longest && known.has(profile)) continue;
      this.#judge(store, { ...use, profile });
      if (use.isAlwaysRead && this.#isByConvention(store, use)) known.add(profile);
    }
  }

  /** Only such a name contains the profile for sure. */
  #isByConvention(store: AskedStore, { naming, secret }: Omit<EntryUse, 'profile'>): boolean {
    const names = { project: this.#project.name, profile: '', key: secret.name };
    return addressOf(naming, store, names).kind === 'convention';
  }

  #judge(store: AskedStore, use: EntryUse): void {
    const { secret, naming, profile, isAlwaysRead, named } = use;
    const names = { project: this.#project.name, profile, key: secret.name };
    // What a name does to the path of the store is reported with the store.
    if (pathNamesProblem(store.uri, names) !== null) return;
    const fault = entryFault(store.uri, naming, { ...store, isAlwaysRead }, names) as Faulty | null;
    if (fault === null) return;
    const place = this.#placeOf(fault, store, use);
    const key = JSON.stringify([fault, place]);
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    const labels: readonly Label[] = named === null ? [] : [{ at: named, text: 'the store is named here' }];
    this.#report(storeDiagnostic(fault)({ fault }, { at: place, labels }));
  }

  #placeOf(fault: Faulty, { alias, template }: AskedStore, { secret, profile }: EntryUse): Place {
    const part = fault.kind === 'item' ? 'item' : fault.part;
    if (part === 'project') return { file: this.#project.file, path: ['project', 'name'], part: 'value' };
    if (part === 'profile')
      return this.#project.profiles.find(({ name }) => name === profile)?.at ?? secretPlace(secret);
    if (part === 'key') return secretPlace(secret);
    const { ref, refs } = secret.fields;
    const written = ref === undefined ? 'refs' : 'ref';
    if (ref !== undefined || (alias !== null && Object.hasOwn(refs ?? {}, alias))) {
      const place = fieldPlace(secret, written, 'value');
      return { ...place, path: [...place.path, ...(written === 'refs' ? [alias ?? ''] : []), part] };
    }
    const declared = template === null || alias === null ? undefined : this.#project.stores.get(alias);
    return declared === undefined
      ? secretPlace(secret)
      : { ...declared.at, path: [...declared.at.path, 'ref', part], part: 'value' };
  }

  /** Its chains, the profiles that have each, and where its stores are named. */
  #chainsOf(secret: Secret, route: Chain | 'profile'): readonly (readonly [Chain, readonly string[], Place | null])[] {
    if (route !== 'profile') return [[route, secret.profiles, fieldPlace(secret, 'providers', 'value')]];
    const found = new Map<Chain, string[]>();
    for (const profile of secret.profiles) {
      const chain = this.#project.chains.get(profile);
      if (!chain) continue;
      const profiles = found.get(chain);
      if (profiles === undefined) found.set(chain, [profile]);
      else profiles.push(profile);
    }
    return [...found].map(([chain, profiles]) => {
      const at = this.#project.profiles.find(({ name }) => name === profiles[0])?.chain?.at ?? null;
      return [chain, profiles, at];
    });
  }

  #asked(ref: StoreRef): readonly AskedStore[] {
    const name = ref.kind === 'uri' ? ref.uri : `${ref.kind} ${ref.name}`;
    const known = this.#stores.get(name);
    if (known !== undefined) return known;
    const { table } = this.#project;
    const leaf = (source: StoreRef, isCache: boolean, isFirst: boolean): readonly AskedStore[] => {
      const found = leafBehind(source, table);
      const { uri, faults } = found === null ? NO_SPEC : judgeSpec(found.spec);
      return found === null || uri === null || faults.length > 0
        ? []
        : [{ uri, alias: isCache ? null : found.alias, template: isCache ? null : found.template, isCache, isFirst }];
    };
    const cached = cachedBehind(ref, table);
    const asked = sourcesBehind(ref, table).flatMap((source, index) => leaf(source, false, index === 0));
    const all = cached === null ? asked : [...asked, ...leaf(cached.store.cache.store, true, false)];
    this.#stores.set(name, all);
    return all;
  }
}
