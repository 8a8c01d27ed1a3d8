/** Password stores of their own for the cases of pass.sh, and agents that ask for passphrases as a case wants it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Call, ProviderPorts, Store } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { CALL, inShort, native, openStore, portsIn } from '../runtime/providers/open-store.js';

/** Set by pass.sh: a folder for everything, and the home of gpg. */
export const { WORK = '/nowhere', GNUPGHOME = '', PATH = '' } = process.env;
export const ENVIRONMENT = process.env as Readonly<Record<string, string>>;
const PASSPHRASE = 'a passphrase';
let made = 0;

/** A password store of its own. */
export class Lab {
  readonly folder = `${WORK}/${made++}`;
  readonly root = `${this.folder}/store`;

  constructor(...keys: readonly string[]) {
    mkdirSync(this.root, { recursive: true });
    if (keys.length > 0) this.pass(['init', ...keys.map((key) => `${key}@tool.test`)]);
  }

  pass(words: readonly string[], input: string | Uint8Array = ''): Buffer {
    return execFileSync('pass', words, {
      input,
      env: { ...process.env, PASSWORD_STORE_DIR: this.root },
      stdio: 'pipe',
    });
  }
  insert(name: string, content: string | Uint8Array): void {
    this.pass(['insert', '-m', '-f', '--', name], content);
  }
  /** Makes a folder whose entries are for another key. */
  initialise(folder: string, key: string): void {
    this.pass(['init', '-p', folder, `${key}@tool.test`]);
  }
  git(folder: string, words: readonly string[]): string {
    return execFileSync('git', ['-C', `${this.root}/${folder}`, ...words], { stdio: 'pipe' }).toString();
  }
  /** The keys that an entry is encrypted for, one on a line. */
  keysOf(name: string): string {
    const { stderr } = spawnSync('gpg', ['--batch', '--list-only', '--status-fd', '2', '-d', this.file(name)]);
    return Array.from(stderr.toString().matchAll(/ENC_TO (\w+)/g), ([, key]) => `${key}\n`).join('');
  }
  fingerprint(key: string): string {
    const listed = execFileSync('gpg', ['--list-keys', '--with-colons', `${key}@tool.test`]).toString();
    return /^fpr:+(\w+):/m.exec(listed)?.[1] ?? '';
  }
  /** Signs `.gpg-id`. */
  sign(key: string): void {
    const words = ['--batch', '--yes', '--local-user', `${key}@tool.test`, '--detach-sign', `${this.root}/.gpg-id`];
    execFileSync('gpg', words, { stdio: 'pipe' });
  }
  open(environment: Readonly<Record<string, string>> = {}, more: Partial<ProviderPorts> = {}): Promise<Store> {
    const ports = portsIn(this.folder, { ...ENVIRONMENT, ...environment });
    return openStore('pass://?store_dir=./store', { ...ports, ...more });
  }
  file(name: string): string {
    return `${this.root}/${name}.gpg`;
  }
  async read(...names: readonly string[]): Promise<readonly (string | undefined)[]> {
    return (await (await this.open()).read(names.map(native), CALL)).map(inShort);
  }
  async write(name: string, value: string | Uint8Array, store?: Store, call: Call = CALL) {
    const entry = { at: native(name), value: SecretValue.fromBytes(Buffer.from(value)) };
    return (await (store ?? (await this.open())).write?.([entry], call))?.[0];
  }
  async remove(...names: readonly string[]): Promise<readonly (string | undefined)[]> {
    const answers = (await (await this.open()).remove?.(names.map(native), CALL)) ?? [];
    return answers.map((answer) => (answer.kind === 'failed' ? `failed ${answer.failure.kind}` : answer.kind));
  }
  async saysOf(name: string, store?: Store) {
    const [answer] = await (store ?? (await this.open())).read([native(name)], CALL);
    if (answer?.kind !== 'failed') throw new Error(`${name}: ${inShort(answer)}`);
    return answer.failure;
  }

  /** A folder in front of PATH in which these programs first run a line, in which `$log` is a file for what it says. */
  before(programs: Readonly<Record<string, string>>): { readonly PATH: string; readonly log: () => string } {
    const bin = `${this.folder}/bin`;
    const log = `${this.folder}/log`;
    mkdirSync(bin, { recursive: true });
    appendFileSync(log, '');
    for (const [name, line] of Object.entries(programs)) {
      const real = execFileSync('which', [name]).toString().trim();
      writeFileSync(`${bin}/${name}`, `#!/bin/sh\nlog=${log}\n${line}\nexec ${real} "$@"\n`);
      chmodSync(`${bin}/${name}`, 0o755);
    }
    return { PATH: `${bin}:${PATH}`, log: () => readFileSync(log, 'utf8') };
  }
}

/** The agent that asks for passphrases by this script, of which `$log` is a file; without one, by nothing. */
export function pinentry(script: string | null): () => string {
  const log = `${WORK}/asked`;
  rmSync(log, { force: true });
  const program = `${WORK}/pinentry`;
  writeFileSync(program, `#!/bin/sh\nlog=${log}\n${script ?? 'exit 1'}\n`);
  chmodSync(program, 0o755);
  writeFileSync(`${GNUPGHOME}/gpg-agent.conf`, `pinentry-program ${program}\n`);
  endAgent();
  return () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
}
export function endAgent(): void {
  execFileSync('gpgconf', ['--kill', 'gpg-agent']);
  // It goes on for a moment, and takes questions in it.
  const asked = () => spawnSync('gpg-connect-agent', ['--no-autostart', 'getinfo pid', '/bye']).stdout.toString();
  while (asked().includes('OK'));
}
const answering = (answer: string) =>
  `echo asked >>$log; echo OK; while read -r line; do case $line in GETPIN*) ${answer};; BYE*) echo OK; exit;; *) echo OK;; esac; done`;
export const GIVES_IT = answering(`sleep 0.3; echo "D ${PASSPHRASE}"; echo OK`);
export const CANCELS = answering('echo "ERR 83886179 Operation cancelled"');
