/** Where a name is declared, where it occurs, and where an entry of `extends` leads. */
import type { DocumentHighlight, Location } from 'vscode-languageserver-protocol';
import { DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Occurrence } from '../../../plan/front-end.js';
import { asRecord, type Editor, occurrenceAt, rangeOf, type Spot, spotIn } from '../editor.js';
import { type FoundName, occurrencesOf } from '../family.js';

export function definition(editor: Editor, params: unknown): readonly Location[] {
  const spot = spotIn(editor, params);
  if (spot === null) return [];
  const occurrence = occurrenceAt(spot);
  if (occurrence === null) return parentAt(editor, spot);
  const all = namesAt(editor, spot, occurrence);
  const declared = all.filter((found) => found.occurrence.isDeclaration);
  // What is used and declared nowhere, as a group is, is where it is used.
  return (declared.length === 0 ? all : nearestFirst(declared, occurrence)).map(locationOf);
}

export function references(editor: Editor, params: unknown): readonly Location[] {
  const spot = spotIn(editor, params);
  const occurrence = spot && occurrenceAt(spot);
  if (spot === null || occurrence === null) return [];
  const { includeDeclaration = true } = asRecord(asRecord(params)['context'] ?? {});
  return namesAt(editor, spot, occurrence)
    .filter((found) => includeDeclaration === true || !found.occurrence.isDeclaration)
    .map(locationOf);
}

export function highlights(editor: Editor, params: unknown): readonly DocumentHighlight[] {
  const spot = spotIn(editor, params);
  const occurrence = spot && occurrenceAt(spot);
  if (spot === null || occurrence === null) return [];
  return spot.file.names
    .filter(({ kind, name }) => kind === occurrence.kind && name === occurrence.name)
    .map(({ span, isDeclaration }) => ({
      range: rangeOf(spot.file, span),
      kind: isDeclaration ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
    }));
}

function namesAt({ manifests }: Editor, { file }: Spot, { kind, name }: Occurrence): readonly FoundName[] {
  return occurrencesOf(manifests, kind, name, file);
}

/** The declaration in the profile that is meant, then that of `default`, then the others; each table once. */
function nearestFirst(found: readonly FoundName[], { kind, path }: Occurrence): readonly FoundName[] {
  const profile = path[0] === 'profiles' ? path[1] : 'default';
  const rank = ({ occurrence }: FoundName) => {
    if (kind !== 'secret' || occurrence.path[1] === profile) return 0;
    return occurrence.path[1] === 'default' ? 1 : 2;
  };
  const first = new Map<string, FoundName>();
  for (const one of found) {
    const key = JSON.stringify([one.file.path, one.occurrence.path]);
    if (!first.has(key)) first.set(key, one);
  }
  return [...first.values()].sort((left, right) => rank(left) - rank(right));
}

function parentAt({ manifests }: Editor, { file, offset }: Spot): readonly Location[] {
  const entry = file.mentions.find(
    ({ kind, path: [table, key, index], span }) =>
      kind === 'value' && table === 'project' && key === 'extends' && typeof index === 'number' && holds(span, offset),
  );
  const index = entry?.path[2];
  const entries = file.mentions.filter(
    ({ kind, path }) => kind === 'value' && path.length === 3 && path[0] === 'project' && path[1] === 'extends',
  );
  // Entries that are not valid lead nowhere, so that the valid ones are not at their index.
  const path = entries.length === file.parents.length && typeof index === 'number' ? file.parents[index] : undefined;
  const parent = path === undefined ? null : manifests.file(path);
  return parent === null ? [] : [{ uri: parent.uri, range: rangeOf(parent, { start: 0, end: 0 }) }];
}

function holds({ start, end }: { readonly start: number; readonly end: number }, offset: number): boolean {
  return start <= offset && offset <= end;
}

function locationOf({ file, occurrence }: FoundName): Location {
  return { uri: file.uri, range: rangeOf(file, occurrence.span) };
}
