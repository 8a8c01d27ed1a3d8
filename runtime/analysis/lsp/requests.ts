/** The requests that are answered, and by what. */
import { codeActions } from './features/code-actions.js';
import { completion } from './features/completion.js';
import { definition, highlights, references } from './features/definition.js';
import { foldingRanges, selectionRanges } from './features/folding.js';
import { inlayHints } from './features/hints.js';
import { hover } from './features/hover.js';
import { documentDiagnostic, workspaceDiagnostic } from './features/pulled.js';
import { prepareRename, rename } from './features/rename.js';
import { documentSymbols, workspaceSymbols } from './features/symbols.js';
import { semanticTokens } from './features/tokens.js';
import type { Editor } from './editor.js';

export type Answer = (editor: Editor, params: unknown) => unknown;

export const requests: ReadonlyMap<string, Answer> = new Map<string, Answer>([
  ['textDocument/codeAction', codeActions],
  ['textDocument/completion', completion],
  ['textDocument/definition', definition],
  ['textDocument/diagnostic', documentDiagnostic],
  ['textDocument/documentHighlight', highlights],
  ['textDocument/documentSymbol', documentSymbols],
  ['textDocument/foldingRange', foldingRanges],
  ['textDocument/hover', hover],
  ['textDocument/inlayHint', inlayHints],
  ['textDocument/prepareRename', prepareRename],
  ['textDocument/references', references],
  ['textDocument/rename', rename],
  ['textDocument/selectionRange', selectionRanges],
  ['textDocument/semanticTokens/full', semanticTokens],
  ['textDocument/semanticTokens/range', semanticTokens],
  ['workspace/diagnostic', workspaceDiagnostic],
  ['workspace/symbol', workspaceSymbols],
]);
