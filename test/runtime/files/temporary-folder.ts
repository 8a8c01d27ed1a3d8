/** A folder of its own for each test file, gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** Called at the top of a test file: the real path of a new empty folder. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tool-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
