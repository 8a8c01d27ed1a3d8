/** A client of `tool serve`: the real process, with a home, a project and a temporary folder of its own. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_WORDS } from './tool-path.js';

export interface ResolverWorld {
  readonly project: string;
  readonly temporary: string;
  readonly variables: Readonly<Record<string, string>>;
  write(path: string, text: string): void;
  /** What is left in the temporary folder. */
  left(): readonly string[];
  records(): readonly Record<string, unknown>[];
  start(words?: readonly string[], variables?: Readonly<Record<string, string>>): ResolverClient;
  remove(): void;
}

export function resolverWorld(manifest: string, stored: string): ResolverWorld {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'tool-serve-'));
  const [project, home, temporary] = [join(root, 'project'), join(root, 'home'), join(root, 'tmp')] as const;
  for (const folder of [project, home, temporary]) mkdirSync(folder);
  const write = (path: string, text: string) => writeFileSync(join(project, path), text);
  write('manifest.toml', manifest);
  write('.env', stored);
  const variables = { PATH: process.env['PATH'] ?? '', HOME: home, USER: 'reader', TMPDIR: temporary };
  const clients: ResolverClient[] = [];
  return {
    project,
    temporary,
    variables,
    write,
    left: () => readdirSync(temporary),
    records: () => {
      const text = readFileSync(join(home, '.local/state/tool/audit.log'), 'utf8');
      return text.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)));
    },
    start(words = [], more = {}) {
      const client = new ResolverClient(project, words, { ...variables, ...more });
      clients.push(client);
      return client;
    },
    remove() {
      for (const { child } of clients) child.kill('SIGKILL');
      rmSync(root, { recursive: true, force: true });
    },
  };
}

type Members = Readonly<Record<string, unknown>>;
export interface Answer {
  readonly result?: Members;
  readonly error?: { readonly code: number; readonly message: string; readonly data: Members };
}
type Callback = (params: Members, method: string) => Answer | null;

export const PURPOSE = { consumer: 'test', operation: 'try' };
const PATIENCE_MS = 60_000;

export class ResolverClient {
  readonly child: ChildProcessWithoutNullStreams;
  /** The exit code, or 128+n for a signal that ended the process. */
  readonly exit: Promise<number | string>;
  stderr = '';
  lines = 0;
  callback: Callback = () => null;
  readonly #project: string;
  readonly #waiting = new Map<number | null, (answer: Answer) => void>();
  #rest = '';
  #lastId = 0;

  constructor(project: string, words: readonly string[], variables: Readonly<Record<string, string>>) {
    this.#project = project;
    const [program = '', ...before] = TOOL_WORDS;
    this.child = spawn(program, [...before, 'serve', ...words], { cwd: project, env: variables });
    this.exit = new Promise((resolve) => this.child.on('exit', (code, signal) => resolve(code ?? signal ?? '')));
    this.child.stdin.on('error', () => {});
    this.child.stderr.on('data', (data) => {
      this.stderr += data;
    });
    this.child.stdout.on('data', (data) => this.#read(`${data}`));
  }

  /** Answers with the initialisation. */
  open(application: Members = {}, more: Members = {}): Promise<Answer> {
    return this.request('rpc.initialize', {
      protocol: 'tool.resolver',
      versions: [1],
      client: { name: 'tester', version: '7' },
      limits: { max_frame_bytes: 1_048_576, max_in_flight: 8 },
      ...more,
      application: {
        manifest: { kind: 'path', path: join(this.#project, 'manifest.toml') },
        ...{ provider: null, profile: null, scope: null, reason: null },
        ...application,
      },
    });
  }

  get(name: string, representation = 'auto'): Promise<Answer> {
    return this.request('resolver.get', { name, representation, purpose: PURPOSE });
  }

  request(method: string, params: Members): Promise<Answer> {
    return this.answerTo(this.send(method, params));
  }

  /** The id of the request. */
  send(method: string, params: Members): number {
    const id = ++this.#lastId;
    this.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params, _meta: { deadline_unix_ms: Date.now() + PATIENCE_MS } })}\n`,
    );
    return id;
  }

  notify(method: string, params: Members): void {
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  answerTo(id: number | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.exit.then((exit) => reject(new Error(`no answer: ${exit} ${this.stderr}`)));
    });
  }

  write(text: string): void {
    this.child.stdin.write(text);
  }

  /** Ends the session as a client does that has nothing more to ask. */
  close(): Promise<number | string> {
    this.child.stdin.end();
    return this.exit;
  }

  #read(data: string): void {
    this.#rest += data;
    const lines = this.#rest.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#message(JSON.parse(line));
  }

  #message(message: Members & Answer): void {
    this.lines++;
    const { id, method, params } = message as { id: number | null; method?: string; params?: Members };
    if (method === undefined) {
      this.#waiting.get(id)?.(message);
      return;
    }
    const answer = this.callback(params ?? {}, method);
    if (answer !== null) this.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
  }
}

/** What an answer is, in one word: its status, or the kind of its error. */
export function told({ result, error }: Answer): unknown {
  return error === undefined ? (result?.['status'] ?? 'done') : error.data['kind'];
}
