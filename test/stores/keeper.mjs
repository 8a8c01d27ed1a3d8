/**
 * The keeper store through the tool's commands, before a double of Keeper's server on loopback over TLS, which Keeper's own library uses
 * too: `node test/stores/keeper.mjs COMMAND...`. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, strictEqual } from 'node:assert';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FakeKeeper } from '../../dist/test/helpers/doubles/keeper.js';
import { FOLDER, serve } from '../../dist/test/stores/fakes/keeper.js';
import { runCasesInTurn } from './run-cases.mjs';
import { one } from './shared/everyday.mjs';
import { manifestOf, toolIn } from './shared/tool.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-keeper-'));
const keeper = new FakeKeeper().addFolder(FOLDER);
const served = await serve(join(folder, 'keeper'), keeper);
const started = toolIn(folder, process.argv.slice(2), served.variables);
const uri = `keeper://${FOLDER}`;
const PRIVATE = JSON.parse(served.variables.KSM_CONFIG).privateKey;

async function tool(secrets, args, { spec = uri, ...more } = {}) {
  const ran = await started(manifestOf(spec, secrets), args, more);
  strictEqual((ran.stdout + ran.stderr).includes(PRIVATE), false, 'a key was shown');
  return ran;
}

/** Keeper's own library in a process of its own, with its own requests. */
async function vendor(script) {
  const library = new URL(
    '../../node_modules/@keeper-security/secrets-manager-core/dist/index.cjs.js',
    import.meta.url,
  );
  const code = `const sdk = require(${JSON.stringify(library.pathname)});
    const options = { storage: sdk.loadJsonConfig(process.env.KSM_CONFIG) };
    (async () => { ${script} })();`;
  const env = { PATH: process.env.PATH, HOME: folder, ...served.variables };
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', code], { env, cwd: folder });
  return stdout;
}

const cases = {
  'what the tool sets the library of the vendor reads': async () => {
    const value = 'two\r\nlines "of" \'text\' $HOME é\u{1f600}\n';
    strictEqual((await tool(one('WRITTEN'), ['set', 'WRITTEN'], { input: value })).status, 0);
    const got = await vendor(`
      const { records } = await sdk.getSecrets(options);
      const record = records.find(({ data }) => data.title.endsWith('/WRITTEN'));
      console.log(JSON.stringify([record.folderUid, record.data.type, record.data.fields[0].value]));`);
    deepStrictEqual(JSON.parse(got), [FOLDER, 'login', [value]]);
    const ran = await tool(one('WRITTEN'), ['get', 'WRITTEN']);
    strictEqual(ran.stdout, value);
  },

  'what the library creates the tool reads, changes and deletes': async () => {
    const title = manifestTitle('THEIRS');
    const data = { title, type: 'login', fields: [{ type: 'password', value: ['theirs'] }], notes: 'kept' };
    await vendor(`await sdk.createSecret(options, ${JSON.stringify(FOLDER)}, ${JSON.stringify(data)})`);
    strictEqual((await tool(one('THEIRS'), ['get', 'THEIRS'])).stdout, 'theirs');
    strictEqual((await tool(one('THEIRS'), ['set', 'THEIRS'], { input: 'ours' })).status, 0);
    const got = await vendor(`
      const { records } = await sdk.getSecrets(options);
      const { data } = records.find(({ data }) => data.title === ${JSON.stringify(title)});
      console.log(JSON.stringify([data.fields[0].value, data.notes]));`);
    deepStrictEqual(JSON.parse(got), [['ours'], 'kept']);
    strictEqual((await tool(one('THEIRS'), ['delete', 'THEIRS'])).status, 0);
    strictEqual(
      keeper.records.some(({ data }) => data.title === title),
      false,
    );
  },

  'fifty secrets of a run are one request': async () => {
    const keys = Array.from({ length: 50 }, (_, number) => `KEY_${number}`);
    for (const key of keys)
      keeper.put(FOLDER, { title: manifestTitle(key), fields: [{ type: 'password', value: [`of ${key}`] }] });
    keeper.asked.length = 0;
    const ran = await tool(keys.map((key) => one(key)).join('\n'), ['run', '--', 'sh', '-c', 'echo "$KEY_0, $KEY_49"']);
    deepStrictEqual([ran.status, ran.stdout, keeper.asked], [0, 'of KEY_0, of KEY_49\n', ['get_secret']]);
  },

  'neither a default nor a generator answers for a device that was removed': async () => {
    keeper.next.push({
      status: 403,
      body: { error: 'access_denied', message: 'Unable to validate application access' },
    });
    const ran = await tool(one('GONE', ', default = "weak"'), ['run', '--', 'true']);
    deepStrictEqual([ran.status, ran.stdout], [1, '']);
    match(ran.stderr, /error\[E1102\][\s\S]*Unable to validate application access/);
  },

  'a certificate that nobody vouches for is an error that says what to do': async () => {
    const ran = await tool(one('GONE'), ['check'], { environment: { NODE_EXTRA_CA_CERTS: '' } });
    match(ran.stderr, /NODE_EXTRA_CA_CERTS/);
    strictEqual(ran.status, 1);
  },

  'the configuration may be in a file, which stays as it is': async () => {
    keeper.put(FOLDER, { title: manifestTitle('FILED'), fields: [{ type: 'password', value: ['filed'] }] });
    const path = join(folder, 'ksm.json');
    writeFileSync(path, served.variables.KSM_CONFIG, { mode: 0o600 });
    const environment = { KSM_CONFIG: '' };
    const ran = await tool(one('FILED'), ['get', 'FILED'], { spec: `${uri}?config_file=${path}`, environment });
    strictEqual(ran.stdout, 'filed');
    strictEqual(readFileSync(path, 'utf8'), served.variables.KSM_CONFIG);
  },

  'nothing that the library prints is seen': async () => {
    keeper.put(FOLDER, { title: 'broken', fields: [] }, { isBroken: true });
    const ran = await tool(one('FILED'), ['check']);
    doesNotMatch(ran.stdout + ran.stderr, /skipped|Record RECORD/);
    keeper.records.pop();
    strictEqual(ran.status, 0);
  },
};

function manifestTitle(key) {
  return `tool/shop/default/${key}`;
}

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  served.close();
  rmSync(folder, { recursive: true, force: true });
}
