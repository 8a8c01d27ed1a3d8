/** Several processes that write one audit log: every line is whole, and below the limit none is lost. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { atOnce } from '../../helpers/thoroughness.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const PATIENCE_MS = 240_000;
const PROCESSES = atOnce(50);
const RECORDS = 100;
const OPEN_LOG = fileURLToPath(new URL('../../../runtime/audit/open-log.js', import.meta.url));

const root = temporaryFolder();

/** Appends the records as one session, which `WRITER` names. */
const SCRIPT = `
  const { openLog } = await import(${JSON.stringify(OPEN_LOG)});
  const { WRITER, LIMIT, RECORDS } = process.env;
  const access = { reason: null, caller: null, acting: { product: null, isDeclared: false } };
  const log = openLog({ enabled: true, path: null, maxSizeBytes: Number(LIMIT) }, access, process.env, () => new Date());
  for (let index = 0; index < Number(RECORDS); index++)
    log.append({ action: 'get', project: 'demo', profile: 'default', key: WRITER + ' ' + index, outcome: 'found' });
  process.exitCode = log.takeProblems().length;
`;

async function written(home: string, limit: number): Promise<readonly string[]> {
  mkdirSync(home);
  const codes = await Promise.all(
    Array.from({ length: PROCESSES }, (_, writer) => {
      const env = { HOME: home, WRITER: `${writer}`, LIMIT: `${limit}`, RECORDS: `${RECORDS}` };
      const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], { env, stdio: 'ignore' });
      return new Promise((resolve) => child.on('exit', resolve));
    }),
  );
  expect(codes).toEqual(codes.map(() => 0));
  const lines = readFileSync(logIn(home), 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line).key);
}

const logIn = (home: string) => `${home}/.local/state/tool/audit.log`;

test(
  'many processes lose no record and tear no line',
  async () => {
    const keys = await written(`${root}/all`, 1_000_000_000);
    expect(keys).toHaveLength(PROCESSES * RECORDS);
    expect(new Set(keys).size).toBe(PROCESSES * RECORDS);
    for (let writer = 0; writer < PROCESSES; writer++) {
      const own = keys.filter((key) => key.startsWith(`${writer} `));
      expect(own).toEqual(Array.from({ length: RECORDS }, (_, index) => `${writer} ${index}`));
    }
  },
  PATIENCE_MS,
);

test(
  'at the limit they start over together: no line is torn, and the file stays near its limit',
  async () => {
    const limit = 20_000;
    const keys = await written(`${root}/limited`, limit);
    const { size } = statSync(logIn(`${root}/limited`));
    const longest = Math.ceil(size / keys.length) + 4;
    expect(size).toBeLessThanOrEqual(limit + PROCESSES * longest);
    expect(new Set(keys).size).toBe(keys.length);
  },
  PATIENCE_MS,
);
