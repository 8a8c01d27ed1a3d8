/** Every promise of the store interface, with the real program; the same for each build of the tool. */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const JEST = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
/** The program is started once for each value. */
const PATIENCE = '--testTimeout=300000';

export function contract({ path }) {
  return {
    'every promise of the store interface': async () => {
      const env = { ...process.env, PATH: path, TOOL_TEST_SOPS: '1' };
      const words = [...JEST, PATIENCE, 'test/contract/', '-t', '^sops'];
      const { status, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, env, encoding: 'utf8' });
      strictEqual(status, 0, stderr);
    },
  };
}
