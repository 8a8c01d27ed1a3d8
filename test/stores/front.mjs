/**
 * The front of the executable: `node test/stores/front.mjs EXECUTABLE`; ends with `N passed, N failed`. Its text is that of Node; which calls it
 * finishes itself; and what the full program finds when a call is handed over to it. Needs cc and cargo, as building the front does.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handedOver } from './front/handed-over.mjs';
import { texts } from './front/texts.mjs';
import { whole } from './front/whole.mjs';
import { runCases } from './run-cases.mjs';

const [tool] = process.argv.slice(2);
const full = `${tool}-full`;
if (existsSync(full)) {
  const root = mkdtempSync(join(tmpdir(), 'tool-front-'));
  try {
    process.exitCode = runCases({ ...texts(root), ...handedOver(root, tool), ...whole(root, tool, full) });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
} else {
  console.log(`left out  front: there is no ${full}, so the executable was built without it\n0 passed, 0 failed`);
}
