/** Modules of runtime/ that a warm `run` imports dynamically: both builds put them where nothing has to be looked for. */
export const WARM = ['cli/commands/run', 'child/spawn', 'providers/dotenv', 'providers/env', 'providers/file'];
