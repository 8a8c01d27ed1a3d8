/** The environment a process was started with. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { bytesOf, parseEnvironment, processEnvironment } from '#runtime/inputs/environment.js';

const MODULE = fileURLToPath(new URL('../../../runtime/inputs/environment.js', import.meta.url));
const parsed = (block: string) =>
  [...parseEnvironment(Buffer.from(block, 'latin1'))].map(([name, bytes]) => [
    name,
    Buffer.from(bytes).toString('latin1'),
  ]);
/** What a process sees that a shell starts with these assignments: names of text, and bytes as Latin-1. */
const seenWith = (assignments: string) => {
  const print = `import(${JSON.stringify(MODULE)}).then(({ processEnvironment }) => {
    const { texts, raw } = processEnvironment();
    const bytes = Object.fromEntries([...raw].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]));
    console.log(JSON.stringify([texts.EVEN, texts.ODD, texts.SIGN, bytes]));
  })`;
  const script = `${assignments}; export ODD EVEN SIGN; exec '${process.execPath}' -e "$1"`;
  return JSON.parse(spawnSync('sh', ['-c', script, 'sh', print], { encoding: 'utf8' }).stdout);
};

test('entries end at NUL and split at the first =', () =>
  expect(parsed('A=1\0B=x=y\0C=\0')).toEqual([
    ['A', '1'],
    ['B', 'x=y'],
    ['C', ''],
  ]));
test('of two the first counts', () => expect(parsed('A=1\0A=2\0')).toEqual([['A', '1']]));
test('what has no = is no variable', () =>
  expect(parsed('A\0B=1\0=x')).toEqual([
    ['B', '1'],
    ['', 'x'],
  ]));
test('values may be any bytes', () => expect(parsed('A=\xff\xfe')).toEqual([['A', '\xff\xfe']]));
test('names that are not text are left out', () => expect(parsed('\xff=1\0B=2')).toEqual([['B', '2']]));

test('this process has text only', () => {
  const { texts, raw } = processEnvironment();
  expect([{ ...texts }, raw.size]).toEqual([{ ...process.env }, 0]);
});
test('bytes of text and of what is none', () => {
  const bytes = bytesOf({ texts: { A: 'ä' }, raw: new Map([['B', Uint8Array.of(255)]]) });
  expect([...bytes].map(([name, value]) => [name, [...value]])).toEqual([
    ['B', [255]],
    ['A', [0xc3, 0xa4]],
  ]);
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('bytes that are not UTF-8 come as they were', () =>
  expect(seenWith("EVEN=plain; ODD=$(printf 'a\\377'); SIGN=$(printf '\\357\\277\\275')")).toEqual([
    'plain',
    null,
    '\uFFFD',
    { ODD: 'a\xff' },
  ]),
);
