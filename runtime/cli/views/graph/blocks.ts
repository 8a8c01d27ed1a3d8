/** A picture laid out for people: secrets that are read and seen alike stand in one block, whatever their number. */
import type { GraphEdge, GraphSecret, GraphStore, PlanGraph } from '#schemas/plan-graph.js';

export interface Block {
  /** Identifier of its first secret. */
  readonly id: string;
  /** The stores that are read, in order; none for what is made of others. */
  readonly reads: readonly { readonly store: string; readonly order: number }[];
  readonly caches: readonly string[];
  readonly scopes: readonly string[];
  readonly secrets: readonly GraphSecret[];
}

export interface Blocks {
  readonly stores: readonly GraphStore[];
  readonly stored: readonly Block[];
  readonly made: readonly Block[];
  /** The blocks of the inputs of each block. */
  readonly inputs: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names of the inputs of each secret, by its identifier. */
  readonly inputNames: ReadonlyMap<string, readonly string[]>;
}

export function blocksOf(graph: PlanGraph): Blocks {
  const incoming = byTarget(graph.edges);
  const scopes = new Map<string, string[]>();
  for (const { name, secrets } of graph.groups) {
    for (const id of secrets) scopes.set(id, [...(scopes.get(id) ?? []), name]);
  }
  const blocks = new Map<string, Block & { readonly secrets: GraphSecret[] }>();
  const blockOf = new Map<string, string>();
  const names = new Map<string, string>();
  for (const node of graph.nodes) {
    if (node.kind !== 'secret') continue;
    names.set(node.id, node.name);
    const edges = incoming.get(node.id) ?? [];
    const about = {
      reads: edges.flatMap((edge) => (edge.kind === 'read' ? [{ store: edge.from, order: edge.order }] : [])),
      caches: edges.flatMap((edge) => (edge.kind === 'cache' ? [edge.from] : [])),
      scopes: scopes.get(node.id) ?? [],
    };
    const key = JSON.stringify(about);
    const block = blocks.get(key) ?? { id: node.id, ...about, secrets: [] };
    blocks.set(key, block);
    block.secrets.push(node);
    blockOf.set(node.id, block.id);
  }
  const all = [...blocks.values()];
  return {
    stores: graph.nodes.filter((node) => node.kind !== 'secret'),
    stored: all.filter(({ reads }) => reads.length > 0),
    made: all.filter(({ reads }) => reads.length === 0),
    inputs: new Map(all.map((block) => [block.id, inputBlocks(block, incoming, blockOf)])),
    inputNames: new Map(
      [...names.keys()].map((id) => [id, inputsOf(id, incoming).map((input) => names.get(input) ?? '')]),
    ),
  };
}

type Incoming = ReadonlyMap<string, readonly GraphEdge[]>;

function byTarget(edges: readonly GraphEdge[]): Incoming {
  const incoming = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const known = incoming.get(edge.to);
    if (known === undefined) incoming.set(edge.to, [edge]);
    else known.push(edge);
  }
  return incoming;
}

function inputsOf(id: string, incoming: Incoming): readonly string[] {
  return (incoming.get(id) ?? []).flatMap((edge) => (edge.kind === 'made of' ? [edge.from] : []));
}

function inputBlocks(block: Block, incoming: Incoming, blockOf: ReadonlyMap<string, string>): ReadonlySet<string> {
  const inputs = block.secrets.flatMap(({ id }) => inputsOf(id, incoming).map((input) => blockOf.get(input) ?? ''));
  return new Set(inputs.filter((id) => id !== block.id));
}
