/** The environment a process was started with. */
import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { environmentOf, nameOf, valueIn, variablesOf } from '#runtime/inputs/environment.js';
import { processCall, processEnvironment } from '#runtime/start/process-call.js';

const urlOf = (module: string) => JSON.stringify(new URL(`../../../runtime/${module}`, import.meta.url));
const variables = (...entries: readonly string[]) =>
  [...variablesOf(entries)].map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]);
/** What a process sees that a shell starts with these assignments: entries, and variables as Latin-1. */
const seenWith = (assignments: string) => {
  const modules = `Promise.all([import(${urlOf('inputs/environment.js')}), import(${urlOf('start/process-call.js')})])`;
  const print = `${modules}.then(([{ environmentOf }, { processCall, processEnvironment }]) => {
    process.env.LATER = 'ä';
    const bytes = [...environmentOf(processCall)].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]);
    console.log(JSON.stringify([processEnvironment(), Object.fromEntries(bytes)]));
  })`;
  const script = `${assignments}; export ODD EVEN SIGN; exec '${process.execPath}' -e "$1"`;
  return JSON.parse(spawnSync('sh', ['-c', script, 'sh', print], { encoding: 'utf8' }).stdout);
};

test('a name ends at the first =', () => expect(['A=1', 'B=x=y', '=x', ''].map(nameOf)).toEqual(['A', 'B', '', null]));
test('variables split at the first =', () =>
  expect(variables('A=1', 'B=x=y', 'C=')).toEqual([
    ['A', '1'],
    ['B', 'x=y'],
    ['C', ''],
  ]));
test('of two the first counts', () => {
  expect(variables('A=1', 'A=2')).toEqual([['A', '1']]);
  expect(valueIn(['A=1', 'A=2'], 'A')).toBe('1');
});
test('what has no name or no = is no variable', () => {
  expect(variables('A', 'B=1', '=x', '')).toEqual([['B', '1']]);
  expect(valueIn(['A', 'AB=1'], 'A')).toBeUndefined();
});
test('values may be any bytes', () => expect(variables('A=\xff\xfe')).toEqual([['A', '\xff\xfe']]));
test('names that are text are told as such, others are left out', () =>
  expect(variables('\xff=1', '\xc3\xa4=2')).toEqual([['ä', '2']]));
test.each([
  ["ODD='ä'", '\xc3\xa4'],
  ["ODD=$(printf '\\357\\273\\277b')", '\xef\xbb\xbfb'],
  ["ODD=$(printf '\\357\\277\\275')", '\xef\xbf\xbd'],
])('%s is its bytes', (assignment, value) => expect(seenWith(assignment)[0]).toContain(`ODD=${value}`));
test('every variable of this process is an entry', () => {
  const bytes = environmentOf(processCall);
  const names = new Set(variablesOf(processEnvironment()).keys());
  expect(Object.keys(process.env).filter((name) => !bytes.has(name))).toEqual([]);
  expect(names.has('PATH')).toBe(true);
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux('bytes that are not UTF-8 come as they were, and what was set since by name', () => {
  const [entries, bytes] = seenWith("EVEN=plain; ODD=$(printf 'a\\377'); SIGN=$(printf '\\357\\277\\275')");
  expect(entries).toEqual(expect.arrayContaining(['EVEN=plain', 'ODD=a\xff', 'SIGN=\xef\xbf\xbd']));
  expect(bytes).toMatchObject({ EVEN: 'plain', ODD: 'a\xff', SIGN: '\xef\xbf\xbd', LATER: '\xc3\xa4' });
});

test('a call has its own variables, whatever those of the process are', () => {
  const told = environmentOf({
    variables: { HOME: '/home/other', GONE: undefined },
    entries: () => ['PATH=/bin', 'HOME=/root'],
  });
  expect([...told].map(([name, bytes]) => [name, `${Buffer.from(bytes)}`])).toEqual([['HOME', '/home/other']]);
});
