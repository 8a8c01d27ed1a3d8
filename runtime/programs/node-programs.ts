/** Programs as this machine has them. What starts one is loaded when one is wanted. */
import type { Programs } from './programs.js';

export function nodePrograms(): Programs {
  return {
    find: async (name, environment) => (await import('./find-program.js')).findProgram(name, environment),
    run: async (run) => (await import('./run-program.js')).runProgram(run),
  };
}
