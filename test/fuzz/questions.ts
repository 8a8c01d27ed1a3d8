/** The questions about a plan in all their forms, what reads their answers, and text that tries to act in them. */
import { expect } from '@jest/globals';
import { parse } from 'yaml';
import type { CliWorld } from '../helpers/run-cli.js';
import { mustBeShowable } from './clean.js';

/** Ends strings, comments, elements and blocks of all languages that answers are written in. */
const PRINTED =
  '"\\\'`]])}; --> <!-- </script></title></style><script>alert(1)</script><b onload=x> &lt; %% # /* {{x}} ${x} $(x) @x |x|';
export const TEXTS = {
  'that ends strings': PRINTED,
  'that acts on terminals': `x\u001b[31m\u001b]0;t\u0007\u009b2J\u202egnp\u2066\u200b\u2028\nn1 --> n2\n\r\n\t}\n${PRINTED}`,
} as const;
/** A question; with its forms, each with what is left of an answer when texts are taken out. Null: only that its reader takes it. */
export const QUESTIONS: readonly (readonly [
  words: string,
  forms: Readonly<Record<string, (answer: string) => unknown>>,
])[] = [
  ['contacts', { text: nothing, json: read }],
  ['cost', { text: nothing, json: read }],
  ['why A', { text: nothing, json: read }],
  ['uses keyring', { text: nothing, json: read }],
  ['simulate --down keyring', { text: nothing, json: read }],
  ['simulate --matrix', { text: nothing, json: read }],
  ['policy --for vault --store kept', { text: policy, json: read }],
  ['emit --for external-secrets', { text: yaml, json: read }],
  ['graph', { mermaid: skeletonOf, dot: skeletonOf, svg: elementsOf, html: elementsOf, json: read }],
];

function nothing(): null {
  return null;
}

export function read(answer: string): string {
  const { hash, ...members } = JSON.parse(answer);
  expect(hash).toMatch(/^sha256:/u);
  return Object.keys(members).join(' ');
}

/** Paths that would be patterns are not covered. */
function policy(answer: string): null {
  for (const line of skeletonOf(answer)) expect(line).toMatch(/^(path "" \{ capabilities = \[""(, "")*\] \})?$/u);
  return null;
}

function yaml(answer: string): null {
  for (const document of answer.split(/^---$/mu)) parse(document);
  return null;
}

/** What stands outside of strings and comments, in any order: names decide the order. */
function skeletonOf(answer: string): readonly string[] {
  const lines = answer.replace(/"(?:\\.|[^"\\\n])*"/gu, '""').split('\n');
  return lines.map((line) => line.replace(/\s*(?:#|%%|\/\/).*$/u, '').replace(/\bn\d+/gu, 'n')).sort();
}

/** Elements and their attributes, in any order. */
function elementsOf(answer: string): readonly string[] {
  const tags = answer.match(/<[a-z!/][^>]*>/giu) ?? [];
  return tags.map((tag) => [tag.split(/[\s>]/u)[0], ...(tag.match(/\s[\w:-]+(?==")/gu) ?? [])].join('')).sort();
}

/** `simulate` says 1 for a call that fails. */
export const exits = (status: number) => [0, 1, 2].includes(status);

export async function answerTo(world: CliWorld, manifest: string, words: string, form: string) {
  world.write('manifest.toml', manifest);
  const { stdout, stderr, status } = await world.run(`tool plan ${words} --format ${form}`);
  mustBeShowable(`${stderr}`, 20_000);
  return { text: `${stdout}`, status, said: `${stderr}` };
}
