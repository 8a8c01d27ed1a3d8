/**
 * Runs on Windows: `node cases.mjs TOOL FOLDER PART`, where FOLDER is on another drive than the home, and shared as `\\box\FOLDER-NAME`.
 * Prints a line for each case, and at the end `N passed, N failed`. PART: `all`, `runtime`, or a pattern of names.
 */
import { runCases } from '../../run-cases.mjs';
import { files } from './files.mjs';
import { Lab } from './lab.mjs';
import { paths } from './paths.mjs';
import { programs } from './programs.mjs';
import { stores } from './stores.mjs';

const [tool, drive, part] = process.argv.slice(2);
const lab = new Lab(tool, drive);
const all = { ...files(lab), ...paths(lab), ...programs(lab), ...stores(lab) };
/** Of how the runtime starts programs, writes files and is started itself. */
const OF_RUNTIME =
  /^a project on|^a value is|^a program by|^exit codes|^values and|^a batch file gets|^a missing stream|^a file that|^an end/u;
const chosen = part === 'all' ? /^/u : part === 'runtime' ? OF_RUNTIME : new RegExp(part, 'u');
process.exitCode = runCases(Object.fromEntries(Object.entries(all).filter(([name]) => chosen.test(name))));
