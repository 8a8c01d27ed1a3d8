/** What this program calls itself. A test holds the version to package.json. */

export const TOOL_NAME = 'tool';
export const TOOL_VERSION = '0.1.0';
export const MANIFEST_NAME = 'manifest.toml';

/** Set by the builds: a hash of the compiled code. */
declare const BUILT_FROM: string | undefined;

/** Names the code: what is kept of its work is reused by the very same code alone. Code that no build has named is this process. */
export const CODE_ID = `${TOOL_VERSION} ${typeof BUILT_FROM === 'undefined' ? `unbuilt ${process.pid} ${process.hrtime.bigint()}` : BUILT_FROM}`;
