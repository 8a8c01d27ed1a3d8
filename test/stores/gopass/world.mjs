/** What the cases share: keys, an agent that asks as a case wants it, and stores of gopass in homes of their own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CALL, inShort, openStore, ref, secret } from '../shared/store.mjs';

const PASSPHRASE = 'a passphrase';
export class World {
  /** Short: the path of the agent's socket has a limit. */
  constructor(folder, program, command) {
    this.folder = folder;
    this.command = command;
    this.bin = join(folder, 'bin');
    this.keys = join(folder, 'keys');
    mkdirSync(this.bin);
    symlinkSync(program, join(this.bin, 'gopass'));
    this.environment = {
      PATH: `${this.bin}:${process.env.PATH}`,
      GNUPGHOME: this.keys,
      LC_ALL: 'C.UTF-8',
      GIT_AUTHOR_NAME: 'tester',
      GIT_AUTHOR_EMAIL: 'tester@tool.test',
      GIT_COMMITTER_NAME: 'tester',
      GIT_COMMITTER_EMAIL: 'tester@tool.test',
    };
    this.count = 0;
    this.makeKeys();
  }

  makeKeys() {
    mkdirSync(this.keys, { mode: 0o700 });
    for (const [name, passphrase] of [
      ['open', ''],
      ['locked', PASSPHRASE],
      ['other', ''],
    ]) {
      const loopback = ['--quiet', '--batch', '--pinentry-mode', 'loopback', '--passphrase', passphrase];
      this.gpg([...loopback, '--quick-gen-key', `${name} <${name}@tool.test>`, 'ed25519', 'cert,sign', '0']);
      this.gpg([...loopback, '--quick-add-key', this.fingerprint(name), 'cv25519', 'encr', '0']);
    }
    // Of this one only the public part stays.
    this.gpg(['--batch', '--yes', '--delete-secret-keys', this.fingerprint('other')]);
    this.endAgent();
  }
  gpg(words, input = '') {
    return execFileSync('gpg', words, { input, env: { ...process.env, ...this.environment }, stdio: 'pipe' });
  }
  fingerprint(name) {
    const listed = this.gpg(['--list-keys', '--with-colons', `${name}@tool.test`]).toString();
    return /^fpr:+(\w+):/m.exec(listed)[1];
  }
  endAgent() {
    const options = { env: { ...process.env, ...this.environment } };
    spawnSync('gpgconf', ['--kill', 'gpg-agent'], options);
    // It goes on for a moment, and takes questions in it.
    const asked = () => spawnSync('gpg-connect-agent', ['--no-autostart', 'getinfo pid', '/bye'], options).stdout;
    while (asked().toString().includes('OK'));
  }
  /** From now on passphrases are asked for by this script, which logs each question; null: by nothing that works. */
  pinentry(script) {
    const [log, program] = [join(this.folder, 'asked'), join(this.folder, 'pinentry')];
    rmSync(log, { force: true });
    writeFileSync(program, `#!/bin/sh\nlog=${log}\n${script ?? 'exit 1'}\n`);
    chmodSync(program, 0o755);
    writeFileSync(join(this.keys, 'gpg-agent.conf'), `pinentry-program ${program}\n`);
    this.endAgent();
    return () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0);
  }
  /** A store of its own, for this key. */
  lab(key = 'open', words = ['--storage', 'fs']) {
    const lab = new Lab(this, join(this.folder, `${this.count++}`));
    if (key !== null) lab.gopass(['init', '--crypto', 'gpgcli', ...words, `${key}@tool.test`]);
    return lab;
  }
}

const answering = (answer) =>
  `echo asked >>$log; echo OK; while read -r line; do case $line in GETPIN*) ${answer};; BYE*) echo OK; exit;; *) echo OK;; esac; done`;
export const GIVES_IT = answering(`echo "D ${PASSPHRASE}"; echo OK`);
export const CANCELS = answering('echo "ERR 83886179 Operation cancelled"');

export class Lab {
  constructor(world, folder) {
    this.world = world;
    this.folder = folder;
    this.home = join(folder, 'home');
    this.root = join(this.home, '.local/share/gopass/stores/root');
    mkdirSync(join(this.home, '.local/state/tool'), { recursive: true });
    // A log that is there is not announced.
    writeFileSync(join(this.home, '.local/state/tool/audit.log'), '');
    this.environment = { ...world.environment, HOME: this.home };
  }
  gopass(words, input = '') {
    return execFileSync('gopass', words, { env: this.environment, input, stdio: 'pipe' }).toString();
  }
  insert(name, content) {
    this.gopass(['insert', '-m', '-f', '--', name], content);
  }
  file(name) {
    return join(this.root, `${name}.gpg`);
  }
  /** An entry of gpg alone. */
  encrypt(name, key, content) {
    writeFileSync(
      this.file(name),
      this.world.gpg(['--batch', '--trust-model', 'always', '-e', '-r', `${key}@tool.test`], content),
    );
  }
  open(environment = {}, more = {}, spec = 'gopass') {
    const given = Object.entries({ ...this.environment, ...environment }).filter(([, value]) => value !== null);
    return openStore(spec, { variables: Object.fromEntries(given), folder: this.folder, home: this.home, more });
  }
  async read(...names) {
    return (
      await (
        await this.open()
      ).read(
        names.map((name) => ref(name)),
        CALL,
      )
    ).map(inShort);
  }
  async write(name, value, more = {}) {
    const entry = { at: ref(name), value: secret(Buffer.from(value)), ...more };
    return (await (await this.open()).write([entry], CALL))[0];
  }
  async remove(...names) {
    return (
      await (
        await this.open()
      ).remove(
        names.map((name) => ref(name)),
        CALL,
      )
    ).map(inShort);
  }
  async failureOf(name, environment = {}) {
    const [answer] = await (await this.open(environment)).read([ref(name)], CALL);
    if (answer.kind !== 'failed') throw new Error(`${name}: ${inShort(answer)}`);
    return answer.failure;
  }
  /** Puts a program in front of these: it runs a line first, in which `$log` is a file for what it says. */
  before(programs) {
    const [bin, log] = [join(this.folder, 'bin'), join(this.folder, 'log')];
    mkdirSync(bin, { recursive: true });
    appendFileSync(log, '');
    for (const [name, line] of Object.entries(programs)) {
      const real = execFileSync('which', [name], { env: this.world.environment }).toString().trim();
      writeFileSync(join(bin, name), `#!/bin/sh\nlog=${log}\n${line}\nexec ${real} "$@"\n`);
      chmodSync(join(bin, name), 0o755);
    }
    return { PATH: `${bin}:${this.environment.PATH}`, log: () => readFileSync(log, 'utf8') };
  }
  /** The tool in this home, in a project of its own. */
  start(words, { input = '', environment = {}, manifest = MANIFEST } = {}) {
    const at = join(this.folder, 'project');
    mkdirSync(at, { recursive: true });
    // Writers at once read it: none may find it half written.
    const file = join(at, 'manifest.toml');
    if (!existsSync(file) || readFileSync(file, 'utf8') !== manifest) writeFileSync(file, manifest);
    const [program, ...rest] = this.world.command;
    const child = spawn(program, [...rest, ...words], { cwd: at, env: { ...this.environment, ...environment } });
    const printed = [[], []];
    child.stdout.on('data', (chunk) => printed[0].push(chunk));
    child.stderr.on('data', (chunk) => printed[1].push(chunk));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    const ended = new Promise((resolve) => {
      child.on('close', (status) => {
        const [stdout, stderr] = printed.map((chunks) => Buffer.concat(chunks).toString());
        resolve({ status, stdout, stderr });
      });
    });
    return { child, ended };
  }
  tool(words, options) {
    return this.start(words, options).ended;
  }
}

export const MANIFEST = `[project]
name = "shop"
revision = "1.0"
require_reason = false

[defaults]
providers = ["gopass"]

[profiles.default]
DATABASE_PASSWORD = { description = "Password of the database" }
SHOP_LOGIN = { description = "Login of the shop", ref = { item = "web/shop.example" } }
`;
