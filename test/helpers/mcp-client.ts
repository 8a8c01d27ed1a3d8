/** A client of `tool mcp` in this process: what an agent sends in either revision, and what it gets. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { agentWords } from '#runtime/cli/agent-words.js';
import { serveAgent } from '#runtime/mcp/serve-agent.js';

interface Message {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** What an agent sees of a call. */
export interface Seen {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly data: any;
  readonly result: Readonly<Record<string, unknown>> | undefined;
}

export type Era = 'handshake' | 'stateless';

export interface McpOptions {
  readonly era?: Era;
  readonly version?: string;
  /** Of the client. */
  readonly name?: string;
  readonly capabilities?: object;
  readonly variables?: Readonly<Record<string, string>>;
  readonly profile?: string;
  readonly scope?: string;
  /** Answers a question of the server. */
  readonly answer?: (message: string) => unknown;
}

export interface McpWorld {
  readonly folder: string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Records of the audit log. */
  records(): readonly Readonly<Record<string, unknown>>[];
  open(options?: McpOptions): Promise<McpClient>;
  remove(): void;
}

export interface McpClient {
  readonly ended: Promise<void>;
  /** All bytes that the server wrote. */
  everything(): string;
  raw(text: string): void;
  /** Sent, and known by its number. */
  send(method: string, params?: object, era?: Era): number;
  notify(method: string, params?: object): void;
  answerTo(id: number): Promise<Message>;
  ask(method: string, params?: object, era?: Era): Promise<Message>;
  call(name: string, args?: unknown, more?: object, era?: Era): Promise<Seen>;
  stop(): Promise<void>;
}

const PREFIX = 'io.modelcontextprotocol';
const CLIENT = { name: 'acme-agent', version: '7' };

/** Files below the folder of the project, or of the user for `~/`; `{WORK}` in them is that of the project. */
export function openMcpWorld(files: Readonly<Record<string, string>>): McpWorld {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'mcp-'));
  const [folder, home] = [join(root, 'work'), join(root, 'home')];
  const pathOf = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(folder, path));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(pathOf(path)), { recursive: true });
    writeFileSync(pathOf(path), text.replaceAll('{WORK}', folder));
  };
  mkdirSync(folder);
  mkdirSync(home);
  for (const [path, text] of Object.entries(files)) write(path, text);
  return {
    folder,
    write,
    read: (path) => readFileSync(pathOf(path), 'utf8'),
    records() {
      try {
        const log = readFileSync(join(home, '.local/state/tool/audit.log'), 'utf8');
        return log
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
      } catch {
        return [];
      }
    },
    open: (options = {}) => openClient(folder, home, options),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function openClient(folder: string, home: string, options: McpOptions): Promise<McpClient> {
  const { era: usual = 'handshake', capabilities = {}, answer = () => null, name: clientName = CLIENT.name } = options;
  const clientInfo = { ...CLIENT, name: clientName };
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'reader', ...options.variables };
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ending = new AbortController();
  const ended = serveAgent({
    streams: { input, output },
    context: {
      variables,
      entries: () => Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      workingFolder: folder,
    },
    file: null,
    limits: { profile: options.profile ?? null, scope: options.scope ?? null },
    words: agentWords,
    signal: ending.signal,
  });
  const answers = new Map<unknown, Message>();
  const waiting = new Map<unknown, (message: Message) => void>();
  let [next, all, rest] = [1, '', ''];
  output.on('data', (piece: Buffer) => {
    all += piece;
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(JSON.parse(line) as Message);
  });
  const put = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const take = (message: Message) => {
    const { id, method, params } = message;
    if (method === 'elicitation/create') put({ id, result: answer(String(params?.['message'])) });
    else if (method === undefined && waiting.has(id)) waiting.get(id)?.(message);
    else if (method === undefined) answers.set(id, message);
  };
  const meta = {
    [`${PREFIX}/protocolVersion`]: '2026-07-28',
    [`${PREFIX}/clientInfo`]: clientInfo,
    [`${PREFIX}/clientCapabilities`]: capabilities,
  };
  const client: McpClient = {
    ended,
    everything: () => all,
    raw: (text) => void input.write(text),
    send(method, params = {}, era = usual) {
      const id = next++;
      const carried = era === 'stateless' ? { _meta: { ...meta, ...metaIn(params) } } : {};
      put({ id, method, params: { ...params, ...carried } });
      return id;
    },
    notify: (method, params = {}) => void put({ method, params }),
    answerTo(id) {
      const known = answers.get(id);
      return known === undefined ? new Promise((resolve) => waiting.set(id, resolve)) : Promise.resolve(known);
    },
    ask: (method, params, era) => client.answerTo(client.send(method, params, era)),
    async call(name, args = {}, more = {}, era = usual) {
      const { error, result } = await client.ask('tools/call', { name, arguments: args, ...more }, era);
      if (error !== undefined) return { isError: true, text: error.message, data: null, result };
      const content = (result?.['content'] ?? []) as readonly { readonly text: string }[];
      const text = content.map((part) => part.text).join('\n');
      return { isError: result?.['isError'] === true, text, data: result?.['structuredContent'], result };
    },
    stop() {
      input.end();
      return ended;
    },
  };
  if (usual === 'handshake') {
    const protocolVersion = options.version ?? '2025-11-25';
    await client.ask('initialize', { protocolVersion, capabilities, clientInfo });
    client.notify('notifications/initialized');
  }
  return client;
}

function metaIn(params: object): object {
  return '_meta' in params && typeof params._meta === 'object' ? (params._meta ?? {}) : {};
}
