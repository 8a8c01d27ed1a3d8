/** What the server offers, in the answer to `initialize`. */
import type { InitializeResult } from 'vscode-languageserver-protocol';
import { TOOL_NAME, TOOL_VERSION } from '../../version.js';
import { LEGEND } from './features/tokens.js';
import type { PositionEncoding } from './text-positions.js';

export function initializeResult(encoding: PositionEncoding): InitializeResult {
  return {
    serverInfo: { name: TOOL_NAME, version: TOOL_VERSION },
    capabilities: {
      positionEncoding: encoding,
      textDocumentSync: { openClose: true, change: INCREMENTAL },
      hoverProvider: true,
      completionProvider: { triggerCharacters: ['"', "'", '{', '.', '$', '[', '?', '&'] },
      definitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      documentSymbolProvider: true,
      workspaceSymbolProvider: true,
      codeActionProvider: { codeActionKinds: ['quickfix'] },
      renameProvider: { prepareProvider: true },
      foldingRangeProvider: true,
      selectionRangeProvider: true,
      inlayHintProvider: true,
      semanticTokensProvider: { legend: LEGEND, full: true, range: true },
      diagnosticProvider: { identifier: TOOL_NAME, interFileDependencies: true, workspaceDiagnostics: true },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  };
}

/** `TextDocumentSyncKind.Incremental`. */
const INCREMENTAL = 2;
