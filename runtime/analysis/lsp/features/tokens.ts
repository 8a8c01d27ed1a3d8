/** Colours inside templates; those of TOML are the editor's. */
import type { SemanticTokens, SemanticTokensLegend } from 'vscode-languageserver-protocol';
import { SemanticTokenTypes } from 'vscode-languageserver-types';
import { asRecord, type Editor, fileIn, rangeIn } from '../editor.js';

export const LEGEND: SemanticTokensLegend = {
  tokenTypes: [SemanticTokenTypes.variable, SemanticTokenTypes.operator],
  tokenModifiers: [],
};
const TYPES = { reference: 0, escape: 1 } as const;

export function semanticTokens(editor: Editor, params: unknown): SemanticTokens {
  const file = fileIn(editor, params);
  if (file === null) return { data: [] };
  const wanted = asRecord(params)['range'] === undefined ? null : rangeIn(file, params);
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const { kind, span } of editor.manifests.compiler.templateMarks(file.readable, file.mentions)) {
    if (wanted !== null && (span.end < wanted.start || span.start > wanted.end)) continue;
    const { start, end } = file.positions.range(span);
    // A token is on one line; a name that is written over several is none.
    if (start.line !== end.line || start.character === end.character) continue;
    const column = start.line === line ? start.character - character : start.character;
    data.push(start.line - line, column, end.character - start.character, TYPES[kind], 0);
    [line, character] = [start.line, start.character];
  }
  return { data };
}
