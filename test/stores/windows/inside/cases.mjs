/**
 * Runs on Windows: `node cases.mjs TOOL FOLDER`, where FOLDER is on another drive than the home. Prints a line for each case, and at the end
 * `N passed, N failed`.
 */
import { runCases } from '../../run-cases.mjs';
import { files } from './files.mjs';
import { Lab } from './lab.mjs';
import { programs } from './programs.mjs';

const [tool, drive] = process.argv.slice(2);
const lab = new Lab(tool, drive);
process.exitCode = runCases({ ...files(lab), ...programs(lab) });
