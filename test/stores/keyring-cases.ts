/** The cases of keyring.sh, by the state the keyring is in. Prints `ok NAME` or `FAILED NAME` for each. */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Store } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { CALL, convention, inShort, openStore, portsIn, says } from '../runtime/providers/open-store.js';

type Cases = Readonly<Record<string, () => Promise<void>>>;
const USER = 'tester';
const BYTES = Buffer.from([0x00, 0xff, 0x0a]);

const state = process.argv[2] ?? '';
/** The native library finds the bus by itself, and is used where the address is none of ours. */
const ADDRESS = state === 'library' ? 'autolaunch:' : process.env['DBUS_SESSION_BUS_ADDRESS'];

const open = (spec = 'keyring', bus = ADDRESS): Promise<Store> =>
  openStore(spec, portsIn('/', bus === undefined ? {} : { DBUS_SESSION_BUS_ADDRESS: bus }));
const ref = (item: string, field?: string): At =>
  field === undefined ? { kind: 'native', item } : { kind: 'native', item, field };
const read = async (...at: readonly At[]) => (await (await open()).read(at, CALL)).map(inShort);
const write = async (at: At, value: string | Uint8Array, store?: Store) => {
  const entry = { at, value: SecretValue.fromBytes(Buffer.from(value)) };
  return (await (store ?? (await open())).write?.([entry], CALL))?.[0]?.kind;
};
const remove = async (at: At) => (await (await open()).remove?.([at], CALL))?.[0]?.kind;
const lookup = (service: string, username = USER) =>
  execFileSync('secret-tool', ['lookup', 'service', service, 'username', username]);
const store = (input: string | Uint8Array, ...attributes: readonly string[]) =>
  execFileSync('secret-tool', ['store', '--label', 'tool test', ...attributes], { input });

/** What reading, writing and removing say where nothing can be had; none may look like a miss. */
const allFail = async (at: At, kind: string) => {
  const opened = await open();
  const entry = { at, value: SecretValue.fromText('canary-value') };
  const answers = [
    ...(await opened.read([at, at], CALL)),
    ...((await opened.write?.([entry], CALL)) ?? []),
    ...((await opened.remove?.([at], CALL)) ?? []),
  ];
  const kinds = answers.map((answer) => (answer.kind === 'failed' ? answer.failure.kind : answer.kind));
  deepStrictEqual(kinds, [kind, kind, kind, kind], JSON.stringify(answers));
  for (const answer of answers)
    match(answer.kind === 'failed' ? (answer.failure.help ?? '') : '', /keyring|Secret Service/);
  strictEqual(JSON.stringify(answers).includes('canary'), false);
};

const unlocked: Cases = {
  'what is not there is a miss': async () => deepStrictEqual(await read(convention('GONE')), ['absent']),
  'text is kept with its newline, where secret-tool finds it': async () => {
    strictEqual(await write(convention('TEXT'), 'é😀\n'), 'written');
    deepStrictEqual(lookup('tool/demo/default/TEXT'), Buffer.from('é😀\n'));
    deepStrictEqual(await read(convention('TEXT')), [`found ${Buffer.from('é😀\n').toString('latin1')}`]);
  },
  'bytes 00 ff 0a are kept': async () => {
    strictEqual(await write(convention('BYTES'), BYTES), 'written');
    deepStrictEqual(lookup('tool/demo/default/BYTES'), BYTES);
    deepStrictEqual(await read(convention('BYTES')), ['found \0\xff\n']);
  },
  'an empty value is there': async () => {
    strictEqual(await write(convention('EMPTY'), ''), 'written');
    deepStrictEqual(await read(convention('EMPTY')), ['found ']);
  },
  'what secret-tool stored is read': async () => {
    store('by hand', 'service', 'by-hand', 'username', USER);
    deepStrictEqual(await read(ref('by-hand'), ref('by-hand', USER)), ['found by hand', 'found by hand']);
  },
  'writing again replaces': async () => {
    for (const value of ['one', 'two']) strictEqual(await write(convention('AGAIN'), value), 'written');
    strictEqual(lookup('tool/demo/default/AGAIN').toString(), 'two');
  },
  'removing twice is removed, then absent': async () => {
    await write(convention('BRIEF'), 'x');
    deepStrictEqual([await remove(convention('BRIEF')), await remove(convention('BRIEF'))], ['removed', 'absent']);
    deepStrictEqual(await read(convention('BRIEF')), ['absent']);
  },
  'two accounts of one service are two entries': async () => {
    await write(ref('shared', 'ann'), 'of ann');
    await write(ref('shared', 'bob'), 'of bob');
    deepStrictEqual(await read(ref('shared', 'ann'), ref('shared', 'bob'), ref('shared')), [
      'found of ann',
      'found of bob',
      'absent',
    ]);
  },
  'a pattern names the service': async () => {
    const opened = await open('keyring://team/{profile}/{key}');
    strictEqual(await write(convention('PATTERN'), 'x', opened), 'written');
    strictEqual(lookup('team/default/PATTERN').toString(), 'x');
    strictEqual(await says(opened).target(convention('PATTERN')), `item=team/default/PATTERN field=${USER}`);
  },
  'an omitted account and the own one are the same entry': async () => {
    const opened = await open();
    strictEqual(await opened.identity(ref('s')), await opened.identity(ref('s', USER)));
  },
  'more than one match is an error for reading, writing and removing': async () => {
    for (const extra of ['1', '2']) store('canary', 'service', 'twice', 'username', USER, 'extra', extra);
    deepStrictEqual(await read(ref('twice'), convention('GONE')), ['failed failed', 'absent']);
    deepStrictEqual([await write(ref('twice'), 'x'), await remove(ref('twice'))], ['failed', 'failed']);
  },
  'a NUL in a name does not lead to another entry': async () => {
    await write(ref('short'), 'canary');
    deepStrictEqual(await read(ref('short\0er'), ref('short', `${USER}\0`)), [
      'failed unsupported',
      'failed unsupported',
    ]);
  },
  'hundreds of requests leave few connections open': async () => {
    const many = Array.from({ length: 600 }, (_, index) => convention(`GONE_${index}`));
    deepStrictEqual(new Set(await read(...many)), new Set(['absent']));
    const open = readdirSync('/proc/self/fd').length;
    ok(open < 300, `${open} descriptors`);
  },
  'a hundred requests are answered in order': async () => {
    const many = Array.from({ length: 100 }, (_, index) => convention(index % 2 === 0 ? 'AGAIN' : 'GONE'));
    deepStrictEqual(
      await read(...many),
      many.map((_, index) => (index % 2 === 0 ? 'found two' : 'absent')),
    );
  },
  'a large value is kept': async () => {
    const large = Buffer.alloc(1_000_000, 7);
    strictEqual(await write(convention('LARGE'), large), 'written');
    strictEqual(lookup('tool/demo/default/LARGE').equals(large), true);
    deepStrictEqual(await read(convention('LARGE')), [`found ${large.toString('latin1')}`]);
  },
  'a call that is given up fails without being made': async () => {
    const answers = await (await open()).read([convention('TEXT')], { signal: AbortSignal.abort() });
    deepStrictEqual(answers.map(inShort), ['failed timeout']);
  },
};

const locked: Cases = {
  'an entry of a locked keyring is not a miss': async () => allFail(ref('locked-entry'), 'locked'),
};

const unreachable: Cases = {
  'a keyring that cannot be reached does not count as a miss': async () => allFail(convention('KEY'), 'unreachable'),
};

const stopped: Cases = {
  'a service that hangs is given up': async () => allFail(convention('KEY'), 'timeout'),
};

/** Takes connections and says nothing. The library itself would wait for ever. */
const silent: Cases = {
  'a bus that hangs is given up with the call': async () => {
    const socket = `${process.env['XDG_RUNTIME_DIR'] ?? '/tmp'}/silent-bus`;
    rmSync(socket, { force: true });
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    const opened = await open('keyring', `unix:path=${socket}`);
    const answers = await opened.read([convention('KEY'), convention('KEY')], { signal: AbortSignal.timeout(300) });
    deepStrictEqual(answers.map(inShort), ['failed timeout', 'failed timeout']);
  },
};

const STATES: Readonly<Record<string, Cases>> = {
  unlocked,
  library: unlocked,
  locked,
  'locked-again': locked,
  unreachable,
  stopped,
  silent,
};
let status = 0;
for (const [name, run] of Object.entries(STATES[state] ?? {})) {
  try {
    await run();
    console.log(`ok ${state}: ${name}`);
  } catch (error) {
    status = 1;
    console.log(`FAILED ${state}: ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
// A library call that is still waiting must not keep the program alive.
process.exit(status);
