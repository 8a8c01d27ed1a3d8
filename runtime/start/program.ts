/** The program as `start.ts` loads it: what the bundler puts into one file, with all that a warm start needs. */
export { main } from '../cli/main.js';
export { interruption } from './interruption.js';
export { processContext } from './process-context.js';
