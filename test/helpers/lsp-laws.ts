/** What the laws of the language server are judged with: plans under other names, texts after edits, findings as words. */
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { namesIn, type Occurrence } from '#compiler/editor/index.js';
import { allowancesIn, compile, locator } from '#compiler/index.js';
import { byName } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { type LspClient, withTextEdits } from './lsp-client.js';
import { memoryHost } from './memory-host.js';

export type Files = Readonly<Record<string, string>>;

/** The plan with one name replaced by another, wherever it is a name; what a plan orders by name is in one order. */
export function renamedIn(plan: unknown, from: string, to: string, above = ''): unknown {
  if (typeof plan === 'string') return plan === from && !TEXTS.includes(above) ? to : plan;
  if (Array.isArray(plan)) {
    const list = plan.map((one) => renamedIn(one, from, to));
    const isByName = !['parts', 'route', 'pointer'].includes(above);
    return isByName ? list.sort((left, right) => byName(JSON.stringify(left), JSON.stringify(right))) : list;
  }
  if (typeof plan !== 'object' || plan === null) return plan;
  return Object.fromEntries(
    Object.entries(plan)
      .map(([key, value]) => [key === from ? to : key, renamedIn(value, from, to, key)] as const)
      .sort(([left], [right]) => byName(left, right)),
  );
}

/** What an author writes there is no name, whatever it is. */
const TEXTS = ['text', 'description', 'item', 'field'];

export async function planIn(files: Files): Promise<Plan | null> {
  return (await compile(memoryHost(files), 'manifest.toml')).plan;
}

interface Named {
  readonly path: string;
  readonly occurrence: Occurrence;
}

/** One occurrence of each name that names only one thing, in whichever file. */
export function distinctNamesIn(files: Files): readonly Named[] {
  const all = Object.entries(files).flatMap(([path, text]) =>
    namesIn(text).map((occurrence): Named => ({ path, occurrence })),
  );
  const kinds = new Map<string, Set<string>>();
  for (const { occurrence } of all)
    kinds.set(occurrence.name, (kinds.get(occurrence.name) ?? new Set()).add(occurrence.kind));
  const distinct = all.filter(({ occurrence }) => kinds.get(occurrence.name)?.size === 1);
  return [...new Map(distinct.map((one) => [one.occurrence.name, one])).values()];
}

export function applied(files: Files, client: LspClient, edit: WorkspaceEdit): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, withTextEdits(text, edit.changes?.[client.uri(path)] ?? [])]),
  );
}

/** Code and message of all that is found and not allowed. */
export async function findingWords(all: Files): Promise<readonly string[]> {
  const { diagnostics, files } = await compile(memoryHost(all), 'manifest.toml', { warnings: true });
  const isAllowed = await allowancesIn(files, await locator(files));
  return diagnostics.flatMap((found) => (isAllowed(found) ? [] : [`${found.code} ${found.message}`]));
}

/** What the second list has more often than the first. */
export function addedTo(before: readonly string[], after: readonly string[]): readonly string[] {
  const count = (all: readonly string[], word: string) => all.filter((one) => one === word).length;
  return after.filter((one) => count(after, one) > count(before, one));
}
