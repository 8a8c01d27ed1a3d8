/** What a declaration does not say: what it takes from `default`, and its stores where it names none. */
import type { InlayHint } from 'vscode-languageserver-protocol';
import { InlayHintKind } from 'vscode-languageserver-types';
import type { Plan } from '#schemas/plan.js';
import { meaningIn } from '#schemas/meaning.js';
import type { Occurrence } from '../../../plan/front-end.js';
import { type Editor, fileIn, rangeIn } from '../editor.js';
import type { ManifestFile } from '../manifest-file.js';
import { routeWords } from '../meaning-words.js';

export async function inlayHints(editor: Editor, params: unknown): Promise<readonly InlayHint[]> {
  const file = fileIn(editor, params);
  if (file === null) return [];
  const wanted = rangeIn(file, params);
  const declared = file.names.filter(
    ({ kind, isDeclaration, span }) =>
      kind === 'secret' && isDeclaration && span.start >= wanted.start && span.end <= wanted.end,
  );
  const plan = declared.length === 0 ? null : await editor.manifests.planOf(file.path);
  if (plan === null) return [];
  const written = new Map<string, Set<string>>();
  for (const { kind, path } of file.mentions) {
    if (kind !== 'key' || path[0] !== 'profiles' || path.length < 4) continue;
    const key = keyOf(path);
    written.set(key, (written.get(key) ?? new Set()).add(String(path[3])));
  }
  const seen = new Set<string>();
  return declared.flatMap((occurrence) => {
    const key = keyOf(occurrence.path);
    if (seen.has(key)) return [];
    seen.add(key);
    const label = hintFor(plan, occurrence, written.get(key) ?? new Set());
    return label === null ? [] : [hintAt(file, occurrence, label)];
  });
}

function keyOf([, profile, secret]: Occurrence['path']): string {
  return JSON.stringify([profile, secret]);
}

function hintAt(file: ManifestFile, { span, around }: Occurrence, label: string): InlayHint {
  // After the declaration, or after its header.
  const end = file.text[around.start] === '[' ? around.end : Math.max(around.end, span.end);
  return { position: file.positions.position(end), label, kind: InlayHintKind.Type, paddingLeft: true };
}

function hintFor(plan: Plan, { name, path }: Occurrence, written: ReadonlySet<string>): string | null {
  const profile = String(path[1]);
  const meaning = meaningIn(plan, profile, name);
  if (meaning === null) return null;
  const isOverride = profile !== 'default' && meaningIn(plan, 'default', name) !== null;
  const inherited = isOverride && !written.has('inherit') ? '← default' : null;
  const isOpen = !written.has('providers') && meaning.source.kind === 'stored';
  const route = isOpen ? routeWords(plan, profile, meaning)?.replaceAll('`', '') : null;
  const words = [inherited, route === null || route === undefined ? null : route].filter((word) => word !== null);
  return words.length === 0 ? null : words.join(' · ');
}
