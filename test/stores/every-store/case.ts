/** A project with two stores, `from` and `to`, and folders of files in which values are compared byte for byte. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Abilities } from '#schemas/providers/descriptor.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { responseOf } from '../../helpers/fake-http.js';
import { WORLDS } from '../../worlds/index.js';
import type { StoreWorld } from '../../worlds/shared/store-world.js';
import { makeKeys } from './keys.js';

export interface Kind {
  readonly scheme: string;
  readonly world: StoreWorld;
  readonly abilities: Abilities;
}
type Values = Readonly<Record<string, string | Uint8Array>>;
interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const NAMES = ['HELD', 'TEXT', 'LARGE', 'BYTES'];
/** Folders of files: where values come from, and where those of a store are compared. */
const FOLDERS = ['seed', 'out', 'rest', 'again'];

/** Every kind whose programs are here. `close` ends what was started for them. */
export function kindsOfStores() {
  const keys = makeKeys();
  const leftOut: string[] = [];
  const kinds = Object.entries(WORLDS).flatMap(([scheme, world]): Kind[] => {
    const why = world.speaksTls ? 'its client speaks TLS alone' : world.switch ? keys.missing(world.switch) : null;
    if (why !== null) leftOut.push(`${scheme}: ${why}`);
    return why === null ? [{ scheme, world, abilities: abilitiesOf(scheme, world) }] : [];
  });
  return { kinds, leftOut, close: keys.close };
}

function abilitiesOf(scheme: string, world: StoreWorld): Abilities {
  const uri = parseStoreUri(world.spec('.', '127.0.0.1:1'));
  const descriptor = descriptorOf(scheme);
  if (uri.kind === 'malformed' || descriptor === null) throw new Error(`no descriptor for ${scheme}`);
  return descriptor.abilities(uri);
}

/** A side of the project: its folder and its server. */
interface Side {
  readonly kind: Kind;
  readonly at: string;
  readonly host: string;
  readonly server: Server | null;
  /** What it holds, if it cannot be read. */
  readonly shows: ReturnType<NonNullable<StoreWorld['shows']>> | undefined;
}

export class Case {
  readonly folder: string;
  readonly #tool: readonly string[];
  readonly #sides: Readonly<Record<'from' | 'to', Side>>;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    tool: readonly string[],
    folder: string,
    sides: Readonly<Record<'from' | 'to', Side>>,
    env: Readonly<Record<string, string>>,
  ) {
    this.#tool = tool;
    this.folder = folder;
    this.#sides = sides;
    this.#env = env;
  }

  static async open(tool: readonly string[], kinds: { readonly from: Kind; readonly to: Kind }): Promise<Case> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tool-every-')));
    for (const name of ['home/.local/state/tool', 'project', 'logins'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'home/.local/state/tool/audit.log'), '', { mode: 0o600 });
    const from = await sideOf(kinds.from, folder, 'from');
    const to = await sideOf(kinds.to, folder, 'to');
    // Each may have its program in a folder of its own, which comes before those of the system.
    const pathOf = ({ PATH = '' }: { readonly PATH?: string }) => PATH.split(delimiter).filter((path) => path !== '');
    const usual = new Set(pathOf(process.env));
    const own = [to.environment, from.environment].flatMap(pathOf).filter((path) => !usual.has(path));
    const env = {
      ...{ HOME: join(folder, 'home'), TMPDIR: folder, LANG: 'C.UTF-8', NO_COLOR: '1' },
      ...from.environment,
      ...to.environment,
      PATH: [...own, ...usual].join(delimiter),
    };
    const opened = new Case(tool, folder, { from: from.side, to: to.side }, env);
    opened.#write('project/manifest.toml', opened.#manifest());
    return opened;
  }

  at(side: 'from' | 'to'): string {
    return this.#sides[side].at;
  }

  /** A value of a store that cannot be read. Of a store that a variable leads to, it leads both sides to `to`. */
  shown(name: string): string | null | undefined {
    return this.#sides.to.shows?.(name);
  }

  /** The address of `from` through the link next to it. */
  linked(): string {
    return this.#sides.from.kind.world.spec(join(this.folder, 'link'), this.#sides.from.host);
  }

  /** Puts values into the folder that is imported from. */
  seed(values: Values): void {
    const folder = join(this.folder, 'seed/demo/default');
    mkdirSync(folder, { recursive: true });
    for (const [name, value] of Object.entries(values)) writeFileSync(join(folder, name), value);
  }

  /** Copies from one store to another; `values`: what the folder has that is imported from. Fails if the command does. */
  async import(source: string, destination: string, values: Values = {}): Promise<void> {
    this.seed(values);
    await this.run(destination, 'import', source);
  }

  /** A command whose secrets are in one store; it must succeed and print no value. */
  async run(store: string, ...words: readonly string[]): Promise<void> {
    const { status, stdout, stderr } = await this.tried(store, ...words);
    if (status !== 0) throw new Error(`${words.join(' ')} into ${store} ended with ${status}: ${stderr}`);
    if (/canary/u.test(stdout + stderr)) throw new Error(`${words.join(' ')} printed a value: ${stdout}${stderr}`);
  }

  tried(store: string, ...words: readonly string[]): Promise<Ended> {
    return this.#start(words, { TOOL_PROVIDER: store });
  }

  /** What is in a folder of files. */
  read(name: string): Readonly<Record<string, string>> {
    const folder = join(this.folder, name, 'demo/default');
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), 'latin1')]));
  }

  /** What `read` returns for these values. */
  asRead(values: Values): Readonly<Record<string, string>> {
    const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, value]) => [name, Buffer.from(value).toString('latin1')]));
  }

  /** The manifest that `init` makes of `from`. */
  async init(): Promise<string> {
    mkdirSync(join(this.folder, 'made'));
    const { kind, at, host } = this.#sides.from;
    const words = ['init', '--project', 'demo', '--from', kind.world.spec(at, host)];
    const { status, stderr } = await this.#start(words, {}, 'made');
    if (status !== 0) throw new Error(`init ended with ${status}: ${stderr}`);
    return readFileSync(join(this.folder, 'made/manifest.toml'), 'utf8');
  }

  /** A command about CACHED, which is in `source` and cached in `from`. */
  inCache(source: string, ...words: readonly string[]): Promise<Ended> {
    const route = `source = "${source}"
cached = { fallback = ["source"], cache = { provider = "from", max_age = "1h" } }`;
    this.#write(
      'project/cached.toml',
      this.#manifest(route, 'CACHED = { description = "Cached", providers = ["cached"] }'),
    );
    return this.#start(['--file', 'cached.toml', ...words], {});
  }

  /** Types a credential at each prompt; what the terminal showed, and what was stored. */
  async logIn(names: readonly string[]) {
    const bound = names.map((name) => `${name} = "file:${this.folder}/logins"`).join(', ');
    const { kind, at, host } = this.#sides.from;
    const alias = `mine = { uri = "${kind.world.spec(at, host)}", credentials = { ${bound} } }`;
    this.#write('project/login.toml', this.#manifest(alias));
    const words = [...this.#tool, '--file', 'login.toml', 'config', 'provider', 'login', 'mine'];
    const output = await typed(words, { cwd: join(this.folder, 'project'), env: this.#env });
    const folder = join(this.folder, 'logins/demo/default');
    const stored = (existsSync(folder) ? readdirSync(folder) : []).map((name) => {
      return [name, readFileSync(join(folder, name), 'utf8')];
    });
    return { output, stored: Object.fromEntries(stored) };
  }

  close(): void {
    for (const { server } of Object.values(this.#sides)) {
      server?.closeAllConnections();
      server?.close();
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #start(words: readonly string[], variables: Record<string, string>, folder = 'project'): Promise<Ended> {
    const [program = '', ...all] = [...this.#tool, ...words];
    const child = spawn(program, all, {
      cwd: join(this.folder, folder),
      env: { ...this.#env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 120_000,
    });
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      texts.stderr += text;
    });
    const [status] = await once(child, 'close');
    return { status, ...texts };
  }

  #manifest(aliases = '', secrets = ''): string {
    const folders = FOLDERS.map((name) => `${name} = "file:${join(this.folder, name)}"`).join('\n');
    return `[project]
name = "demo"
revision = "1.0"
require_reason = false

[providers]
${this.#alias('from')}
${this.#alias('to')}
${folders}
${aliases}

[profiles.default]
${secrets || NAMES.map((name) => `${name} = { description = "One of them", required = false, providers = ["from"] }`).join('\n')}
`;
  }

  /** Credentials come from a file next to it. */
  #alias(side: 'from' | 'to'): string {
    const { kind, at, host } = this.#sides[side];
    const credentials = Object.entries(kind.world.credentials ?? {});
    const file = `${side}.credentials`;
    this.#write(`project/${file}`, credentials.map(([name, value]) => `${name}=${value}\n`).join(''));
    const bound = credentials.map(([name]) => `${name} = "dotenv:${file}"`).join(', ');
    return `${side} = { uri = "${kind.world.spec(at, host)}"${bound && `, credentials = { ${bound} }`} }`;
  }

  #write(path: string, text: string): void {
    writeFileSync(join(this.folder, path), text, { mode: 0o600 });
  }
}

async function sideOf(kind: Kind, folder: string, name: string) {
  const at = mkdtempSync(join(folder, `${name}-`));
  const answer = kind.world.server?.();
  const server = answer === undefined ? null : await listening(answer);
  const address = server?.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 1}`;
  const environment = kind.world.hold(at, userInfo().username, host);
  const shows = kind.world.shows?.(at, answer);
  return { environment, side: { kind, at, host, server, shows } };
}

/** A fake in memory, on loopback. */
async function listening(answer: ReturnType<NonNullable<StoreWorld['server']>>): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, `${value}`]));
    const answered = answer({ method: methodOf(request.method), path: request.url ?? '/', headers, body });
    const { body: bytes, headers: types } = responseOf(answered);
    response.writeHead(answered.status, types).end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function methodOf(method: string | undefined): (typeof METHODS)[number] {
  return METHODS.find((name) => name === method) ?? 'GET';
}

/** Runs a command on a terminal of its own, and types `canary-NAME` whenever it prompts. */
async function typed(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<string> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', quoted, '/dev/null'], { ...options, stdio: 'pipe', timeout: 60_000 });
  let output = '';
  let answered = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    const prompts = Array.from(output.matchAll(/Enter (\w+) for provider [^\n]*: /gu), ([, name]) => name);
    for (const name of prompts.slice(answered)) child.stdin.write(`canary-${name}\n`);
    answered = prompts.length;
  });
  child.stdin.on('error', () => {});
  await once(child, 'close');
  return output;
}
