/** The outline of a manifest: profiles with their secrets, aliases, scopes. */
import type { DocumentSymbol, SymbolInformation, WorkspaceSymbol } from 'vscode-languageserver-protocol';
import { SymbolKind } from 'vscode-languageserver-types';
import type { NameKind, Occurrence } from '../../../plan/front-end.js';
import { asRecord, type Editor, fileIn, invalid, rangeOf } from '../editor.js';
import type { ManifestFile } from '../manifest-file.js';
import { cleaned } from '../../cleaned.js';
import { sectionAround } from '../sections.js';

const KINDS: Readonly<Record<NameKind, SymbolKind>> = {
  profile: SymbolKind.Namespace,
  secret: SymbolKind.Key,
  alias: SymbolKind.Interface,
  scope: SymbolKind.Enum,
  group: SymbolKind.Enum,
};

export function documentSymbols(editor: Editor, params: unknown): readonly (DocumentSymbol | SymbolInformation)[] {
  const file = fileIn(editor, params);
  if (file === null) return [];
  const isTree = editor.client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
  return isTree ? treeOf(file) : declarationsIn(file).map((declared) => informationOf(file, declared));
}

/** Most names are short, and an editor shows what it gets: these are enough to see that the query should be longer. */
const MOST_SYMBOLS = 500;

export function workspaceSymbols({ manifests }: Editor, params: unknown): readonly WorkspaceSymbol[] {
  const { query } = asRecord(params);
  if (typeof query !== 'string') throw invalid('`query` must be a string');
  const wanted = query.toLowerCase();
  const found = manifests.all().flatMap((file) =>
    declarationsIn(file)
      .filter(({ name }) => isLike(name.toLowerCase(), wanted))
      .map((declared) => informationOf(file, declared)),
  );
  return found.slice(0, MOST_SYMBOLS);
}

/** The characters of the query occur in the name, in this order. */
function isLike(name: string, query: string): boolean {
  let from = 0;
  for (const character of query) {
    const at = name.indexOf(character, from);
    if (at === -1) return false;
    from = at + 1;
  }
  return true;
}

/** The first place of each name, for a secret in each profile. */
function declarationsIn(file: ManifestFile): readonly Occurrence[] {
  const first = new Map<string, Occurrence>();
  for (const occurrence of file.names) {
    const key = JSON.stringify(occurrence.path);
    if (occurrence.isDeclaration && !first.has(key)) first.set(key, occurrence);
  }
  return [...first.values()];
}

function treeOf(file: ManifestFile): readonly DocumentSymbol[] {
  const declared = declarationsIn(file);
  return declared
    .filter(({ kind }) => kind !== 'secret')
    .map((occurrence) => {
      const own =
        occurrence.kind === 'profile'
          ? declared.filter(({ kind, path }) => kind === 'secret' && path[1] === occurrence.name)
          : [];
      return symbolOf(file, occurrence, own);
    });
}

function symbolOf(file: ManifestFile, occurrence: Occurrence, members: readonly Occurrence[]): DocumentSymbol {
  const own = sectionAround(file, occurrence);
  const within = [own, ...members.map((member) => sectionAround(file, member))];
  const span = {
    start: Math.min(...within.map(({ start }) => start)),
    end: Math.max(...within.map(({ end }) => end)),
  };
  return {
    name: cleaned(occurrence.name) || '""',
    kind: KINDS[occurrence.kind],
    range: rangeOf(file, span),
    selectionRange: rangeOf(file, occurrence.span),
    ...(members.length > 0 && { children: members.map((member) => symbolOf(file, member, [])) }),
  };
}

function informationOf(file: ManifestFile, { kind, name, path, span }: Occurrence): SymbolInformation {
  return {
    name: cleaned(name) || '""',
    kind: KINDS[kind],
    location: { uri: file.uri, range: rangeOf(file, span) },
    ...(kind === 'secret' && { containerName: cleaned(String(path[1])) }),
  };
}
