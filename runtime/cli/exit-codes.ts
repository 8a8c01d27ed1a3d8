/** The exit codes and their meaning. `run` exits with the child's own, and with 128+n for a signal. */

export const SUCCESS = 0;
/** A handled failure; in `plan diff` and `plan --check`: they differ. */
export const FAILURE = 1;
/** A usage error; in `plan diff` and `plan --check` every error. */
export const USAGE = 2;
export const CANNOT_EXECUTE = 126;
export const NOT_FOUND = 127;
