/** What this program calls itself. A test holds the version to package.json. */

export const TOOL_NAME = 'tool';
export const TOOL_VERSION = '0.1.0';
export const MANIFEST_NAME = 'manifest.toml';
