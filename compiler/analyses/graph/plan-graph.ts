/** The picture of a plan as nodes and edges. Value-free: no text of a default or a template is part of it. */
import { inputsOf } from '#schemas/meaning.js';
import { byName, own } from '#schemas/named.js';
import type { PlanSecret, StoreRef } from '#schemas/plan.js';
import type { GraphEdge, GraphGroup, GraphMeaning, GraphNode, GraphSecret, PlanGraph } from '#schemas/plan-graph.js';
import { answerHead, type PlanQuestion } from '#schemas/plan-question.js';
import { chainsIn } from '../outline/chains.js';
import type { SelectedMeaning } from '../outline/selected.js';
import { selectionsOf } from '../questions/selected-by.js';
import { shownStore, type StoreRow, StoreRows } from '../questions/store-rows.js';

export function planGraph(question: PlanQuestion): PlanGraph {
  return graphWithRows(question).graph;
}

/** The identifiers of stores by row, and of secrets by name. */
export interface GraphWithRows {
  readonly graph: PlanGraph;
  readonly rows: StoreRows;
  readonly idOf: ReadonlyMap<StoreRow | string, string>;
}

export function graphWithRows(question: PlanQuestion): GraphWithRows {
  const { plan, profiles, scope } = question;
  const meanings = meaningsIn(question);
  const links = linksOf(question, meanings);
  const rows = links.rows.sorted();
  const idOf = new Map<StoreRow | string, string>();
  for (const one of [...rows, ...meanings.keys()]) idOf.set(one, `n${idOf.size + 1}`);
  const edges = links.edges.map(({ from, to, ...edge }) => ({
    ...edge,
    from: idOf.get(from) ?? '',
    to: idOf.get(to) ?? '',
  }));
  const stores = rows.map((row): GraphNode => {
    return { id: idOf.get(row) ?? '', kind: links.read.has(row) ? 'store' : 'cache', ...shownStore(row) };
  });
  const secrets = [...meanings].map(([name, held]) => secretNode(idOf.get(name) ?? '', name, held));
  const graph: PlanGraph = {
    ...answerHead(question),
    project: plan.project.name,
    profiles,
    scope,
    nodes: [...stores, ...secrets],
    edges,
    groups: groupsOf(question, (name) => idOf.get(name)),
  };
  return { graph, rows: links.rows, idOf };
}

type Meanings = ReadonlyMap<string, readonly SelectedMeaning[]>;

/** By name; the profiles of one meaning together. */
function meaningsIn(question: PlanQuestion): Meanings {
  const selections = selectionsOf(question);
  const [only] = selections;
  if (only !== undefined && selections.length === 1) return only.meanings;
  const merged = new Map<string, Map<PlanSecret, string[]>>();
  for (const { meanings } of selections) {
    for (const { secret, meaning, profiles } of [...meanings.values()].flat()) {
      const held = merged.get(secret) ?? new Map<PlanSecret, string[]>();
      merged.set(secret, held);
      held.set(meaning, [...(held.get(meaning) ?? []), ...profiles]);
    }
  }
  const sorted = [...merged].sort(([left], [right]) => byName(left, right));
  return new Map(
    sorted.map(([secret, held]) => [secret, [...held].map(([meaning, profiles]) => ({ secret, meaning, profiles }))]),
  );
}

/** An edge whose ends have no identifiers yet: rows of stores, names of secrets. */
type Link = GraphEdge extends infer Edge
  ? Edge extends GraphEdge
    ? Omit<Edge, 'from' | 'to'> & { readonly from: StoreRow | string; readonly to: StoreRow | string }
    : never
  : never;

interface Links {
  readonly rows: StoreRows;
  readonly edges: readonly Link[];
  /** The stores that are read, for values or credentials. */
  readonly read: ReadonlySet<StoreRow>;
}

function linksOf({ plan, profiles }: PlanQuestion, meanings: Meanings): Links {
  const rows = new StoreRows(plan);
  const chains = chainsIn(plan);
  const edges = new Edges();
  const read = new Set<StoreRow>();
  for (const selected of [...meanings.values()].flat()) {
    const { secret, meaning } = selected;
    for (const { profiles: held, refs, cached } of chains.chainsOf(selected)) {
      for (const [index, ref] of refs.entries()) {
        const row = rows.rowOf(ref);
        read.add(row);
        edges.add({ kind: 'read', order: index + 1, from: row, to: secret, profiles: held });
      }
      if (cached !== null)
        edges.add({ kind: 'cache', from: rows.rowOf(cached.store.cache.store), to: secret, profiles: held });
    }
    for (const input of inputsOf(meaning))
      edges.add({ kind: 'made of', from: input, to: secret, profiles: selected.profiles });
  }
  for (const { row, name, store } of credentialsIn(rows)) {
    const source = rows.rowOf(store);
    read.add(source);
    edges.add({ kind: 'credential', name, from: source, to: row, profiles });
  }
  return { rows, edges: edges.all(), read };
}

/** Those of the stores that were met: credentials are one hop away (spec 5.1). */
function credentialsIn(
  rows: StoreRows,
): readonly { readonly row: StoreRow; readonly name: string; readonly store: StoreRef }[] {
  return rows.sorted().flatMap((row) => {
    return Object.entries(row.leaf?.credentials ?? {}).map(([name, { store }]) => ({ row, name, store }));
  });
}

/** Edges of equal ends and kind are one, with the profiles of all. */
class Edges {
  readonly #byEnds = new Map<StoreRow | string, Map<string, Link>>();
  readonly #numbers = new Map<StoreRow | string, number>();

  add(edge: Link): void {
    const { kind, from, to } = edge;
    const about = 'order' in edge ? edge.order : 'name' in edge ? edge.name : '';
    const ends = this.#byEnds.get(to) ?? new Map<string, Link>();
    this.#byEnds.set(to, ends);
    const key = `${this.#numberOf(from)} ${kind} ${about}`;
    const known = ends.get(key);
    const profiles = known === undefined ? edge.profiles : [...new Set([...known.profiles, ...edge.profiles])];
    ends.set(key, { ...edge, profiles });
  }

  #numberOf(end: StoreRow | string): number {
    const number = this.#numbers.get(end) ?? this.#numbers.size;
    this.#numbers.set(end, number);
    return number;
  }

  all(): readonly Link[] {
    return [...this.#byEnds.values()].flatMap((ends) => [...ends.values()]);
  }
}

function secretNode(id: string, name: string, meanings: readonly SelectedMeaning[]): GraphSecret {
  return {
    id,
    kind: 'secret',
    name,
    description: meanings[0]?.meaning.description ?? '',
    meanings: meanings.map(meaningOf),
  };
}

function meaningOf({ meaning: { source, presence, deliver }, profiles }: SelectedMeaning): GraphMeaning {
  return {
    profiles,
    source: source.kind,
    presence: typeof presence === 'string' ? presence : 'group',
    path: deliver === 'path',
    whenMissing: source.kind === 'stored' ? source.whenMissing.kind : 'nothing',
  };
}

function groupsOf({ plan, scope }: PlanQuestion, idOf: (name: string) => string | undefined): readonly GraphGroup[] {
  const names = scope === null ? Object.keys(plan.scopes).sort(byName) : [scope];
  return names.map((name): GraphGroup => {
    const secrets = [...(own(plan.scopes, name) ?? [])].sort(byName).flatMap((secret) => idOf(secret) ?? []);
    return { kind: 'scope', name, secrets };
  });
}
