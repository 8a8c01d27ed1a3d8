/** Runs on Windows: paths as Windows has them. */
import { ok, strictEqual } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join, toNamespacedPath } from 'node:path';

const manifest = (address) => `[project]
name = "shop"
revision = "1.0"

[defaults]
providers = ['${address}']

[profiles.default]
DB = { description = "The database" }
`;

export function paths(lab) {
  const project = (address, more = {}) => lab.project({ 'manifest.toml': manifest(address), ...more });
  return {
    'a path that Windows would read as another one is refused, with the name': () => {
      for (const [address, name] of [
        ['dotenv:con', 'con'],
        ['dotenv:config/NUL.env', 'NUL.env'],
        ['dotenv:.env.', '.env.'],
        ['dotenv:.env:hidden', '.env:hidden'],
        ['dotenv:/shop/.env', '/shop/.env'],
        ['file:com1', 'com1'],
      ]) {
        const shop = project(address);
        for (const words of [
          ['get', 'DB'],
          ['set', 'DB', 'x'],
        ]) {
          const { status, stderr } = shop.call(words);
          ok(status !== 0 && stderr.includes(`\`${name}\``), `${address}: ${status} ${stderr}`);
        }
      }
    },
    'a project whose path is longer than 260 characters': () => {
      const deep = `${'folder-of-some-length\\'.repeat(15)}shop`;
      const shop = project('dotenv:.env');
      mkdirSync(toNamespacedPath(join(shop.folder, deep)), { recursive: true });
      for (const [name, text] of [
        ['manifest.toml', manifest('dotenv:.env')],
        ['.env', 'DB=deep\n'],
      ])
        writeFileSync(toNamespacedPath(join(shop.folder, deep, name)), text);
      const at = ['--file', join(shop.folder, deep, 'manifest.toml')];
      const { stdout, stderr } = shop.call(['get', 'DB', ...at]);
      strictEqual(stdout, 'deep', stderr);
      const written = shop.call(['set', 'DB', 'deeper', ...at]);
      strictEqual(written.status, 0, written.stderr);
      strictEqual(shop.read(join(deep, '.env')), 'DB=deeper\n');
      strictEqual(shop.call(['get', 'DB', '--file', toNamespacedPath(at[1])]).stdout, 'deeper');
    },
    'a project and a store on a share of another machine': () => {
      const there = project('dotenv:.env', { '.env': 'DB=shared\n' });
      const share = join(lab.share, basename(there.folder));
      strictEqual(there.call(['get', 'DB', '--file', join(share, 'manifest.toml')]).stdout, 'shared');
      for (const address of [`dotenv:${share}\\.env`, `dotenv://${share.replaceAll('\\', '/')}/.env`]) {
        const shop = project(address);
        const { stdout, stderr } = shop.call(['get', 'DB']);
        strictEqual(stdout, 'shared', `${address}: ${stderr}`);
        strictEqual(shop.call(['set', 'DB', 'shared']).status, 0);
      }
    },
    'an address of a drive in the form of a URI': () => {
      const shop = project('file:secrets');
      const folder = `/${join(shop.folder, 'values').replaceAll('\\', '/')}`;
      shop.write('manifest.toml', manifest(`file://${folder}`));
      const { status, stderr } = shop.call(['set', 'DB', 'one']);
      strictEqual(status, 0, stderr);
      ok(shop.has('values'));
      strictEqual(shop.call(['get', 'DB']).stdout, 'one');
    },
    'names in another case lead to the same file': () => {
      const shop = project('dotenv:.ENV', { '.env': 'DB=one\n' });
      strictEqual(shop.call(['get', 'DB']).stdout, 'one');
      strictEqual(shop.call(['set', 'DB', 'two']).status, 0);
      strictEqual(shop.read('.env'), 'DB=two\n');
    },
    'a path of the current drive is not a folder of the user': () => {
      const shop = project('dotenv:.env', { '.env': 'DB=one\n' });
      const { stdout, stderr } = shop.call(['get', 'DB'], { env: { APPDATA: '\\data', LOCALAPPDATA: '\\data' } });
      strictEqual(stdout, 'one', stderr);
    },
  };
}
