/** Manifests in VS Code: what `tool lsp` answers is shown, and `tool mcp` is offered to agents. */
import { commands, type ExtensionContext, workspace } from 'vscode';
import { Client } from './client.js';
import { isManifest, MANIFEST_NAME } from './documents.js';
import { offerMcpServers } from './mcp.js';

export async function activate({ subscriptions }: ExtensionContext): Promise<void> {
  const client = new Client();
  subscriptions.push(
    client,
    ...offerMcpServers(),
    commands.registerCommand('tool.restart', () => client.restart()),
    workspace.onDidOpenTextDocument((document) => {
      if (isManifest(document)) void client.start();
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('tool.command') && client.isWanted) void client.restart();
    }),
  );
  const isOpen = workspace.textDocuments.some(isManifest);
  if (isOpen || (await workspace.findFiles(`**/${MANIFEST_NAME}`, undefined, 1)).length > 0) await client.start();
}
