/** Files that a command line names itself, so that their lines may be shown wherever they are. */
import { resolve } from 'node:path';
import type { CallContext } from '../session/call.js';
import type { Arguments } from './arguments.js';

/** Policies, as absolute paths: what else is named holds values, or has a place of its own. */
export function namedFiles(args: Arguments, context: CallContext): readonly string[] {
  // A working folder that was removed is asked for only where a path starts from it.
  return args.texts('policy').map((path) => resolve(context.workingFolder, path));
}
