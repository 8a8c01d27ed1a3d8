/** The rules of the suite for lines that a program sends, where it is not known what was asked. */
import { SUITE } from '../../wire/suite.js';

type Files = Readonly<Record<string, string | { readonly base64: string }>>;

const rules: { faultOfMessage(bytes: Buffer, limit: number, state: object): { fault: string | null } } = await import(
  `${SUITE}/rules.mjs`
);
const target: {
  makeFolder(files: Files): { readonly path: string; remove(): void };
  writeFiles(folder: string, files: Files): void;
} = await import(`${SUITE}/target.mjs`);

export const { makeFolder, writeFiles } = target;

/** Everything was asked. */
const ANY = { has: () => true, delete: () => true, add: () => {} };

export function faultOfMessage(bytes: Buffer): string | null {
  return rules.faultOfMessage(bytes, 1_048_576, { asked: ANY, answered: ANY, lastId: 0 }).fault;
}
