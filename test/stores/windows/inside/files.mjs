/** Runs on Windows: where files are, and how they are written. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning, until } from './until.mjs';

const MANIFEST = `[project]
name = "shop"
revision = "1.0"

[defaults]
providers = ["dotenv:.env"]

[profiles.default]
DB = { description = "The database" }
API = { description = "The interface", default = "x" }
`;
const FILES = { 'manifest.toml': MANIFEST, '.env': 'DB=one\r\n# kept\r\n' };

/** Has the file open for a while, in which nothing can replace it. */
const HOLDS = `import fs from 'node:fs'; fs.openSync('.env', 'r'); fs.writeFileSync('held', ''); setTimeout(() => {}, 700);`;

export function files(lab) {
  const project = (more = {}, on = undefined) => lab.project({ ...FILES, ...more }, on);
  return {
    'a project on another drive than the home: every command ends': () => {
      const shop = project();
      for (const words of [['check'], ['plan', '--hash'], ['get', 'DB'], ['lint'], ['export', '--format', 'json']]) {
        const { status, isLate, stderr } = shop.call(words);
        ok(!isLate, `${words}: never ends`);
        strictEqual(status, 0, `${words}: ${stderr}`);
      }
      strictEqual(shop.call(['get', 'DB']).stdout, 'one');
    },
    'a project on the drive of the home': () => {
      const { status, stdout } = project({}, tmpdir()).call(['export', '--format', 'json']);
      deepStrictEqual([status, JSON.parse(stdout)], [0, { DB: 'one', API: 'x' }]);
    },
    'a value is written, with line ends and comments kept, and no lock is left': () => {
      const shop = project();
      const { status, stderr } = shop.call(['set', 'DB', 'two']);
      strictEqual(status, 0, stderr);
      ok(!/warning/u.test(stderr), stderr);
      strictEqual(shop.read('.env'), 'DB=two\r\n# kept\r\n');
      deepStrictEqual(readdirSync(shop.folder).sort(), ['.env', 'manifest.toml']);
    },
    'a lock of a process that has ended is taken over': () => {
      const shop = project();
      const lock = join(shop.folder, '.env.tool-lock');
      writeFileSync(lock, `tool pid=999999 start= token=abc place=${hostname()}//`);
      const { status, stderr } = shop.call(['set', 'DB', 'two']);
      strictEqual(status, 0, stderr);
      match(shop.read('.env'), /^DB=two/u);
      ok(!existsSync(lock));
    },
    'a file that another program has open is replaced once it is closed': () => {
      const shop = project({ 'hold.mjs': HOLDS });
      const holder = spawn(process.execPath, ['hold.mjs'], { cwd: shop.folder, stdio: 'ignore' });
      until(() => shop.has('held'));
      const { status, stderr } = shop.call(['set', 'DB', 'two']);
      strictEqual(status, 0, stderr);
      match(shop.read('.env'), /^DB=two/u);
      until(() => !isRunning(holder.pid));
    },
    'a manifest and values with line ends of Windows and a mark at the start': () => {
      const shop = project({
        'manifest.toml': `\ufeff${MANIFEST.replaceAll('\n', '\r\n')}`,
        '.env': '\ufeffDB=one\r\n',
      });
      const { stdout, stderr } = shop.call(['get', 'DB']);
      strictEqual(stdout, 'one', stderr);
      strictEqual(shop.call(['set', 'DB', 'two']).status, 0);
      strictEqual(shop.read('.env'), '\ufeffDB=two\r\n');
    },
    'a value as a file: in the folder of the user, and its command reads it': () => {
      const shop = project({
        'manifest.toml': `${MANIFEST}KEY = { description = "d", default = "k", as_path = true }\n`,
      });
      const shown = 'const p = process.env.KEY; console.log(JSON.stringify([p, fs.readFileSync(p, "utf8")]))';
      const { stdout, stderr } = shop.call(['run', '--', 'node', '-e', shown]);
      const [path, text] = JSON.parse(stdout || 'null') ?? [stderr];
      strictEqual(text, 'k');
      ok(path.toLowerCase().startsWith(join(shop.home, 'Temp').toLowerCase()), path);
    },
    'the user configuration is in the roaming application data': () => {
      const shop = project({ 'manifest.toml': MANIFEST.replace('[defaults]\nproviders = ["dotenv:.env"]\n', '') });
      const folder = join(shop.home, 'AppData/Roaming/tool/config');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'config.toml'), '[defaults]\nprovider = "dotenv:.env"\n');
      strictEqual(shop.call(['get', 'DB']).stdout, 'one');
    },
    'the audit log and caches are in the local application data, and nothing else is made': () => {
      const shop = project();
      shop.call(['get', 'DB']);
      ok(existsSync(join(shop.home, 'AppData/Local/tool/audit.log')));
      ok(existsSync(join(shop.home, 'AppData/Local/tool/cache')));
      deepStrictEqual(readdirSync(shop.home).sort(), ['AppData', 'Temp']);
    },
    'the home folder is the profile folder, whatever HOME says': () => {
      const shop = project({ 'manifest.toml': MANIFEST.replace('dotenv:.env', 'dotenv:~/mine.env') });
      writeFileSync(join(shop.home, 'mine.env'), 'DB=mine\n');
      strictEqual(shop.call(['get', 'DB'], { env: { HOME: shop.folder } }).stdout, 'mine');
    },
    'an address with a drive is read, written and shown without escapes': () => {
      const there = lab.project({ 'shared.env': 'DB=shared\n' });
      const path = join(there.folder, 'shared.env');
      for (const address of [`dotenv:${path}`, `dotenv://${path.replaceAll('\\', '/')}`]) {
        const shop = project({ 'manifest.toml': MANIFEST.replace('dotenv:.env', address.replaceAll('\\', '\\\\')) });
        const { status, stdout, stderr } = shop.call(['get', 'DB']);
        strictEqual(stdout, 'shared', `${address}: ${status} ${stderr}`);
        const log = readFileSync(join(shop.home, 'AppData/Local/tool/audit.log'), 'utf8');
        const shown = log + shop.call(['plan', '--verbose']).stdout + shop.call(['set', 'DB', 'shared']).stderr;
        ok(!shown.includes('%5C'), shown);
      }
    },
  };
}
