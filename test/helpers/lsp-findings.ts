/** Findings of `tool lint` and of the language server as lines that can be compared. */
import { findingsOf } from '#runtime/cli/views/lint-findings.js';
import { lintFiles } from './lint.js';
import type { LspClient } from './lsp-client.js';

/** `lint` counts characters from 1, so that the client asks for UTF-32. */
export async function lintLines(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return findingsOf(await lintFiles(files))
    .map(({ file, code, line, column, endLine, endColumn, message }) =>
      [file, code, line ?? 1, column ?? 1, endLine ?? 1, endColumn ?? 1, message].join(' '),
    )
    .sort();
}

export async function serverLines(client: LspClient, uri: string): Promise<readonly string[]> {
  const lists = [...(await client.diagnostics(uri))];
  return lists
    .flatMap(([address, list]) =>
      list.map(({ code, range: { start, end }, message }) => {
        const file = decodeURIComponent(address)
          .slice(decodeURIComponent(client.uri('')).length)
          .replace(/^\//u, '');
        const place = [start.line, start.character, end.line, end.character].map((number) => number + 1);
        return [file, code, ...place, String(message).split('\n\n')[0]].join(' ');
      }),
    )
    .sort();
}
