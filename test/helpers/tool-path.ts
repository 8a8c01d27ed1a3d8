/** The tool as tests run it: the bundle that is published, or the compiled sources where it has not been built. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../..', import.meta.url));

export const BUNDLE = join(DIST, 'bundle');
/** Which module went into which file of the bundle; the last file that a build of the bundle writes. */
export const MODULES_OF_BUNDLE = join(BUNDLE, 'modules.json');

const built = existsSync(MODULES_OF_BUNDLE) ? join(BUNDLE, 'tool.js') : join(DIST, 'runtime/start/entry.js');

/** `TOOL_UNDER_TEST` names another one, such as the executable. */
export const TOOL = process.env['TOOL_UNDER_TEST'] ?? built;

/** The words that start the tool. */
export const TOOL_WORDS: readonly string[] = TOOL.endsWith('js') ? [process.execPath, TOOL] : [TOOL];
