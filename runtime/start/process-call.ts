/** The environment and the working folder of this process: the only place that hands them to a call. */
import { readFileSync } from 'node:fs';
import { proc } from '../files/proc.js';
import type { CallContext } from '../inputs/call-context.js';
import type { Entries } from '../inputs/environment.js';
import { byteStringOf, splitAtNul } from '../values/byte-string.js';
import { isSuspect } from '../values/utf8.js';

const STARTED_WITH = 'self/environ';

export const processCall = {
  get variables() {
    return process.env;
  },
  get workingFolder() {
    return process.cwd();
  },
  entries: processEnvironment,
} as const satisfies CallContext;

/**
 * The entries as they were at the start. On systems without `/proc` only the runtime shows them, which drops what is
 * not a variable and re-encodes what is not UTF-8.
 */
export function processEnvironment(): Entries {
  try {
    // Nearly always UTF-8, which Node reads in a fraction of the time that bytes take.
    const text = readFileSync(proc(STARTED_WITH), 'utf8');
    return splitAtNul(isSuspect(text) ? readFileSync(proc(STARTED_WITH)) : text);
  } catch {
    return Object.entries(process.env).map(([name, value]) => byteStringOf(`${name}=${value}`));
  }
}
