/** What the cases of the suite send, as lines. */
import { readCases, SUITE, type WireCase, type WireTarget } from '../../wire/suite.js';
import type { Lines } from './mutate.js';

interface Context {
  readonly folder: string;
  readonly saved: ReadonlyMap<string, string>;
  readonly opening: unknown;
}
type Filled = (value: unknown, context: Context) => unknown;

const { filled, patched }: { filled: Filled; patched: (base: unknown, patch: unknown) => unknown } = await import(
  `${SUITE}/values.mjs`
);
const { openingOf }: { openingOf: (target: WireTarget, folder: string) => unknown } = await import(
  `${SUITE}/opening.mjs`
);

/** Files and lines of one case. What it saves of answers is made up. */
export interface Sent {
  readonly name: string;
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>;
  readonly lines: Lines;
}

export function sentBy(one: WireCase, target: WireTarget, folder: string): Sent {
  const saved = new Map([['lease', 'lease-of-no-file-at-all-0000']]);
  const context: Context = { folder, saved, opening: openingOf(target, folder) };
  const { files = {}, manifest } = one;
  return {
    name: one.name,
    files: { ...files, ...(manifest !== undefined && { 'manifest.toml': manifest }) },
    lines: one.steps.flatMap((step) => bytesOf(step, context)).filter((line) => line.length > 0),
  };
}

export function casesOf(target: WireTarget): readonly WireCase[] {
  return readCases(target.side);
}

function bytesOf(step: Readonly<Record<string, unknown>>, context: Context): readonly Buffer[] {
  if ('open' in step) {
    const params = patched(context.opening, filled(step['open'], context));
    return [lineOf({ id: 1, method: 'rpc.initialize', params })];
  }
  if ('send' in step) return [lineOf(filled(step['send'], context))];
  if (!('sendRaw' in step)) return [];
  const parts = [step['sendRaw']].flat().map((part) => partOf(part, context));
  return [Buffer.concat(parts)];
}

function partOf(part: unknown, context: Context): Buffer {
  if (typeof part === 'object' && part !== null && 'hex' in part) return Buffer.from(String(part.hex), 'hex');
  if (typeof part === 'object' && part !== null && 'message' in part)
    return lineOf(filled(part.message, context)).subarray(0, -1);
  return Buffer.from(String(filled(part, context)));
}

function lineOf(message: unknown): Buffer {
  const given = Object(message);
  const meta = 'method' in given && 'id' in given && { _meta: { deadline_unix_ms: Date.now() + 20_000 } };
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...meta, ...given })}\n`);
}
