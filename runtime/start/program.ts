/** The program that `start.ts` loads: the bundler puts it into one file, with all that a warm start needs. */
export { main } from '../cli/main.js';
export { interruption } from './interruption.js';
export { processContext } from './process-context.js';
