/**
 * flyctl with one app, as far as its secrets go: what it reads, trims, prints and refuses. What the app holds is in files, so that
 * processes share it. `test/stores/fly/flyctl.mjs` is the same as a program.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FakeRun } from '../fake-programs.js';

/** The program. It keeps its app in the folder that `FAKE_FLYCTL` names. */
export const FLYCTL = fileURLToPath(new URL('../../../../test/stores/fly/flyctl.mjs', import.meta.url));

type Asked = Pick<FakeRun, 'words' | 'input' | 'variable'>;
interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

const MOST_BYTES = 64 * 1024;

export class FakeFlyctl {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    for (const part of ['secrets', 'deployed']) mkdirSync(`${folder}/${part}`, { recursive: true });
    appendFileSync(`${folder}/runs`, '');
  }

  /** Sets a secret, as another client would. */
  put(name: string, value: string): void {
    writeFileSync(this.#path('secrets', name), value);
  }

  /** What Fly.io holds. */
  value(name: string): string | null {
    const path = this.#path('secrets', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /** What the machines of the app were started with. */
  deployed(name: string): string | null {
    const path = this.#path('deployed', name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  }

  /** The login that it keeps itself. */
  login(): void {
    writeFileSync(`${this.#folder}/login`, '');
  }

  /** From now on every command fails with this. */
  break(stderr: string): void {
    writeFileSync(`${this.#folder}/broken`, stderr);
  }

  /** The runs so far: their words, and the variables that matter. */
  runs(): readonly {
    readonly words: readonly string[];
    readonly token: string | null;
    readonly other: string | null;
  }[] {
    const lines = readFileSync(`${this.#folder}/runs`, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  run({ words, input, variable }: Asked): Ended {
    const token = variable('FLY_API_TOKEN');
    appendFileSync(
      `${this.#folder}/runs`,
      `${JSON.stringify({ words, token, other: variable('FLY_ACCESS_TOKEN') })}\n`,
    );
    if (existsSync(`${this.#folder}/broken`)) return refused(readFileSync(`${this.#folder}/broken`, 'utf8'));
    if (token === null && !existsSync(`${this.#folder}/login`))
      return refused("Error: no access token available. Please login with 'flyctl auth login'\n");
    if (token !== null && token !== 'canary-token')
      return refused('Error: failed retrieving app my-app: unauthorized\n');
    const [group, command, ...rest] = words;
    const { names, app, flags } = argumentsIn(rest);
    if (group !== 'secrets') return refused(`Error: unknown command "${group}" for "flyctl"\n`);
    if (app !== 'my-app') return refused(`Error: Could not find App "${app}"\n`);
    const isStaged = flags.has('--stage');
    if (command === 'list') return done(flags.has('--json') ? this.#list() : 'NAME  DIGEST  CREATED AT\n');
    if (command === 'set') return this.#set(names, input) ?? this.#rolledOut(isStaged);
    if (command !== 'unset') return refused(`Error: unknown command "${command}" for "flyctl secrets"\n`);
    for (const name of names) rmSync(this.#path('secrets', name), { force: true });
    return this.#rolledOut(isStaged);
  }

  #list(): string {
    const names = readdirSync(`${this.#folder}/secrets`).map(decodeURIComponent).sort();
    const secrets = names.map((Name) => ({ Name, Digest: 'b6a1f8e2c0d94f17', CreatedAt: '2026-11-02T08:00:00Z' }));
    return `${JSON.stringify(secrets, null, 4)}\n`;
  }

  #set(pairs: readonly string[], input: string | null): Ended | null {
    for (const pair of pairs) {
      const at = pair.indexOf('=');
      const [name, given] = [pair.slice(0, at), pair.slice(at + 1)];
      if (at < 0) return refused(`Error: could not parse secrets: '${pair}': must be in the format NAME=VALUE\n`);
      if (name.length > 200) return refused('Error: name is too long\n');
      if (given === '-' && input === null)
        return refused(`Error: secret \`${name}\` expects standard input but none provided\n`);
      if (given === '-' && Buffer.byteLength(input ?? '') > MOST_BYTES)
        return refused(`Error: error reading stdin for '${name}': Input exceeded max length of ${MOST_BYTES} bytes\n`);
      this.put(name, given === '-' ? (input ?? '').replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '') : given);
    }
    return null;
  }

  #rolledOut(isStaged: boolean): Ended {
    if (isStaged) return done('Secrets have been staged, but not set on VMs.\n');
    rmSync(`${this.#folder}/deployed`, { recursive: true });
    mkdirSync(`${this.#folder}/deployed`);
    for (const file of readdirSync(`${this.#folder}/secrets`))
      writeFileSync(`${this.#folder}/deployed/${file}`, readFileSync(`${this.#folder}/secrets/${file}`));
    return done("Updating existing machines in 'my-app' with rolling strategy\n");
  }

  #path(part: 'secrets' | 'deployed', name: string): string {
    return `${this.#folder}/${part}/${encodeURIComponent(name).replaceAll('.', '%2E')}`;
  }
}

function argumentsIn(words: readonly string[]) {
  const at = words.indexOf('--app');
  const rest = at < 0 ? words : words.toSpliced(at, 2);
  const flags = new Set(rest.filter((word) => word.startsWith('-')));
  return { names: rest.filter((word) => !flags.has(word)), app: words[at + 1], flags };
}

function done(stdout: string): Ended {
  return { status: 0, stdout, stderr: '' };
}

function refused(stderr: string): Ended {
  return { status: 1, stdout: '', stderr };
}
