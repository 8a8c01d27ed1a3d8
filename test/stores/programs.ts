/** The cases of the port of programs, under whatever runtime runs this file: `bun dist/test/stores/programs.js`. */
import { finding, running } from '../runtime/programs/program-cases.js';

let failed = 0;
const cases = Object.entries({ ...finding, ...running });
for (const [name, holds] of cases) {
  try {
    await holds();
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
