/** The frame of SARIF 2.1.0, for programs that collect what analyses find. */
import { TOOL_NAME, TOOL_VERSION } from '../../version.js';
import { jsonText } from './json-text.js';

/** Members of its one run, as the format has them. */
export interface SarifRun {
  readonly rules: readonly unknown[];
  readonly invocations?: readonly unknown[];
  readonly results: readonly unknown[];
}

export function sarifLog({ rules, ...more }: SarifRun): string {
  const driver = { name: TOOL_NAME, version: TOOL_VERSION, semanticVersion: TOOL_VERSION, rules };
  return jsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'unicodeCodePoints', ...more }],
  });
}

/** A relative path as a URI: characters of a file name must not be read as parts of a URI. */
export function uriOf(file: string): string {
  return file.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
