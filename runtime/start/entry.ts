/** What the bundle starts with. Ending is explicit, so that nothing left open can keep us. */
import { main } from '../cli/main.js';
import { interruption } from './interruption.js';
import { processContext } from './process-context.js';

void main(process.argv.slice(2), processContext).then((exitCode) => {
  interruption.endIfRequested();
  process.exit(exitCode);
});
