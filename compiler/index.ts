/** The door of the compiler. */
export { compile, type Compiled } from './pipeline.js';
export { readUserConfig } from './user-config.js';
