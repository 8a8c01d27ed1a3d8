/**
 * The commands on every store of `test/worlds/`, through the tool as it is run: `node dist/test/stores/every-store.js
 * [--next] COMMAND...`. Values are imported between any two stores, or with `--next` from each to itself and one other; moved, listed,
 * deleted and cached, and compared byte for byte. A store whose program is missing is left out, with one line. Ends with
 * `N passed, N failed`. `ONLY`: a pattern of cases.
 */
import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from 'node:assert';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { descriptorOf } from '#schemas/providers/index.js';
import { VALUE } from '../worlds/shared/store-world.js';
import { Case, type Kind, kindsOfStores } from './every-store/case.js';
import { runCases } from './every-store/run-cases.js';

const given = process.argv.slice(2);
const toNextAlone = given[0] === '--next';
const tool = toNextAlone ? given.slice(1) : given;
const { kinds, leftOut, close } = kindsOfStores();
for (const line of leftOut) console.log(`left out: ${line}`);

const LINE = '0123456789abcdef\n';

/** Kept by these stores. */
function textsOf(...kinds: readonly Kind[]) {
  const most = Math.min(68_000, ...kinds.map(({ world }) => world.mostBytes ?? Number.POSITIVE_INFINITY));
  return {
    TEXT: 'two\r\nlines "of" \'text\' # $HOME \\n é\u{1f600}\n',
    LARGE: LINE.repeat(Math.floor(most / LINE.length)),
  };
}
const BYTES = Buffer.from([0, 0xff, 0x0a, 0xc3, 0x28]);

const isWritable = ({ abilities }: Kind) => abilities.write !== 'no';
const isReadable = ({ abilities }: Kind) => abilities.read;
const holds = ({ abilities }: Kind) => abilities.keeps.generated && abilities.read;
const holdsBytes = ({ abilities }: Kind) => abilities.values === 'bytes';

/** What the store holds besides HELD, if it can be written. */
function valuesOf(from: Kind, to: Kind): Readonly<Record<string, string | Uint8Array>> {
  if (!isWritable(from)) return {};
  const texts = textsOf(from, to);
  return holdsBytes(from) && holdsBytes(to) ? { ...texts, BYTES } : texts;
}

async function copied(from: Kind, to: Kind): Promise<void> {
  const world = await Case.open(tool, { from, to });
  try {
    const values = valuesOf(from, to);
    if (isWritable(from)) await world.import('seed', 'from', values);
    if (to.abilities.remove) await world.run('to', 'delete', 'HELD');
    const all = { HELD: VALUE, ...values };
    await world.import('from', 'to');
    await world.import('to', 'out');
    deepStrictEqual(world.read('out'), world.asRead(all));
    const moved = await world.tried('to', 'import', 'from', '--delete-source');
    if (from.abilities.remove) {
      strictEqual(moved.status, 0, moved.stderr);
      await world.import('from', 'rest');
      deepStrictEqual(world.read('rest'), {});
    } else {
      strictEqual(moved.status, 1, 'values of a store that cannot remove were moved');
      match(moved.stderr, /^error\[E11/mu);
      await world.import('from', 'rest');
      deepStrictEqual(world.read('rest'), world.asRead(all));
    }
    await world.import('to', 'again');
    deepStrictEqual(world.read('again'), world.asRead(all));
  } finally {
    world.close();
  }
}

/** A copy that the destination refuses is refused as a whole. */
async function refusedBytes(from: Kind, to: Kind): Promise<void> {
  const world = await Case.open(tool, { from, to });
  try {
    const { TEXT } = textsOf();
    await world.import('seed', 'from', { TEXT, BYTES });
    const { status, stderr } = await world.tried('to', 'import', 'from', '--delete-source');
    strictEqual(status, 1, stderr);
    match(stderr, /^error\[E11/mu);
    await world.import('from', 'rest');
    deepStrictEqual(world.read('rest'), world.asRead({ HELD: VALUE, TEXT, BYTES }));
  } finally {
    world.close();
  }
}

async function ontoItself(from: Kind): Promise<void> {
  const world = await Case.open(tool, { from, to: from });
  try {
    const texts = isWritable(from) ? textsOf(from) : {};
    if (isWritable(from)) await world.import('seed', 'from', texts);
    // The same folder under another name, if the store has one.
    symlinkSync(world.at('from'), `${world.folder}/link`);
    for (const source of from.world.file === undefined ? ['from'] : ['from', world.linked()]) {
      const { status, stderr } = await world.tried('from', 'import', source, '--delete-source');
      strictEqual(status, 1, `${source}: it was moved onto itself`);
      doesNotMatch(stderr, /this is a bug|canary/u);
    }
    await world.import('from', 'rest');
    deepStrictEqual(world.read('rest'), world.asRead({ HELD: VALUE, ...texts }));
  } finally {
    world.close();
  }
}

async function deleted(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  try {
    const texts = textsOf(kind);
    await world.import('seed', 'from', texts);
    await world.run('from', 'delete', 'HELD', 'TEXT');
    await world.run('from', 'delete', 'HELD', 'TEXT');
    await world.import('from', 'rest');
    deepStrictEqual(world.read('rest'), world.asRead({ LARGE: texts.LARGE }));
  } finally {
    world.close();
  }
}

/** A store that shows no value: what it lacks is added, and nothing is read, replaced or moved. */
async function addedTo(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  const holding = () => ['HELD', 'TEXT'].map((name) => world.shown(name));
  try {
    const text = 'canary: two\nlines';
    await world.import('seed', 'from', { HELD: 'canary-other', TEXT: text });
    deepStrictEqual(holding(), [VALUE, text]);
    await world.import('seed', 'from', { TEXT: 'canary-other' });
    deepStrictEqual(holding(), [VALUE, text]);
    const refusals = {
      E1131: ['import', 'seed', '--delete-source'],
      E1108: ['get', 'TEXT'],
    };
    for (const [code, words] of Object.entries(refusals)) {
      const { status, stdout, stderr } = await world.tried('from', ...words);
      deepStrictEqual([status, stdout, /^error\[(E\d+)/mu.exec(stderr)?.[1]], [1, '', code]);
    }
    await world.run('from', 'set', 'TEXT', 'replaced');
    await world.run('from', 'delete', 'HELD');
    await world.run('from', 'delete', 'HELD');
    deepStrictEqual(holding(), [null, 'replaced']);
  } finally {
    world.close();
  }
}

async function refusedWrites(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  try {
    for (const words of [
      ['set', 'TEXT', 'canary-new'],
      ['delete', 'HELD'],
      ['import', 'seed'],
    ]) {
      if (words[0] === 'delete' && kind.abilities.remove) continue;
      world.seed({ TEXT: 'canary-new' });
      const { status, stdout, stderr } = await world.tried('from', ...words);
      strictEqual(status, 1, `${words}: ${stdout}`);
      match(stderr, /^error\[E11/mu);
      doesNotMatch(stderr, /canary/u);
    }
  } finally {
    world.close();
  }
}

async function declared(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  try {
    if (isWritable(kind)) await world.import('seed', 'from', { TEXT: 'two\nlines' });
    const names = isWritable(kind) ? ['HELD', 'TEXT'] : ['HELD'];
    const text = await world.init();
    for (const name of names) match(text, new RegExp(`^${name} = \\{`, 'mu'));
    strictEqual(text.match(/^\w+ = \{ description/gmu)?.length, names.length, text);
    doesNotMatch(text, /canary|lines/u);
  } finally {
    world.close();
  }
}

async function cached(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  try {
    const source = `${world.folder}/source.env`;
    const put = (value: string) => writeFileSync(source, `CACHED=${value}\n`);
    put('first');
    const through = (...words: readonly string[]) => world.inCache(`dotenv:${source}`, ...words);
    strictEqual((await through('get', 'CACHED')).stdout, 'first');
    put('second');
    strictEqual((await through('get', 'CACHED')).stdout, 'first', 'it was not cached');
    strictEqual((await through('cache', 'clear')).status, 0);
    strictEqual((await through('get', 'CACHED')).stdout, 'second', 'the entry was not removed');
    rmSync(source);
    strictEqual((await through('get', 'CACHED')).stdout, 'second', 'it was not cached again');
    await world.import('from', 'rest');
    deepStrictEqual(world.read('rest'), world.asRead({ HELD: VALUE }));
  } finally {
    world.close();
  }
}

async function noCache(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  try {
    writeFileSync(`${world.folder}/source.env`, 'CACHED=first\n');
    const { status, stderr } = await world.inCache(`dotenv:${world.folder}/source.env`, 'get', 'CACHED');
    deepStrictEqual([status, /^error\[(E\d+)/u.exec(stderr)?.[1]], [1, 'E0614']);
  } finally {
    world.close();
  }
}

async function loggedIn(kind: Kind): Promise<void> {
  const world = await Case.open(tool, { from: kind, to: kind });
  try {
    const names = descriptorOf(kind.scheme)?.credentials.map(({ name }) => name) ?? [];
    const { output, stored } = await world.logIn(names);
    deepStrictEqual(stored, Object.fromEntries(names.map((name) => [name, `canary-${name}`])), output);
    doesNotMatch(output.replaceAll(/\r/gu, ''), /canary/u);
  } finally {
    world.close();
  }
}

const credentialsOf = ({ scheme }: Kind) => descriptorOf(scheme)?.credentials ?? [];
/** Of some kinds there is only one: that of the user, or the server that the environment names. */
const isOnly = ({ world }: Kind) => world.spec('one', 'host') === world.spec('two', 'other');
const destinations = kinds.filter((to) => isWritable(to) && isReadable(to));
const pairs = kinds
  .filter(holds)
  .flatMap((from) => destinations.map((to) => [from, to] as const))
  .filter(([from, to]) => (from !== to || !isOnly(from)) && (toNextAlone ? isNext(from, to) : areTried(from, to)));
const cases: readonly (readonly [string, () => Promise<void>])[] = [
  ...pairs.map(([from, to]) => [`import: ${from.scheme} → ${to.scheme}`, inTurn(copied, from, to)] as const),
  ...pairs
    .filter(([from, to]) => isWritable(from) && holdsBytes(from) && !holdsBytes(to))
    .map(
      ([from, to]) =>
        [`import of bytes refused: ${from.scheme} → ${to.scheme}`, inTurn(refusedBytes, from, to)] as const,
    ),
  ...each('onto itself', holds, ontoItself),
  ...each('delete, twice', (kind) => isReadable(kind) && isWritable(kind) && kind.abilities.remove, deleted),
  ...each('what cannot be read is added to', (kind) => !isReadable(kind), addedTo),
  ...each('what cannot be written is refused', (kind) => !isWritable(kind), refusedWrites),
  ...each('init --from', ({ abilities }) => abilities.list, declared),
  ...each('cache', (kind) => isReadable(kind) && isWritable(kind) && kind.abilities.remove, cached),
  ...each('no cache', (kind) => !isReadable(kind) || !kind.abilities.remove, noCache),
  ...each('login', (kind) => credentialsOf(kind).length > 0, loggedIn),
];

/** Local stores with each other; one behind HTTP with those of text and of bytes in files, and with the next one behind HTTP. */
function areTried(from: Kind, to: Kind): boolean {
  const served = kinds.filter(({ world }) => world.server !== undefined);
  const [one, other] = [served.indexOf(from), served.indexOf(to)];
  if (one === -1 && other === -1) return true;
  if (one === -1 || other === -1) return [from, to].some(({ scheme }) => scheme === 'dotenv' || scheme === 'file');
  return from === to || other === (one + 1) % served.length;
}

/** So that each is read, and each is written to. */
function isNext(from: Kind, to: Kind): boolean {
  return from === to || destinations[(destinations.indexOf(from) + 1) % destinations.length] === to;
}

function each(title: string, fits: (kind: Kind) => boolean, check: (kind: Kind) => Promise<void>) {
  return kinds.filter(fits).map((kind) => [`${title}: ${kind.scheme}`, inTurn(check, kind)] as const);
}

/** gnome-keyring 42 aborts when two clients change entries at the same moment: one case at a time uses it. */
function inTurn<Kinds extends readonly Kind[]>(check: (...kinds: Kinds) => Promise<void>, ...kinds: Kinds) {
  if (!kinds.some(({ scheme }) => scheme === 'keyring')) return () => check(...kinds);
  return () => {
    const done = keyringFree.then(() => check(...kinds));
    keyringFree = done.catch(() => {});
    return done;
  };
}
let keyringFree = Promise.resolve();

ok(cases.length > 0);
process.exitCode = await runCases(cases.filter(([name]) => name.match(process.env['ONLY'] ?? ''))).finally(close);
