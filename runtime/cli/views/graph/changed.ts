/** What changed between two plans, and what it is connected with, as a picture that is folded in a comment. */
import type { Change } from '#schemas/plan-change.js';
import type { PlanGraph } from '#schemas/plan-graph.js';
import { graphMermaid } from './mermaid.js';

/** A picture of more than this is read by no one. */
const MOST_CHARACTERS = 12_000;

/** Empty where nothing that changed is in the picture, or where there is no room for it. */
export function changedPicture(graph: PlanGraph, changes: readonly Change[], room: number): string {
  const changed = changedNodes(graph, changes);
  if (changed.size === 0) return '';
  const text = graphMermaid(neighbourhood(graph, changed), { characters: MOST_CHARACTERS });
  const folded = `\n<details>\n<summary>Picture of what changed</summary>\n\n\`\`\`mermaid\n${text}\`\`\`\n</details>\n`;
  return folded.length > room ? '' : folded;
}

function changedNodes({ nodes, groups }: PlanGraph, changes: readonly Change[]): ReadonlySet<string> {
  const secrets = new Set(changes.flatMap(({ secret }) => secret ?? []));
  const stores = new Set(changes.flatMap(({ store }) => store ?? []));
  const scopes = new Set(
    changes.flatMap(({ scope, secret }) => (secret === undefined && scope !== undefined ? [scope] : [])),
  );
  const named = nodes.filter((node) =>
    node.kind === 'secret' ? secrets.has(node.name) : stores.has(node.store ?? ''),
  );
  const listed = groups.filter(({ name }) => scopes.has(name)).flatMap((group) => group.secrets);
  return new Set([...named.map(({ id }) => id), ...listed]);
}

/** The changed nodes, those that one edge connects with them, and the edges between. */
function neighbourhood(graph: PlanGraph, changed: ReadonlySet<string>): PlanGraph {
  const edges = graph.edges.filter(({ from, to }) => changed.has(from) || changed.has(to));
  const kept = new Set([...changed, ...edges.flatMap(({ from, to }) => [from, to])]);
  return {
    ...graph,
    nodes: graph.nodes.filter(({ id }) => kept.has(id)),
    edges,
    groups: graph.groups.map((group) => ({ ...group, secrets: group.secrets.filter((id) => kept.has(id)) })),
  };
}
