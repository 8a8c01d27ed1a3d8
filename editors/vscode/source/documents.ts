/** Which texts the server is asked about. Their language stays what other extensions say, which colour and format TOML. */
import { basename } from 'node:path';
import type { TextDocument } from 'vscode';

export const MANIFEST_NAME = 'manifest.toml';

/** A manifest may extend files of other names. For a text that is no manifest, the server has empty answers. */
export const SELECTOR = [
  { scheme: 'file', pattern: '**/*.toml' },
  { scheme: 'untitled', language: 'toml' },
];

/** Whether to start the server for a text: most files of TOML belong to other programs. */
export function isManifest(document: TextDocument): boolean {
  const { uri, languageId } = document;
  if (uri.scheme === 'file' && basename(uri.fsPath) === MANIFEST_NAME) return true;
  const isToml = languageId === 'toml' || uri.path.endsWith('.toml');
  return isToml && /^\s*\[project\]/mu.test(document.getText()) && /^\s*revision\s*=/mu.test(document.getText());
}
