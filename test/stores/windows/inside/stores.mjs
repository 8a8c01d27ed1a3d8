/** Runs on Windows: stores whose programs and libraries differ there. */
import { match, ok, strictEqual } from 'node:assert';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const FAKES = fileURLToPath(new URL('../../../../dist/test/stores/fakes/started.js', import.meta.url));
/** Of no one. */
const IDENTITY = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX\r\n';
const manifest = (store, secret) => `[project]
name = "shop"
revision = "1.0"

[defaults]
providers = ["${store}"]

[profiles.default]
${secret}
`;

export function stores(lab) {
  return {
    'a program of a vendor that is a batch file': () => {
      const shop = lab.project({
        'manifest.toml': manifest(
          'lastpass',
          'DB = { description = "d", ref = { item = "Payments/api key" } }\nNEW = { description = "d" }',
        ),
        'tools/lpass.cmd': '@node "%~dp0lpass.mjs" %*\r\n',
      });
      const fake = `start('lpass', ${JSON.stringify(join(shop.folder, 'vault'))})`;
      shop.write('tools/lpass.mjs', `import { start } from ${JSON.stringify(pathToFileURL(FAKES))};\nawait ${fake};\n`);
      const env = { PATH: `${join(shop.folder, 'tools')};${process.env.PATH}` };
      const { stdout, stderr } = shop.call(['get', 'DB'], { env });
      strictEqual(stdout, 'AAAA-BBBB', stderr);
      const hostile = 'a"&echo pwned&"%PATH%\r\n|b';
      const written = shop.call(['set', 'NEW'], { env, input: hostile });
      strictEqual(written.status, 0, written.stderr);
      strictEqual(shop.call(['get', 'NEW'], { env }).stdout, hostile.trimEnd());
    },
    'a command that makes a value runs in cmd': () => {
      const secret = `NEW = { description = "d", type = "command", generate = { command = 'echo "a & b" %OS%&& echo c' } }`;
      const shop = lab.project({ 'manifest.toml': manifest('dotenv:.env', secret) });
      const { status, stdout, stderr } = shop.call(['get', 'NEW']);
      strictEqual(status, 0, stderr);
      match(stdout, /^"a & b" Windows_NT\s+c/u);
    },
    ...(process.env.NAPI_RS_NATIVE_LIBRARY_PATH !== undefined && {
      'the keyring is the Credential Manager': () => {
        const shop = lab.project({ 'manifest.toml': manifest('keyring', 'DB = { description = "d" }') });
        const written = shop.call(['set', 'DB', 'ü 😀']);
        strictEqual(written.status, 0, written.stderr);
        strictEqual(shop.call(['get', 'DB']).stdout, 'ü 😀');
        strictEqual(shop.call(['delete', 'DB']).status, 0);
        ok(shop.call(['get', 'DB']).status !== 0);
      },
    }),
    'stores that are files': () => {
      for (const store of ['file:values', 'dotenv:.env', 'kdbx:safe.kdbx', 'age:safe.age?identity=own.key', 'env']) {
        const shop = lab.project({
          'manifest.toml': manifest(store, 'DB = { description = "d" }'),
          'own.key': IDENTITY,
        });
        const env = store === 'env' ? { db: 'one' } : { TOOL_KDBX_PASSWORD: 'p' };
        const written = store === 'env' ? null : shop.call(['set', 'DB', 'one'], { env });
        strictEqual(shop.call(['get', 'DB'], { env }).stdout, 'one', `${store}: ${written?.stderr}`);
      }
    },
    'a store of Linux says what it is for': () => {
      const shop = lab.project({ 'manifest.toml': manifest('systemd-credential', 'DB = { description = "d" }') });
      const { status, stderr } = shop.call(['get', 'DB']);
      ok(status !== 0, stderr);
    },
    'the doctor says where the system does not tell who can read a file': () => {
      const shop = lab.project({
        'manifest.toml': manifest('dotenv:.env', 'DB = { description = "d" }'),
        '.env': 'DB=1\n',
      });
      const { stdout, stderr } = shop.call(['doctor']);
      match(stdout + stderr, /the system does not tell who can read it/u);
    },
  };
}
