/**
 * The stores that take values and never show them, through the tool's commands, before doubles: flyctl as a program, Cloudflare's API
 * on loopback, which wrangler uses too. `node test/stores/write-only.mjs COMMAND...`. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeCloudflare } from '../../dist/test/helpers/doubles/cloudflare.js';
import { FakeFlyctl, FLYCTL } from '../../dist/test/helpers/doubles/flyctl.js';
import { FaultyServer } from '../../dist/test/stores/http/faulty-server.js';
import { installedWrangler } from './cloudflare/wrangler.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { manifestOf, run, toolIn } from './shared/tool.mjs';

const command = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tool-write-only-'));
const TWO =
  'DATABASE_PASSWORD = { description = "Password" }\nSTRIPE_KEY = { description = "Key", required = false, default = "weak" }';
const servers = [];
let apps = 0;

/** The tool with an app of its own on Fly.io. */
async function fly(uri = 'fly://my-app', variables = { FLY_API_TOKEN: 'canary-token' }) {
  const place = join(folder, `app-${apps++}`);
  const app = new FakeFlyctl(place);
  const tool = toolIn(join(folder, `tool-${apps}`), command, {
    TOOL_FLYCTL_PATH: FLYCTL,
    FAKE_FLYCTL: place,
    ...variables,
  });
  const run = async (args, options) => {
    const ran = await tool(manifestOf(uri, TWO), args, options);
    doesNotMatch(ran.stdout + ran.stderr, /canary/);
    return ran;
  };
  const held = () => ['DATABASE_PASSWORD', 'STRIPE_KEY'].map((name) => app.value(name));
  const words = () => app.runs().map((one) => one.words.join(' '));
  return { app, run, tool, held, words, file: (at) => readFileSync(join(at, '.env'), 'utf8') };
}

/** The tool with a store of its own at Cloudflare. */
async function cloudflare(more = '', variables = { CLOUDFLARE_API_TOKEN: 'canary-token' }) {
  const app = new FakeCloudflare();
  const server = await new FaultyServer(app).start();
  servers.push(server);
  const settings = { TOOL_CLOUDFLARE_ENDPOINT: server.origin, ...variables };
  const tool = toolIn(join(folder, `tool-${apps++}`), command, settings);
  const run = async (args, options) => {
    const ran = await tool(manifestOf(`cloudflare://store?account_id=acct${more}`, TWO), args, options);
    doesNotMatch(ran.stdout + ran.stderr, /canary/);
    return ran;
  };
  const held = () => ['DATABASE_PASSWORD', 'STRIPE_KEY'].map((name) => app.value(name));
  const words = () =>
    app.asked.map((one) => one.replace('/client/v4/accounts/acct/secrets_store/stores/store/secrets', ''));
  return { app, server, run, tool, held, words, file: (at) => readFileSync(join(at, '.env'), 'utf8') };
}

const codeOf = ({ stderr }) => /^error\[(E\d+)/m.exec(stderr)?.[1];
const files = { '.env': 'DATABASE_PASSWORD=canary-one\nSTRIPE_KEY=canary-two\n' };

/** What holds for each of these stores. */
const shared = (make) => ({
  'what is set is held, and the target is shown': async () => {
    const { run, held } = await make();
    const set = await run(['set', 'STRIPE_KEY'], { input: 'canary: correct\nhorse' });
    deepStrictEqual([set.status, set.stdout], [0, '']);
    match(set.stderr, /target: .*secret=STRIPE_KEY/);
    deepStrictEqual(held(), [null, 'canary: correct\nhorse']);
    strictEqual((await run(['set', 'STRIPE_KEY', 'canary-two'])).status, 0);
    deepStrictEqual(held(), [null, 'canary-two']);
  },

  'bytes are set as text with an encoding': async () => {
    const { tool, app } = await make();
    const secrets = 'BYTES = { description = "Bytes", encoding = "base64" }';
    const uri = make.uri;
    const set = await tool(manifestOf(uri, secrets), ['set', 'BYTES', '--from-file', 'bytes'], {
      files: { bytes: Buffer.from([0, 255, 10]) },
    });
    strictEqual(set.status, 0, set.stderr);
    strictEqual(app.value('BYTES'), 'AP8K');
  },

  'nothing reads it, and no default and no generator answers for it': async () => {
    const { run, tool, words } = await make();
    const reads = [
      ['get', 'STRIPE_KEY'],
      ['check'],
      ['check', '--json'],
      ['check', '--explain'],
      ['run', '--', 'true'],
      ['export'],
    ];
    for (const args of reads) {
      const ran = await run(args);
      deepStrictEqual([ran.status, codeOf(ran)], [1, 'E1108'], args.join(' '));
      match(ran.stderr, /never shows the values of its secrets/);
      doesNotMatch(ran.stderr, /tool (get|check|run)\b/);
    }
    const generator = manifestOf(make.uri, 'MADE = { description = "Made", type = "password", generate = true }');
    deepStrictEqual(codeOf(await tool(generator, ['run', '--', 'true'])), 'E1108');
    deepStrictEqual(words(), []);
  },

  'a store after it in the chain answers, with a warning': async () => {
    const { tool, words } = await make();
    const manifest = manifestOf(make.uri, 'KEY = { description = "A key", providers = ["team", "dotenv://.env"] }');
    const got = await tool(manifest, ['get', 'KEY'], { files: { '.env': 'KEY=canary-after\n' } });
    deepStrictEqual([got.status, got.stdout.trimEnd()], [0, 'canary-after']);
    match(got.stderr, /^warning\[W1101\]/m);
    deepStrictEqual(words(), []);
  },

  'an import adds what is not listed, and replaces nothing': async () => {
    const { run, app, held } = await make();
    app.put('STRIPE_KEY', 'canary-theirs');
    const imported = await run(['import', 'dotenv://.env'], { files });
    strictEqual(imported.status, 0, imported.stderr);
    match(imported.stderr, /✓ DATABASE_PASSWORD[\s\S]*○ STRIPE_KEY - Key \(already exists in target\)/);
    deepStrictEqual(held(), ['canary-one', 'canary-theirs']);
    match((await run(['import', 'dotenv://.env'], { files })).stderr, /0 imported, 2 already exists/);
  },

  'a moving import is refused, and the source stays': async () => {
    const { run, held, file, words } = await make();
    const moved = await run(['import', 'dotenv://.env', '--delete-source'], { files });
    deepStrictEqual([moved.status, codeOf(moved), held(), words()], [1, 'E1131', [null, null], []]);
    strictEqual(file(moved.at), files['.env']);
  },

  'an import from it is refused': async () => {
    const { tool } = await make();
    const manifest = manifestOf('dotenv://.env', TWO);
    const imported = await tool(manifest, ['import', make.uri]);
    deepStrictEqual([imported.status, codeOf(imported)], [1, 'E1108']);
  },

  'what is deleted is gone, and can be deleted again': async () => {
    const { run, app, held } = await make();
    app.put('DATABASE_PASSWORD', 'canary-one');
    app.put('STRIPE_KEY', 'canary-two');
    match((await run(['delete', 'STRIPE_KEY'])).stdout, /^Deleted 'STRIPE_KEY'/);
    deepStrictEqual(held(), ['canary-one', null]);
    const again = await run(['delete', '--all', '-y']);
    deepStrictEqual([again.status, held()], [0, [null, null]]);
    match(again.stdout, /'STRIPE_KEY' was already absent/);
  },

  'its names become a manifest, and nothing that reads them is suggested': async () => {
    const { tool, app } = await make();
    app.put('HELD', 'canary-held');
    const made = await tool('', ['init', '--from', make.uri, '--project', 'shop']);
    strictEqual(made.status, 0, made.stderr);
    doesNotMatch(made.stdout, /tool (get|check|run|import)\b/);
    match(readFileSync(join(made.at, 'manifest.toml'), 'utf8'), /^HELD = /m);
  },

  'it cannot be a cache': async () => {
    const { tool } = await make();
    const uri = `{ uri = "dotenv://.env", cache = { provider = "${make.uri}", max_age = "1h" } }`;
    deepStrictEqual(codeOf(await tool(manifestOf(uri), ['get', 'KEY'])), 'E0614');
  },

  'a credential of the alias is used before that of the environment': async () => {
    const { tool, app } = await make();
    const uri = `{ uri = "${make.uri}", credentials = { ${make.credential} = "dotenv://keys.env" } }`;
    const set = await tool(manifestOf(uri, TWO), ['set', 'STRIPE_KEY', 'canary-two'], {
      files: { 'keys.env': `${make.credential}=canary-token\n` },
      environment: { [make.variable]: 'canary-wrong' },
    });
    deepStrictEqual([set.status, app.value('STRIPE_KEY')], [0, 'canary-two'], set.stderr);
  },

  'a refused credential is denied, and the right that is missing is named': async () => {
    const { run, held } = await make();
    const set = await run(['set', 'STRIPE_KEY', 'canary-two'], { environment: { [make.variable]: 'canary-wrong' } });
    deepStrictEqual([set.status, codeOf(set), held()], [1, 'E1102', [null, null]]);
    match(set.stderr, make.right);
  },
});

Object.assign(fly, {
  uri: 'fly://my-app',
  credential: 'access_token',
  variable: 'FLY_API_TOKEN',
  right: /fly tokens create deploy -a my-app/,
});

const ofFly = {
  'no value and no token is an argument, and one token reaches flyctl': async () => {
    const { run, app } = await fly('fly://my-app', { FLY_API_TOKEN: 'canary-token', FLY_ACCESS_TOKEN: 'canary-other' });
    strictEqual((await run(['import', 'dotenv://.env'], { files })).status, 0);
    ok(app.runs().length > 0);
    for (const { words, token, other } of app.runs()) {
      doesNotMatch(words.join(' '), /canary/);
      deepStrictEqual([token, other], ['canary-token', null]);
    }
  },

  'machines restart once for an import, and not at all for staged values': async () => {
    const { run, app, words } = await fly();
    await run(['import', 'dotenv://.env'], { files });
    deepStrictEqual(
      words().filter((line) => !line.includes(' list ')),
      ['secrets set DATABASE_PASSWORD=- --app my-app --stage', 'secrets set STRIPE_KEY=- --app my-app'],
    );
    strictEqual(app.deployed('DATABASE_PASSWORD'), 'canary-one');
    const staged = await fly('fly://my-app?stage=true&detach=true');
    await staged.run(['set', 'STRIPE_KEY', 'canary-two']);
    deepStrictEqual(staged.words(), ['secrets set STRIPE_KEY=- --app my-app --stage --detach']);
    strictEqual(staged.app.deployed('STRIPE_KEY'), null);
  },

  'without a token the login of flyctl is used': async () => {
    const { run, app, held } = await fly('fly://my-app', {});
    const refused = await run(['set', 'STRIPE_KEY', 'canary-two']);
    deepStrictEqual([refused.status, codeOf(refused)], [1, 'E1112']);
    app.login();
    strictEqual((await run(['set', 'STRIPE_KEY', 'canary-two'])).status, 0);
    deepStrictEqual(held(), [null, 'canary-two']);
  },

  'a value that flyctl would cut is refused before it is started': async () => {
    const { run, words } = await fly();
    const options = { files: { blank: 'canary-value\n', long: 'x'.repeat(65_537) } };
    for (const name of ['blank', 'long'])
      strictEqual((await run(['set', 'STRIPE_KEY', '--from-file', name], options)).status, 1);
    deepStrictEqual(words(), []);
  },

  'the longest value arrives whole': async () => {
    const { run, app } = await fly();
    const value = 'x'.repeat(65_536);
    strictEqual((await run(['set', 'STRIPE_KEY', '--from-file', 'long'], { files: { long: value } })).status, 0);
    strictEqual(app.value('STRIPE_KEY'), value);
  },
};

Object.assign(cloudflare, {
  uri: 'cloudflare://store?account_id=acct',
  credential: 'api_token',
  variable: 'CLOUDFLARE_API_TOKEN',
  right: /Secrets Store: Read/,
});

const ofCloudflare = {
  'an import is one list and one request for each value': async () => {
    const { tool, app, words } = await cloudflare();
    const names = Array.from({ length: 40 }, (_, index) => `KEY_${index}`);
    const manifest = manifestOf(cloudflare.uri, names.map((name) => `${name} = { description = "A key" }`).join('\n'));
    const env = names.map((name) => `${name}=${name.toLowerCase()}\n`).join('');
    const imported = await tool(manifest, ['import', 'dotenv://.env'], { files: { '.env': env } });
    strictEqual(imported.status, 0, imported.stderr);
    deepStrictEqual(words(), ['GET ?page=1&per_page=100', ...names.map(() => 'POST ')]);
    for (const name of names) strictEqual(app.value(name), name.toLowerCase());
  },

  'scopes are those of the address': async () => {
    const { run, app } = await cloudflare('&scopes=access,workers');
    strictEqual((await run(['set', 'STRIPE_KEY', 'canary-two'])).status, 0);
    deepStrictEqual(app.scopes('STRIPE_KEY'), ['access', 'workers']);
  },

  'the login of wrangler is used without a token, and only it where the address says so': async () => {
    const files = {
      wrangler: `#!/bin/sh\n[ -z "$CLOUDFLARE_API_TOKEN" ] && echo "{\\"type\\":\\"oauth\\",\\"token\\":\\"canary-login\\"}"\n`,
    };
    for (const [more, variables] of [
      ['', {}],
      ['&auth=wrangler', { CLOUDFLARE_API_TOKEN: 'canary-wrong' }],
    ]) {
      const { run, app, held } = await cloudflare(more, variables);
      app.tokens.set('Bearer canary-login', 'edit');
      const path = join(folder, `wrangler-${apps++}`);
      writeFileSync(path, files.wrangler, { mode: 0o755 });
      const set = await run(['set', 'STRIPE_KEY', 'canary-two'], { environment: { TOOL_WRANGLER_PATH: path } });
      deepStrictEqual([set.status, held()], [0, [null, 'canary-two']], set.stderr);
    }
  },

  'without an account nothing is asked, and no value is wanted': async () => {
    const { tool, words } = await cloudflare();
    const set = await tool(manifestOf('cloudflare://store', TWO), ['set', 'STRIPE_KEY']);
    deepStrictEqual([set.status, words()], [1, []]);
    match(set.stderr, /CLOUDFLARE_ACCOUNT_ID/);
  },

  'a token that may only read lists, and is denied a write with the right that is missing': async () => {
    const { run, tool, app } = await cloudflare();
    app.put('HELD', 'canary-held');
    app.tokens.set('Bearer canary-token', 'read');
    strictEqual((await tool('', ['init', '--from', cloudflare.uri, '--project', 'shop'])).status, 0);
    const set = await run(['set', 'STRIPE_KEY', 'canary-two']);
    deepStrictEqual([set.status, codeOf(set)], [1, 'E1102']);
    match(set.stderr, /Secrets Store: Edit/);
  },

  'a full store refuses a value, and says so by the code': async () => {
    const { run, app } = await cloudflare();
    for (let index = 0; index < 100; index++) app.put(`N${index}`, 'x');
    const set = await run(['set', 'STRIPE_KEY', 'canary-two']);
    deepStrictEqual([set.status, codeOf(set)], [1, 'E1101']);
    match(set.stderr, /status 400 \(code \d+\)/);
  },
};

/** Cloudflare's own command, as a client of the double and as the one that signs in. */
const ofWrangler = (wrangler) => ({
  "the double answers Cloudflare's own command": async () => {
    const { app, server } = await cloudflare();
    const home = mkdtempSync(join(folder, 'wrangler-'));
    const environment = {
      CLOUDFLARE_API_BASE_URL: `${server.origin}/client/v4`,
      CLOUDFLARE_ACCOUNT_ID: 'acct',
      CLOUDFLARE_API_TOKEN: 'canary-token',
    };
    const env = { PATH: process.env.PATH, HOME: home, WRANGLER_SEND_METRICS: 'false', CI: '1', ...environment };
    const secret = async (...words) =>
      run([wrangler, 'secrets-store', 'secret', ...words, '--remote'], { cwd: home, env });
    const made = await secret('create', 'store', '--name', 'MADE', '--value', 'canary-made', '--scopes', 'workers');
    deepStrictEqual([made.status, app.value('MADE')], [0, 'canary-made'], made.stdout);
    match((await secret('list', 'store')).stdout, /MADE │ id-1/);
    match(
      (await secret('create', 'store', '--name', 'MADE', '--value', 'x', '--scopes', 'workers')).stderr,
      /secret_name_already_exists/,
    );
    strictEqual((await secret('update', 'store', '--secret-id', 'id-1', '--value', 'canary-new')).status, 0);
    deepStrictEqual([app.value('MADE'), app.scopes('MADE')], ['canary-new', ['workers']]);
    strictEqual((await secret('delete', 'store', '--secret-id', 'id-1')).status, 0);
    strictEqual(app.value('MADE'), null);
  },

  'its login signs in, and it keeps no token in its log': async () => {
    const { run: tool, app, held } = await cloudflare('', {});
    app.tokens.set('Bearer canary-login', 'edit');
    const login =
      'oauth_token = "canary-login"\nrefresh_token = "canary-refresh"\nexpiration_time = "2099-01-01T00:00:00.000Z"\n';
    const place = 'home/.config/.wrangler/config/default.toml';
    const options = { files: { [place]: login }, environment: { TOOL_WRANGLER_PATH: wrangler } };
    const set = await tool(['set', 'STRIPE_KEY', 'canary-two'], options);
    deepStrictEqual([set.status, held()], [0, [null, 'canary-two']], set.stderr);
    const files = readdirSync(set.at, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const told = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes('canary-login'));
    deepStrictEqual(
      told.map(({ name }) => name),
      ['default.toml'],
    );
  },

  'without a login it is told how to sign in': async () => {
    const { run: tool } = await cloudflare('', {});
    const set = await tool(['set', 'STRIPE_KEY', 'canary-two'], { environment: { TOOL_WRANGLER_PATH: wrangler } });
    deepStrictEqual([set.status, codeOf(set)], [1, 'E1112']);
    match(set.stderr, /run `wrangler login`/);
  },
});

const named = (title, cases) =>
  Object.fromEntries(Object.entries(cases).map(([name, work]) => [`${title}: ${name}`, work]));
try {
  const wrangler = installedWrangler();
  process.exitCode = await runCasesInTurn({
    ...named('fly', { ...shared(fly), ...ofFly }),
    ...named('cloudflare', { ...shared(cloudflare), ...ofCloudflare, ...(wrangler && ofWrangler(wrangler)) }),
  });
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
}
