import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { windowsLists } from '#runtime/files/windows/windows-lists.js';
import { SimulatedIcacls, USER } from './simulated-icacls.js';

const OPEN = 'D:AI(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
const CLOSED = `D:PAI(A;OICI;FA;;;${USER})(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)`;
let root: string;
let system: SimulatedIcacls;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tool-lists-'));
  system = new SimulatedIcacls();
  folder = join(root, 'folder');
  mkdirSync(folder);
  system.lists.set(folder, OPEN);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const lists = () => windowsLists(system.run, join(root, 'profile'));

test('who may use a folder is asked once, and again in another process only after a change', () => {
  expect(lists().others(folder)).toBe('read');
  const asked = system.calls.length;
  expect([lists().others(folder), lists().isClosed(folder)]).toEqual(['read', false]);
  expect(system.calls).toHaveLength(asked);
  system.lists.set(folder, CLOSED);
  utimesSync(folder, 1, 1);
  expect(lists().isClosed(folder)).toBe(true);
});

test('a new folder is closed, with a number for each user and none inherited', () => {
  expect(lists().close(folder, true)).toBe(true);
  expect(system.lists.get(folder)).toBe(CLOSED);
  expect(system.calls).toContain(
    `icacls.exe folder inheritance:r grant:r *${USER}:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-544:(OI)(CI)F q`,
  );
});

test('what is closed by its folder stays as it is', () => {
  system.lists.set(folder, `D:AI(A;ID;FA;;;SY)(A;ID;FA;;;${USER})`);
  expect(lists().close(folder, true)).toBe(true);
  expect(system.calls.filter((call) => call.includes('grant'))).toEqual([]);
});

test('a file that replaces another one keeps its list, or is closed', () => {
  const [from, to] = ['from', 'to'].map((name) => join(folder, name)) as [string, string];
  for (const path of [from, to]) writeFileSync(path, '');
  system.lists.set(from, OPEN).set(to, OPEN);
  expect([lists().keep(from, to), system.lists.get(to)]).toEqual([false, OPEN]);
  const own = 'D:PAI(A;;FR;;;WD)';
  system.lists.set(from, own);
  expect([lists().keep(from, to), system.lists.get(to)]).toEqual([false, own]);
  system.lists.set(to, OPEN);
  system.refusesRestore = true;
  expect([lists().keep(from, to), system.lists.get(to)]).toEqual([true, CLOSED.replaceAll('OICI', '')]);
});

test('where the system does not tell, only what is in the profile counts as closed, and nothing is changed', () => {
  system.isSilent = true;
  const profile = join(root, 'Me');
  const { others, isClosed, close, keep } = windowsLists(system.run, profile);
  expect([others(folder), isClosed(folder), close(folder, true), keep(folder, folder)]).toEqual([
    'unknown',
    false,
    false,
    false,
  ]);
  expect(isClosed(`${profile.toUpperCase()}\\AppData\\Local\\tool`)).toBe(true);
  expect(isClosed(`${profile}ow`)).toBe(false);
  expect(system.calls.filter((call) => /grant|restore/u.test(call))).toEqual([]);
});
