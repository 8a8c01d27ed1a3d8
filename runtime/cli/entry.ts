/** What the bundle starts with. The exit code is set by ending, so that nothing left open can keep us. */
import { main } from './main.js';

process.exit(await main(process.argv.slice(2)));
