/** What the page knows, as short as it can be said: everything is a number but what people read. */
import {
  GRAPH_PRESENCES,
  GRAPH_REMEDIES,
  GRAPH_SOURCES,
  type GraphEdge,
  type GraphSecret,
  type PlanPicture,
  type ProfileOutages,
} from '#schemas/plan-graph.js';
import { SIMULATED_OUTCOMES, SIMULATION_OUTCOMES } from '#schemas/plan-simulation.js';
import { escapeForTerminal } from '../../terminal-text.js';
import { storeLabel } from '../drawing.js';

export interface PageData {
  readonly project: string;
  readonly hash: string;
  readonly scope: string | null;
  readonly profiles: readonly string[];
  /** Lists of profiles, by position; everything else refers to them by position, too. */
  readonly sets: readonly (readonly number[])[];
  /** Name, whole label, whether it is a cache. */
  readonly stores: readonly (readonly [string, string, number])[];
  /** Name, description, meanings: profiles, source, presence, file, what if missing. */
  readonly secrets: readonly (readonly [string, string, readonly (readonly number[])[]])[];
  readonly scopes: readonly (readonly [string, readonly number[]])[];
  /** Store, secret, order, profiles; an order of 0 is that of a cache. */
  readonly reads: readonly (readonly number[])[];
  /** Input, secret, profiles. */
  readonly made: readonly (readonly number[])[];
  /** Source, store, and the name of the credential. */
  readonly credentials: readonly (readonly [number, number, string])[];
  readonly outages: readonly PageOutages[];
}

/** Of one profile. */
export interface PageOutages {
  /** The store that is down, -1 for none, and what the call comes to. */
  readonly cases: readonly (readonly [number, number])[];
  /** Outcome and store with all stores up, then case, outcome and store for each case that differs; -1 is no store. */
  readonly fates: readonly (readonly number[])[];
  /** The fate of each secret, -1 for what is not shown. */
  readonly of: readonly number[];
}

export function pageData({ graph, outages }: PlanPicture): PageData {
  const sets = new Numbered(graph.profiles);
  const stores = graph.nodes.filter((node) => node.kind !== 'secret');
  const secrets = graph.nodes.filter((node): node is GraphSecret => node.kind === 'secret');
  const storeAt = new Map(stores.map(({ id }, index) => [id, index]));
  const secretAt = new Map(secrets.map(({ id }, index) => [id, index]));
  const at = (positions: ReadonlyMap<string, number>, id: string) => positions.get(id) ?? -1;
  const edgesOf = <Kind extends GraphEdge['kind']>(...kinds: readonly Kind[]) =>
    graph.edges.filter((edge): edge is Extract<GraphEdge, { kind: Kind }> => kinds.some((kind) => kind === edge.kind));
  // Profiles that are alike share their cases.
  const known = new Map<ProfileOutages['cases'], PageOutages>();
  const outagesIn = (cases: ProfileOutages['cases']) => {
    const outage = known.get(cases) ?? pageOutages(cases, storeAt, secretAt);
    known.set(cases, outage);
    return outage;
  };
  return {
    project: shown(graph.project),
    hash: graph.hash,
    scope: graph.scope === null ? null : shown(graph.scope),
    profiles: graph.profiles.map(shown),
    stores: stores.map((store) => [
      shown(store.store ?? 'default store of the user'),
      shown(storeLabel(store)),
      Number(store.kind === 'cache'),
    ]),
    secrets: secrets.map(({ name, description, meanings }) => [
      shown(name),
      shown(description),
      meanings.map(({ profiles, source, presence, path, whenMissing }) => [
        sets.of(profiles),
        GRAPH_SOURCES.indexOf(source),
        GRAPH_PRESENCES.indexOf(presence),
        Number(path),
        GRAPH_REMEDIES.indexOf(whenMissing),
      ]),
    ]),
    scopes: graph.groups.map(({ name, secrets: listed }) => [shown(name), listed.map((id) => at(secretAt, id))]),
    reads: edgesOf('read', 'cache').map((edge) => [
      at(storeAt, edge.from),
      at(secretAt, edge.to),
      edge.kind === 'read' ? edge.order : 0,
      sets.of(edge.profiles),
    ]),
    made: edgesOf('made of').map(({ from, to, profiles }) => [at(secretAt, from), at(secretAt, to), sets.of(profiles)]),
    credentials: edgesOf('credential').map(({ from, to, name }) => [at(storeAt, from), at(storeAt, to), shown(name)]),
    outages: outages.map(({ cases }) => outagesIn(cases)),
    sets: sets.all(),
  };
}

function pageOutages(
  cases: ProfileOutages['cases'],
  storeAt: ReadonlyMap<string, number>,
  secretAt: ReadonlyMap<string, number>,
): PageOutages {
  const fates = new Map<number, number[]>();
  for (const [position, { secrets }] of cases.entries()) {
    for (const { id, outcome, store } of secrets) {
      const fate = [SIMULATED_OUTCOMES.indexOf(outcome), store === null ? -1 : (storeAt.get(store) ?? -1)];
      const secret = secretAt.get(id) ?? -1;
      const known = fates.get(secret);
      if (known === undefined) fates.set(secret, fate);
      else if (known[0] !== fate[0] || known[1] !== fate[1]) known.push(position, ...fate);
    }
  }
  const distinct = new Map<string, number>();
  const of = Array.from({ length: secretAt.size }, (_, secret) => {
    const fate = fates.get(secret);
    if (fate === undefined) return -1;
    const key = fate.join(' ');
    const number = distinct.get(key) ?? distinct.size;
    distinct.set(key, number);
    return number;
  });
  return {
    cases: cases.map(({ store, outcome }) => [
      store === null ? -1 : (storeAt.get(store) ?? -1),
      SIMULATION_OUTCOMES.indexOf(outcome),
    ]),
    fates: [...distinct.keys()].map((key) => key.split(' ').map(Number)),
    of,
  };
}

/** Lists of profiles by number; many edges share one. */
class Numbered {
  readonly #positions: ReadonlyMap<string, number>;
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<readonly string[], number>();

  constructor(profiles: readonly string[]) {
    this.#positions = new Map(profiles.map((profile, index) => [profile, index]));
  }

  of(profiles: readonly string[]): number {
    const known = this.#known.get(profiles);
    if (known !== undefined) return known;
    const key = profiles.map((profile) => this.#positions.get(profile) ?? -1).join(' ');
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    this.#known.set(profiles, number);
    return number;
  }

  all(): readonly (readonly number[])[] {
    return [...this.#numbers.keys()].map((key) => (key === '' ? [] : key.split(' ').map(Number)));
  }
}

/** What acts or hides is spelled out, as on a terminal. */
function shown(text: string): string {
  return escapeForTerminal(text);
}
