/** Corrections of what `lint` finds: each is tried before it is offered, so that it removes its finding and adds none. */
import type { CodeAction, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { CodeActionKind } from 'vscode-languageserver-types';
import { findingsIn, type Found, type FoundIn, pathIn, placedEdits, remainsAfter } from '../diagnostics.js';
import type { LintFindings } from '../../lint-manifest.js';
import { asRecord, type Editor, fileIn, rangeIn } from '../editor.js';
import type { ManifestFile } from '../manifest-file.js';

type Edit = NonNullable<ReturnType<typeof placedEdits>>[number];

/** More fixes at one place would not be read, and each is tried. */
const MOST_FIXES = 10;

export async function codeActions(editor: Editor, params: unknown): Promise<readonly CodeAction[]> {
  const file = fileIn(editor, params);
  if (file === null || !wantsFixes(params)) return [];
  const wanted = rangeIn(file, params);
  const { manifests } = editor;
  const result = await findingsIn(manifests, file.path);
  if (result === null) return [];
  const here = result.found.filter(
    ({ path, span }) => path === file.path && span.start <= wanted.end && span.end >= wanted.start,
  );
  const actions: CodeAction[] = [];
  for (const found of here.slice(0, MOST_FIXES)) {
    for (const fix of found.diagnostic.fixes ?? []) {
      const edits = placedEdits(manifests, file.path, fix, result.findings);
      if (edits === null || edits.some((edit) => pathIn(file.path, edit.file) !== file.path)) continue;
      const edit = await soundEdit(editor, file, found, edits, result);
      if (edit !== null) actions.push(actionOf(fix.title, found, edit, fix.preferred));
    }
    if (found.diagnostic.severity !== 'warning') continue;
    const edit = await soundEdit(editor, file, found, [acceptance(file, found, result.findings)], result);
    if (edit !== null) actions.push(actionOf(`accept this warning (${found.diagnostic.code})`, found, edit, false));
  }
  return actions;
}

function wantsFixes(params: unknown): boolean {
  const { only } = asRecord(asRecord(params)['context'] ?? {});
  return !Array.isArray(only) || only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix);
}

function actionOf(title: string, { shown }: Found, edit: WorkspaceEdit, isPreferred: boolean): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [shown], edit, ...(isPreferred && { isPreferred }) };
}

/** Null if it would not help: the name that a fix writes may, for example, close a circle, and not every finding can be allowed. */
async function soundEdit(
  editor: Editor,
  file: ManifestFile,
  found: Found,
  edits: readonly Edit[],
  before: FoundIn,
): Promise<WorkspaceEdit | null> {
  const { manifests } = editor;
  const changed = manifests.compiler.withEdits(file.text, edits);
  if (!(await remainsAfter(manifests, file, changed, before.findings, found.diagnostic))) return null;
  return editOf(
    editor,
    file,
    edits.map(({ start, end, text }) => ({ range: file.positions.range({ start, end }), newText: text })),
  );
}

/** The comment that allows the warning, on a line of its own above the line of the finding; never inside a string of several lines. */
function acceptance({ text, path }: ManifestFile, { span, diagnostic }: Found, { locate }: LintFindings): Edit {
  const { at } = diagnostic;
  const string = at?.span === undefined ? null : locate({ file: at.file, path: at.path, part: at.part });
  const start = text.lastIndexOf('\n', (string ?? span).start - 1) + 1;
  const indent = /^[ \t]*/u.exec(text.slice(start))?.[0] ?? '';
  const lineEnd = /\r?\n/u.exec(text)?.[0] ?? '\n';
  return { file: path, start, end: start, text: `${indent}# tool: allow ${diagnostic.code}${lineEnd}` };
}

function editOf({ client }: Editor, { uri, version }: ManifestFile, edits: readonly TextEdit[]): WorkspaceEdit {
  return client.workspace?.workspaceEdit?.documentChanges === true
    ? { documentChanges: [{ textDocument: { uri, version }, edits: [...edits] }] }
    : { changes: { [uri]: [...edits] } };
}
