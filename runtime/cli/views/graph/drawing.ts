/** A picture as it is drawn: a node for each secret, or for many that are alike where there are too many. */
import type { GraphEdge, GraphNode, GraphSecret, GraphStore, PlanGraph } from '#schemas/plan-graph.js';

/** How much is drawn as one: nothing; secrets with equal stores, scopes and profiles; those of equal scopes; all secrets, and all stores. */
export const DRAWN_DETAILS = ['all', 'alike', 'scopes', 'least'] as const;
export type DrawnDetail = (typeof DRAWN_DETAILS)[number];

export interface DrawnNode {
  readonly id: string;
  readonly kind: 'store' | 'cache' | 'stored' | 'composed' | 'derived' | 'many';
  readonly label: string;
  /** The names of the scopes that list it, sorted; none for stores. */
  readonly scopes: readonly string[];
  readonly marks: readonly Mark[];
}
export type Mark = 'required' | 'file' | 'default' | 'generated' | 'prompted';

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: GraphEdge['kind'];
  /** Position in the chain or name of the credential; empty for others. */
  readonly label: string;
}

export interface Drawing {
  readonly detail: DrawnDetail;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

export function drawingOf(graph: PlanGraph, detail: DrawnDetail): Drawing {
  const scopesOf = scopesBySecret(graph);
  const keyOf = keysOf(graph, detail, scopesOf);
  const members = new Map<string, GraphNode[]>();
  for (const node of graph.nodes) {
    const key = keyOf(node);
    const together = members.get(key);
    if (together === undefined) members.set(key, [node]);
    else together.push(node);
  }
  const drawnAs = new Map<string, string>();
  const nodes = [...members.values()].map((together): DrawnNode => {
    const [first] = together;
    if (first === undefined) throw new Error('a node is drawn of nothing');
    for (const { id } of together) drawnAs.set(id, first.id);
    return together.length === 1 ? drawnAlone(first, scopesOf) : drawnTogether(first, together.length, scopesOf);
  });
  return { detail, nodes, edges: edgesOf(graph, drawnAs) };
}

type ScopesOf = ReadonlyMap<string, readonly string[]>;

/** By node; scopes are by name already. */
function scopesBySecret({ groups }: PlanGraph): ScopesOf {
  const scopes = new Map<string, string[]>();
  for (const { name, secrets } of groups) {
    for (const id of secrets) {
      const known = scopes.get(id);
      if (known === undefined) scopes.set(id, [name]);
      else known.push(name);
    }
  }
  return scopes;
}

/** Nodes of equal keys are drawn as one. */
function keysOf(graph: PlanGraph, detail: DrawnDetail, scopesOf: ScopesOf): (node: GraphNode) => string {
  if (detail === 'all') return ({ id }) => id;
  if (detail === 'least') return ({ kind }) => (kind === 'secret' ? 'secrets' : 'stores');
  const scopes = ({ id }: GraphNode) => JSON.stringify(scopesOf.get(id) ?? []);
  if (detail === 'scopes') return (node) => (node.kind === 'secret' ? scopes(node) : node.id);
  const read = new Map<string, unknown[]>();
  for (const edge of graph.edges) {
    if (edge.kind === 'credential') continue;
    const from = edge.kind === 'made of' ? '' : edge.from;
    const ends = [from, edge.kind, edge.kind === 'read' ? edge.order : 0, edge.profiles];
    const known = read.get(edge.to);
    if (known === undefined) read.set(edge.to, [ends]);
    else known.push(ends);
  }
  return (node) => {
    if (node.kind !== 'secret') return node.id;
    const profiles = node.meanings.map((meaning) => [meaning.source, meaning.profiles]);
    return JSON.stringify([scopes(node), read.get(node.id) ?? [], profiles]);
  };
}

function drawnAlone(node: GraphNode, scopesOf: ScopesOf): DrawnNode {
  const { id } = node;
  if (node.kind !== 'secret') return { id, kind: node.kind, label: storeLabel(node), scopes: [], marks: [] };
  const kind = node.meanings[0]?.source ?? 'stored';
  return { id, kind, label: node.name, scopes: scopesOf.get(id) ?? [], marks: marksOf(node) };
}

function drawnTogether(first: GraphNode, count: number, scopesOf: ScopesOf): DrawnNode {
  const what = first.kind === 'secret' ? 'secrets' : 'stores';
  return { id: first.id, kind: 'many', label: `${count} ${what}`, scopes: scopesOf.get(first.id) ?? [], marks: [] };
}

/** `team = vault://kv.example.com`; what only a user's machine knows is named as such. */
export function storeLabel({ store, uri }: Pick<GraphStore, 'store' | 'uri'>): string {
  if (store === null) return 'default store of the user';
  if (uri === null) return `${store} (of the user)`;
  return uri === store ? store : `${store} = ${uri}`;
}

const MARK_OF = { nothing: null, default: 'default', generate: 'generated', prompt: 'prompted' } as const;

/** What holds in one of the profiles. */
export function marksOf({ meanings }: GraphSecret): readonly Mark[] {
  const marks = new Set<Mark>();
  if (meanings.some(({ presence }) => presence === 'required')) marks.add('required');
  if (meanings.some(({ path }) => path)) marks.add('file');
  for (const { whenMissing } of meanings) {
    const mark = MARK_OF[whenMissing];
    if (mark !== null) marks.add(mark);
  }
  return [...marks];
}

/** Each once. */
function edgesOf({ edges }: PlanGraph, drawnAs: ReadonlyMap<string, string>): readonly DrawnEdge[] {
  const drawn = new Map<string, DrawnEdge>();
  for (const edge of edges) {
    const from = drawnAs.get(edge.from) ?? edge.from;
    const to = drawnAs.get(edge.to) ?? edge.to;
    const label = edge.kind === 'read' ? String(edge.order) : edge.kind === 'credential' ? edge.name : '';
    const isInside = from === to && edge.from !== edge.to;
    if (!isInside) drawn.set(JSON.stringify([from, to, edge.kind, label]), { from, to, kind: edge.kind, label });
  }
  return [...drawn.values()];
}
