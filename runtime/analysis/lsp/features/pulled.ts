/** Findings for clients that ask for them. */
import { createHash } from 'node:crypto';
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  FullDocumentDiagnosticReport,
  UnchangedDocumentDiagnosticReport,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { findingsIn } from '../diagnostics.js';
import { asRecord, type Editor, fileIn } from '../editor.js';
import type { ManifestFile } from '../manifest-file.js';

export async function documentDiagnostic(editor: Editor, params: unknown): Promise<DocumentDiagnosticReport> {
  const file = fileIn(editor, params);
  if (file === null) return { kind: 'full', items: [] };
  const lists = await listsOf(editor, file);
  const { previousResultId } = asRecord(params);
  const own = reportOf(lists.get(file.path) ?? [], previousResultId);
  const others = [...lists].filter(([path]) => path !== file.path);
  const hasRelated = editor.client.textDocument?.diagnostic?.relatedDocumentSupport === true && others.length > 0;
  if (!hasRelated) return own;
  const uriOf = (path: string) => editor.manifests.file(path)?.uri ?? path;
  return {
    ...own,
    relatedDocuments: Object.fromEntries(others.map(([path, items]) => [uriOf(path), reportOf(items, null)])),
  };
}

/** Each known manifest once, with what is found in it as the manifest, or through one that extends it. */
export async function workspaceDiagnostic(editor: Editor, params: unknown): Promise<WorkspaceDiagnosticReport> {
  const { previousResultIds } = asRecord(params);
  const known = new Map<unknown, unknown>(
    (Array.isArray(previousResultIds) ? previousResultIds : []).map((one) => [
      asRecord(one)['uri'],
      asRecord(one)['value'],
    ]),
  );
  const all = new Map<string, Map<string, Diagnostic>>();
  for (const file of editor.manifests.all()) {
    for (const [path, items] of await listsOf(editor, file)) {
      const list = all.get(path) ?? new Map<string, Diagnostic>();
      for (const item of items) list.set(JSON.stringify(item), item);
      all.set(path, list);
    }
  }
  const items = [...all].flatMap(([path, list]) => {
    const file = editor.manifests.file(path);
    return file === null
      ? []
      : [{ uri: file.uri, version: file.version, ...reportOf([...list.values()], known.get(file.uri)) }];
  });
  return { items };
}

/** By path; of the manifest itself always. */
async function listsOf({ manifests }: Editor, file: ManifestFile): Promise<Map<string, Diagnostic[]>> {
  const lists = new Map<string, Diagnostic[]>([[file.path, []]]);
  for (const { path, shown } of (await findingsIn(manifests, file.path))?.found ?? [])
    lists.set(path, [...(lists.get(path) ?? []), shown]);
  return lists;
}

function reportOf(
  items: readonly Diagnostic[],
  previous: unknown,
): FullDocumentDiagnosticReport | UnchangedDocumentDiagnosticReport {
  const resultId = createHash('sha256').update(JSON.stringify(items)).digest('hex').slice(0, 16);
  return previous === resultId ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items: [...items] };
}
