/** Plans that people keep are written whole or not at all, and only when they differ. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { planFileText } from '#runtime/plan/plan-file.js';
import { taggedSha256 } from '#runtime/plan/sha256.js';
import { writePlanFile } from '#runtime/plan/write-plan-file.js';
import { canonicalJson } from '#schemas/canonical.js';
import { planOf, stored } from '../../helpers/plan.js';

const root = mkdtempSync(join(tmpdir(), 'write-plan-'));
const PLAN = planOf({ secrets: { TOKEN: stored() } });
const COMPILED = {
  sources: [{ path: 'manifest.toml', sha256: '0'.repeat(64) }],
  hash: taggedSha256(canonicalJson(PLAN)),
  plan: PLAN,
};
const LONG_AGO = new Date(2001, 0, 1);

let umask = 0;
let folder = '';
let count = 0;
beforeAll(() => {
  umask = process.umask(0o022);
});
afterAll(() => {
  process.umask(umask);
  rmSync(root, { recursive: true });
});
beforeEach(() => {
  folder = join(root, `${count++}`);
  mkdirSync(folder);
});
const at = (name: string) => join(folder, name);
const written = (path: string, compiled: typeof COMPILED) => writePlanFile(path, path, compiled);
const modeOf = (path: string) => statSync(path).mode & 0o777;

test('a new file may be read by everybody', () => {
  expect(written(at('plan.json'), COMPILED)).toBeNull();
  expect([readFileSync(at('plan.json'), 'utf8'), modeOf(at('plan.json'))]).toEqual([planFileText(COMPILED), 0o644]);
});

test('a file that holds the same bytes is left alone', () => {
  written(at('plan.json'), COMPILED);
  chmodSync(at('plan.json'), 0o600);
  utimesSync(at('plan.json'), LONG_AGO, LONG_AGO);
  expect(written(at('plan.json'), COMPILED)).toBeNull();
  expect([statSync(at('plan.json')).mtime, modeOf(at('plan.json'))]).toEqual([LONG_AGO, 0o600]);
});

test('a link is followed', () => {
  writeFileSync(at('real.json'), planFileText({ ...COMPILED, sources: [] }));
  symlinkSync('real.json', at('link.json'));
  written(at('link.json'), COMPILED);
  expect(readFileSync(at('real.json'), 'utf8')).toBe(planFileText(COMPILED));
});

test.each([
  ['a folder', '.'],
  ['a device', '/dev/null'],
  ['in a folder that is not there', 'nowhere/plan.json'],
])('%s is refused, and nothing is left behind', (_, name) => {
  expect(written(name.startsWith('/') ? name : at(name), COMPILED)?.code).toBe('E1307');
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a manifest', '[project]\nname = "demo"\n'],
  ['other JSON', '{"plan":"b"}'],
  ['a list', '[]'],
  ['bytes', '\u0000\u0001'],
])('%s is not replaced', (_, text) => {
  writeFileSync(at('plan.json'), text);
  expect(written(at('plan.json'), COMPILED)?.code).toBe('E1307');
  expect(readFileSync(at('plan.json'), 'utf8')).toBe(text);
});

test('an empty file is filled', () => {
  writeFileSync(at('plan.json'), '');
  expect(written(at('plan.json'), COMPILED)).toBeNull();
  expect(readFileSync(at('plan.json'), 'utf8')).toBe(planFileText(COMPILED));
});
