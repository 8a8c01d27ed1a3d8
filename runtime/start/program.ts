/** The program that `start.ts` loads: the bundler puts it into one file, with all that a warm start needs. */
export { main } from '../cli/main.js';
export { writeCompiled } from './code-cache.js';
export { keepInspectorClosed } from './inspector.js';
export { interruption } from './interruption.js';
export { leaveTerminal } from './leave-terminal.js';
export { processContext } from './process-context.js';
