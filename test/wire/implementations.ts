/** Both sides of ours, as the suite starts them. `.ci/run` starts `tool serve` as a process, for all cases, on Node and as the executable. */
import { fileURLToPath } from 'node:url';
import { TOOL_WORDS } from '../helpers/tool-path.js';
import { serveHere } from './in-process.js';
import type { WireTarget } from './suite.js';

const PATIENCE_MS = 20_000;
const example = (file: string) =>
  fileURLToPath(new URL(`../../../docs/examples/external-provider/${file}`, import.meta.url));
const provider = (...command: readonly string[]): WireTarget => ({
  side: 'provider',
  command: [...command, 'provider'],
  patience: PATIENCE_MS,
  uri: 'shelf://{folder}/shelf.json',
});

export const RESOLVER: WireTarget = {
  side: 'resolver',
  command: [...TOOL_WORDS, 'serve'],
  patience: PATIENCE_MS,
  uri: null,
};
export const RESOLVER_HERE: WireTarget = { ...RESOLVER, start: serveHere };
export const NODE_PROVIDER = provider(process.execPath, example('shelf.mjs'));
export const IMPLEMENTATIONS: Readonly<Record<string, WireTarget>> = {
  'tool serve': RESOLVER,
  'the example in Node': NODE_PROVIDER,
  'the example in Python': provider('python3', example('shelf.py')),
};
