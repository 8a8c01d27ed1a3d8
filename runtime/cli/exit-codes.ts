/** The exit codes and their meaning. `run` passes on the child's own, and 128+n for a signal. */

export const SUCCESS = 0;
/** A handled failure; in `plan diff` and `plan --check`: they differ. */
export const FAILURE = 1;
/** The command line makes no sense; in `plan diff` and `plan --check` also trouble. */
export const USAGE = 2;
export const CANNOT_EXECUTE = 126;
export const NOT_FOUND = 127;
