/** What the bundle starts with. Ending is explicit, so that nothing left open can keep us. */
import { main } from './main.js';

void main(process.argv.slice(2)).then((exitCode) => process.exit(exitCode));
