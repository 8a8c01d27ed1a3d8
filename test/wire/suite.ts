/** The suite of the wire, `docs/wire/`, as the tests use it. */
import { fileURLToPath } from 'node:url';
import type { Start } from './in-process.js';

export interface WireCase {
  readonly name: string;
  readonly about: string;
  readonly needs: readonly string[];
  readonly manifest?: string;
  readonly files?: Readonly<Record<string, string | { readonly base64: string }>>;
  readonly steps: readonly Readonly<Record<string, unknown>>[];
}
export interface WireTarget {
  readonly side: 'resolver' | 'provider';
  readonly command: readonly string[];
  /** Left out: as a process. */
  readonly start?: Start;
  readonly patience: number;
  /** Of a provider. */
  readonly uri: string | null;
}
interface Suite {
  readCases(side: WireTarget['side']): readonly WireCase[];
  readCase(name: string): WireCase;
  /** Null if it passed. */
  runCase(target: WireTarget, one: WireCase): Promise<string | null>;
}

export const SUITE = fileURLToPath(new URL('../../../docs/wire', import.meta.url));

const [cases, run]: [Pick<Suite, 'readCases' | 'readCase'>, Pick<Suite, 'runCase'>] = await Promise.all([
  import(`${SUITE}/cases.mjs`),
  import(`${SUITE}/run-case.mjs`),
]);
export const { readCases, readCase } = cases;
export const { runCase } = run;
