/** A client of the language server in this process: what an editor sends, and what it gets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Diagnostic, Position } from 'vscode-languageserver-protocol';
import { serveEditor } from '#runtime/analysis/lsp/server.js';

interface Message {
  readonly id?: number | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface LspClient {
  readonly folder: string;
  readonly ended: Promise<number>;
  write(path: string, text: string): void;
  uri(path: string): string;
  raw(bytes: string): void;
  ask(method: string, params?: unknown): Promise<Message>;
  /** The result of an answer that is no error. */
  request<T>(method: string, params?: unknown): Promise<T>;
  notify(method: string, params?: unknown): void;
  open(path: string, text: string): string;
  /** The findings of a manifest and what it extends, by address. */
  diagnostics(uri: string): Promise<ReadonlyMap<string, readonly Diagnostic[]>>;
  /** Closes the input of the server. */
  end(): void;
  stop(): Promise<number>;
}

export async function openLsp(
  files: Readonly<Record<string, string>>,
  { encodings = ['utf-16'], capabilities = {} }: { encodings?: readonly string[]; capabilities?: object } = {},
): Promise<LspClient> {
  const folder = mkdtempSync(join(tmpdir(), 'lsp-'));
  const input = new PassThrough();
  const output = new PassThrough();
  const ended = serveEditor({ input, output }, {});
  const waiting = new Map<number, (message: Message) => void>();
  let next = 1;
  readFrames(output, (message) => {
    if (typeof message.id !== 'number' || message.method !== undefined) return;
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const send = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    input.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const client: LspClient = {
    folder,
    ended,
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    uri: (path) => pathToFileURL(join(folder, path)).href,
    raw: (bytes) => void input.write(bytes),
    ask(method, params) {
      const id = next++;
      send({ id, method, params });
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    async request<T>(method: string, params?: unknown) {
      const { error, result } = await client.ask(method, params);
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result as T;
    },
    notify: (method, params) => send({ method, params }),
    open(path, text) {
      const uri = path.includes(':') ? path : client.uri(path);
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'toml', version: 1, text } });
      return uri;
    },
    async diagnostics(uri) {
      const report = await client.request<{
        items: Diagnostic[];
        relatedDocuments?: Record<string, { items: Diagnostic[] }>;
      }>('textDocument/diagnostic', { textDocument: { uri } });
      const related = Object.entries(report.relatedDocuments ?? {}).map(
        ([other, { items }]) => [other, items] as const,
      );
      return new Map([[uri, report.items], ...related]);
    },
    end: () => void input.end(),
    async stop() {
      await client.ask('shutdown');
      client.notify('exit');
      rmSync(folder, { recursive: true });
      return ended;
    },
  };
  for (const [path, text] of Object.entries(files)) client.write(path, text);
  await client.request('initialize', {
    processId: null,
    rootUri: pathToFileURL(folder).href,
    capabilities: {
      general: { positionEncodings: encodings },
      textDocument: { diagnostic: { relatedDocumentSupport: true } },
      workspace: { workspaceEdit: { documentChanges: false } },
      ...capabilities,
    },
  });
  client.notify('initialized', {});
  return client;
}

function readFrames(output: PassThrough, take: (message: Message) => void): void {
  let bytes = Buffer.alloc(0);
  output.on('data', (more: Buffer) => {
    bytes = Buffer.concat([bytes, more]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/u.exec(bytes.toString('latin1', 0, Math.max(end, 0)))?.[1]);
      if (end === -1 || bytes.length < end + 4 + length) return;
      const body = bytes.toString('utf8', end + 4, end + 4 + length);
      bytes = bytes.subarray(end + 4 + length);
      take(JSON.parse(body));
    }
  });
}

/** The position of an offset, in UTF-16 units. */
export function positionOf(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** A text after the edits of an answer. */
export function withTextEdits(
  text: string,
  edits: readonly { readonly range: { readonly start: Position; readonly end: Position }; readonly newText: string }[],
): string {
  const starts = [0, ...Array.from(text.matchAll(/\n/gu), ({ index }) => index + 1)];
  const offset = ({ line, character }: Position) => (starts[line] ?? text.length) + character;
  return [...edits]
    .sort((left, right) => offset(right.range.start) - offset(left.range.start))
    .reduce(
      (edited, { range, newText }) => edited.slice(0, offset(range.start)) + newText + edited.slice(offset(range.end)),
      text,
    );
}
