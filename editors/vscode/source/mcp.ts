/** Offers `tool mcp` to agents in the editor, for each manifest of the workspace. It is started when an agent uses it. */
import { dirname } from 'node:path';
import { type Disposable, EventEmitter, lm, McpStdioServerDefinition, Uri, workspace } from 'vscode';
import { commandLine, ENVIRONMENT } from './command.js';
import { MANIFEST_NAME } from './documents.js';

const PATTERN = `**/${MANIFEST_NAME}`;
const NOT_IN = '**/{.git,node_modules,target}/**';
/** More servers than these nobody chooses among. */
const MOST_SERVERS = 20;

export function offerMcpServers(): Disposable[] {
  const changed = new EventEmitter<void>();
  const watcher = workspace.createFileSystemWatcher(PATTERN, false, true, false);
  const tell = () => changed.fire();
  return [
    changed,
    watcher,
    watcher.onDidCreate(tell),
    watcher.onDidDelete(tell),
    workspace.onDidChangeWorkspaceFolders(tell),
    workspace.onDidChangeConfiguration((event) => event.affectsConfiguration('tool.command') && tell()),
    lm.registerMcpServerDefinitionProvider('tool', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: definitions,
    }),
  ];
}

async function definitions(): Promise<McpStdioServerDefinition[]> {
  const command = commandLine('mcp');
  if (command === null) return [];
  const manifests = await workspace.findFiles(PATTERN, NOT_IN, MOST_SERVERS);
  return manifests
    .filter(({ scheme }) => scheme === 'file')
    .sort((left, right) => left.fsPath.localeCompare(right.fsPath))
    .map((manifest) => {
      const folder = dirname(workspace.asRelativePath(manifest));
      const label = folder === '.' ? 'tool' : `tool (${folder})`;
      const server = new McpStdioServerDefinition(label, command.program, [...command.words], ENVIRONMENT);
      server.cwd = Uri.file(dirname(manifest.fsPath));
      return server;
    });
}
