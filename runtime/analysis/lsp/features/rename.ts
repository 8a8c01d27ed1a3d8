/** Renames a secret, an alias, a profile, a scope or a group wherever it means the same. */
import type {
  AnnotatedTextEdit,
  Range,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { own } from '#schemas/named.js';
import { providers } from '#schemas/providers/index.js';
import { isSecretName } from '#schemas/secret-name.js';
import type { NameKind, Occurrence } from '../../../plan/front-end.js';
import { asRecord, type Editor, invalid, occurrenceAt, rangeOf, spotIn } from '../editor.js';
import { type FoundName, namesBeside, occurrencesOf } from '../family.js';
import type { ManifestFile } from '../manifest-file.js';

export function prepareRename(
  editor: Editor,
  params: unknown,
): { readonly range: Range; readonly placeholder: string } | null {
  const spot = spotIn(editor, params);
  const occurrence = spot && occurrenceAt(spot);
  if (spot === null || occurrence === null || !isRenamable(editor, spot.file, occurrence)) return null;
  return { range: rangeOf(spot.file, occurrence.span), placeholder: occurrence.name };
}

export async function rename(editor: Editor, params: unknown): Promise<WorkspaceEdit | null> {
  const { newName } = asRecord(params);
  if (typeof newName !== 'string') throw invalid('`newName` must be a string');
  const spot = spotIn(editor, params);
  const occurrence = spot && occurrenceAt(spot);
  if (spot === null || occurrence === null) return null;
  if (!isRenamable(editor, spot.file, occurrence)) throw refused(`${shown(occurrence)} cannot be renamed`);
  if (newName === occurrence.name) return { changes: {} };
  const found = occurrencesOf(editor.manifests, occurrence.kind, occurrence.name, spot.file);
  const why = reasonAgainst(editor, occurrence, newName, found);
  if (why !== null) throw refused(why);
  const moved = await movesAddress(editor, occurrence, found);
  return editOf(editor, found, newName, moved ? warningOf(occurrence, newName) : null);
}

/** The name of a provider is not the author's, and every manifest has a profile `default`. */
function isRenamable({ manifests }: Editor, file: ManifestFile, { kind, name }: Occurrence): boolean {
  if (kind === 'profile') return name !== 'default';
  if (kind !== 'alias') return true;
  return occurrencesOf(manifests, kind, name, file).some(({ occurrence }) => occurrence.isDeclaration);
}

function reasonAgainst(
  { manifests }: Editor,
  { kind, name }: Occurrence,
  newName: string,
  found: readonly FoundName[],
): string | null {
  const unfit = reasonAgainstName(kind, newName, manifests.compiler.LONGEST_NAME);
  if (unfit !== null) return unfit;
  const isInTemplate = found.some(({ occurrence }) => occurrence.written === 'reference');
  if (isInTemplate && !/^[A-Z][A-Z0-9_]*$/u.test(newName))
    return `a template refers to \`${name}\`, and there a name has only A-Z, 0-9 and \`_\``;
  const files = [...new Set(found.map(({ file }) => file))];
  if (namesBeside(manifests, kind, files).has(newName)) return `there is already a ${kind} \`${newName}\``;
  const broken = files.find(({ text, readable }) => hidesName(text, readable, name));
  return broken === undefined ? null : `a statement with \`${name}\` cannot be read: correct it first`;
}

function reasonAgainstName(kind: NameKind, name: string, most: number): string | null {
  if (kind === 'secret' && (!isSecretName(name) || name === 'defaults'))
    return 'the name of a secret starts with a letter or `_`, followed by letters, digits or `_`';
  if (name.trim() === '') return `the name of a ${kind} must not be blank`;
  if (name.length > most) return `the name of a ${kind} has at most ${most} characters`;
  if (/["'\\\p{Cc}\p{Cs}]/u.test(name) || name !== name.trim())
    return 'a name with quotes, backslashes, control characters or blanks at its ends cannot be written everywhere';
  if (kind === 'profile' && name === 'default') return '`default` is the profile that the others inherit from';
  if (kind !== 'alias') return null;
  if (name.includes(':')) return 'the name of an alias has no `:`, which would make it an address';
  return own(providers, name) === undefined ? null : `\`${name}\` is the name of a provider`;
}
/** Whether the name is in a part that cannot be read, where its occurrences are not found. */
function hidesName(text: string, readable: string, name: string): boolean {
  if (text === readable) return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (readable.slice(at, at + name.length) !== name) return true;
  }
  return false;
}

/** Whether a value that is stored by convention stays under the old name. */
async function movesAddress(
  { manifests }: Editor,
  { kind, name }: Occurrence,
  found: readonly FoundName[],
): Promise<boolean> {
  if (kind !== 'secret' && kind !== 'profile') return false;
  for (const { file } of found) {
    const plan = await manifests.planOf(file.path);
    const meanings =
      plan === null ? [] : kind === 'secret' ? (own(plan.secrets, name) ?? []) : Object.values(plan.secrets).flat();
    if (meanings.some(({ source }) => source.kind === 'stored' && source.naming.kind !== 'ref')) return true;
  }
  return false;
}

interface Warning {
  readonly label: string;
  readonly description: string;
}

function warningOf({ kind, name }: Occurrence, newName: string): Warning {
  return {
    label: `Rename ${kind} ${name} to ${newName}`,
    description: `Stored values stay under the old name: store them again, or copy them with \`tool import\`.`,
  };
}

const ANNOTATION = 'address';

function editOf(
  { client }: Editor,
  found: readonly FoundName[],
  newName: string,
  warning: Warning | null,
): WorkspaceEdit {
  const files = new Map<ManifestFile, TextEdit[]>();
  for (const { file, occurrence } of found) {
    const { span, text } = spelled(file, occurrence, newName);
    const edit = { range: rangeOf(file, span), newText: text };
    files.set(file, [...(files.get(file) ?? []), edit]);
  }
  const { documentChanges, changeAnnotationSupport } = client.workspace?.workspaceEdit ?? {};
  if (documentChanges !== true)
    return { changes: Object.fromEntries([...files].map(([{ uri }, edits]) => [uri, edits])) };
  const isAnnotated = warning !== null && changeAnnotationSupport !== undefined;
  const annotated = (edit: TextEdit): TextEdit | AnnotatedTextEdit =>
    isAnnotated ? { ...edit, annotationId: ANNOTATION } : edit;
  const changes = [...files].map(
    ([{ uri, version }, edits]): TextDocumentEdit => ({
      textDocument: { uri, version },
      edits: edits.map(annotated),
    }),
  );
  return {
    documentChanges: changes,
    ...(isAnnotated && { changeAnnotations: { [ANNOTATION]: { ...warning, needsConfirmation: true } } }),
  };
}

/** A key gets quotes if the new name needs them, and loses those that the old one needed: a name given back is written as before. */
function spelled({ text }: ManifestFile, { written, span, name }: Occurrence, newName: string) {
  const quote = written === 'key' ? /["']?$/u.exec(text.slice(span.start - 1, span.start))?.[0] : null;
  if (quote === '' && !BARE.test(newName)) return { span, text: JSON.stringify(newName) };
  const losesQuotes = quote === '"' && !BARE.test(name) && BARE.test(newName);
  return { span: losesQuotes ? { start: span.start - 1, end: span.end + 1 } : span, text: newName };
}

/** A key that TOML reads without quotes. */
const BARE = /^[A-Za-z0-9_-]+$/u;

function shown({ kind, name }: Occurrence): string {
  return `${kind} \`${name}\``;
}

function refused(why: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.InvalidRequest, why);
}
