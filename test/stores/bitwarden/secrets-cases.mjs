/** What the bws store does with the real program. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { manifestOf, toolIn } from '../shared/tool.mjs';

const MANY = 500;

export function secretsCases({ folder, server, program, command }) {
  const { state, token, put } = server;
  const uri = `bws://${server.host.replace(':', '%3A')}@${state.ids.project}`;
  const tool = toolIn(folder, command, program.environment);
  const on = (secrets, args, { store = uri, environment = {} } = {}) =>
    tool(manifestOf(store, secrets), args, { environment: { BWS_ACCESS_TOKEN: token, ...environment } });
  const KEY = 'KEY = { description = "A key", default = "unused" }';
  const fails = async (code, text, more = {}) => {
    const { status, stdout, stderr } = await on(KEY, ['get', 'KEY'], more);
    strictEqual(status, 1, stdout);
    match(stderr, new RegExp(`error\\[${code}\\]`));
    match(stderr, text);
    ok(!stderr.includes(token));
  };

  return {
    'an empty project has nothing': async () => {
      strictEqual((await on(KEY, ['get', 'KEY'])).stdout, 'unused');
    },

    'values are read as they are': async () => {
      const values = { PLAIN: 'value', LINES: ' a\n"b" 😀\n', DASH: '--output', QUOTE: `'"\\` };
      for (const [name, value] of Object.entries(values)) put(name, value);
      put('odd name/with = signs', 'found by its ref');
      const secrets = Object.keys(values).map((name) => `${name} = { description = "A key" }`);
      secrets.push('ODD = { description = "A key", ref = { item = "odd name/with = signs" } }');
      const { stdout, stderr } = await on(secrets.join('\n'), ['export', '--format', 'json']);
      deepStrictEqual(JSON.parse(stdout || stderr), { ...values, ODD: 'found by its ref' });
    },

    [`${MANY} secrets are one process and three requests`]: async () => {
      const keys = Array.from({ length: MANY }, (_, at) => `K${at}`);
      for (const key of keys) put(key, `value of ${key}`);
      program.starts();
      state.requests.length = 0;
      const started = performance.now();
      const { stdout, stderr } = await on(keys.map((key) => `${key} = { description = "A key" }`).join('\n'), [
        'export',
        '--format',
        'json',
      ]);
      console.log(`${MANY} secrets: ${((performance.now() - started) / 1000).toFixed(1)} s`);
      deepStrictEqual(JSON.parse(stdout || stderr), Object.fromEntries(keys.map((key) => [key, `value of ${key}`])));
      const start = `--color no --server-url https://${server.host} secret list ${state.ids.project} --output json`;
      deepStrictEqual(program.starts(), [start]);
      strictEqual(state.requests.length, 3);
    },

    'a write is refused before the program is started': async () => {
      const { status, stderr } = await on(KEY, ['set', 'KEY', 'new']);
      strictEqual(status, 1);
      match(stderr, /error\[E1114\][\s\S]*takes values as arguments/);
      deepStrictEqual(program.starts(), []);
    },

    'a key that is there twice is an error': async () => {
      put('KEY', 'one');
      put('KEY', 'two');
      await fails('E1101', /2 secrets with the key `KEY`/);
    },

    'a token that is malformed, revoked or of no organization': async () => {
      await fails('E1112', /not an access token/, { environment: { BWS_ACCESS_TOKEN: 'canary' } });
      await fails('E1112', /BWS_ACCESS_TOKEN/, { environment: { BWS_ACCESS_TOKEN: '' } });
      const other = token.replace(state.ids.token, '00000000-0000-4000-8000-000000000000');
      await fails('E1102', /invalid_client/, { environment: { BWS_ACCESS_TOKEN: other } });
      await fails('E1112', /not a valid access token/, { environment: { BWS_ACCESS_TOKEN: `${token.slice(0, -4)}=` } });
    },

    'a project that the token does not reach': () =>
      fails('E1102', /does not exist, or the machine account has no access/, {
        store: uri.replace(state.ids.project, '00000000-0000-4000-8000-000000000000'),
      }),

    'a server that is busy, broken or gone': async () => {
      state.fail = { status: 429, json: { message: 'Slow down.' } };
      await fails('E1106', /429 Too Many Requests/);
      state.fail = { status: 503, json: {} };
      await fails('E1104', /503 Service Unavailable/);
      state.fail = null;
      server.stop();
      await fails('E1104', /[Cc]onnect/);
    },
  };
}
