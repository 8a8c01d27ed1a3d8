/**
 * The password managers when something goes wrong with their programs, or with the server of Keeper: `node
 * test/faults/password-managers.mjs COMMAND...`. Each fake is a process of its own in the `PATH` of the tool; the command ends with 1 and the
 * error of the right class, which names what to do, whether a default would answer or not. Prints one line for each, and at the end `N passed, N failed`.
 */
import { doesNotMatch, match, strictEqual } from 'node:assert';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { FakeKeeper } from '../../dist/test/helpers/doubles/keeper.js';
import { FakeVendor } from '../../dist/test/stores/fakes/fake-vendor.js';
import { FOLDER, serve } from '../../dist/test/stores/fakes/keeper.js';
import { MANAGERS, OF_ANY_PROGRAM } from '../../dist/test/stores/fakes/managers.js';
import { runCasesInTurn } from '../stores/run-cases.mjs';
import { manifestOf, toolIn } from '../stores/shared/tool.mjs';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tool-managers-')));
const [program, ...words] = process.argv.slice(2);
// By its path: one case has a `PATH` without any program.
const tool = toolIn(folder, [program === 'node' ? process.execPath : program, ...words]);
const SECRETS = 'A = { description = "A" }\nB = { description = "B", default = "weak" }';
const cases = {};
let made = 0;

/** As `runtime/execute/store-error.ts` has them. */
const CODES = {
  failed: 'E1101',
  denied: 'E1102',
  locked: 'E1103',
  unreachable: 'E1104',
  busy: 'E1106',
  malformed: 'E1107',
  unsupported: 'E1108',
  'missing-program': 'E1111',
  'missing-credential': 'E1112',
};

async function judged(spec, environment, { kind, says }) {
  const manifest = manifestOf(spec, SECRETS).replace('"shop"', '"demo"');
  const ran = await tool(manifest, ['run', '--', 'true'], { environment });
  strictEqual(ran.status, 1, ran.stdout);
  match(ran.stderr, new RegExp(`error\\[${CODES[kind]}\\]`));
  match(ran.stderr, says);
  doesNotMatch(ran.stderr, /canary/);
  // All of a store is one message.
  strictEqual(ran.stderr.match(/^error\[/gm).length, 1, ran.stderr);
}

for (const [scheme, { vendor, spec, variables, hold, troubles }] of Object.entries(MANAGERS)) {
  for (const [situation, trouble] of Object.entries({ ...troubles, ...OF_ANY_PROGRAM }))
    cases[`${scheme}, ${situation}: ${CODES[trouble.kind]}`] = async () => {
      const fake = new FakeVendor(vendor, join(folder, `${made++}`));
      fake.change((state) => {
        hold(state, ['A', 'B']);
        trouble.state?.(state);
      });
      fake.fail(...(trouble.fault ? [trouble.fault] : []));
      const PATH = [fake.installed(), process.env.PATH].join(delimiter);
      await judged(spec, { PATH, ...variables, ...trouble.variables }, trouble);
    };
  cases[`${scheme}, program missing: ${CODES['missing-program']}`] = () =>
    judged(spec, { PATH: '/nowhere', ...variables }, { kind: 'missing-program', says: /install/ });
}

const keeper = new FakeKeeper().addFolder(FOLDER);
const served = await serve(join(folder, 'keeper'), keeper);
const answering = (status, body) => () => keeper.next.push({ status, body });
const OF_KEEPER = {
  'not signed in': { variables: { KSM_CONFIG: '' }, kind: 'missing-credential', says: /set `KSM_CONFIG`/ },
  'expired session': {
    before: answering(403, { error: 'access_denied', message: 'Unable to validate application access' }),
    kind: 'denied',
    says: /application/,
  },
  throttled: {
    before: answering(403, { error: 'throttled', retry_after: 100 }),
    kind: 'busy',
    says: /again in a minute/,
  },
  'output cut in half': { before: answering(200, Buffer.from('cut')), kind: 'malformed', says: /Keeper/ },
  '20 MB of output': { before: answering(200, Buffer.alloc(20_000_000)), kind: 'malformed', says: /Keeper|large/i },
  offline: {
    variables: { KSM_CONFIG: served.variables.KSM_CONFIG.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9') },
    kind: 'unreachable',
    says: /127\.0\.0\.1/,
  },
};
for (const [situation, { before, variables, ...trouble }] of Object.entries(OF_KEEPER))
  cases[`keeper, ${situation}: ${CODES[trouble.kind]}`] = async () => {
    before?.();
    await judged(`keeper://${FOLDER}`, { ...served.variables, ...variables }, trouble);
  };

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  served.close();
  rmSync(folder, { recursive: true, force: true });
}
