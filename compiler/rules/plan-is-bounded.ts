/** The plan spells out for every profile what was written once; the result must fit into memory (spec 8). */
import { shape } from '#schemas/diagnostics/E02-shape.js';
import type { Rule } from './rule.js';

/** UTF-16 units. */
const LONGEST_PLAN = 64_000_000;
/** What a plan has around a text, such as `{"kind":"open","name":"…"}`. */
const AROUND_TEXT = 20;

export const planIsBounded: Rule = ({ project }, report) => {
  const lengths = new Map<object, number>();
  let count = 0;
  for (const { chain } of project.profiles) if (chain !== null) count += lengthOnce(chain.value, lengths);
  for (const { declarations, default: inForce, profiles } of project.secrets) {
    for (const { fields } of declarations) count += lengthOnce(fields, lengths);
    count += (inForce?.value.length ?? 0) + lengthOf(profiles);
  }
  if (count <= LONGEST_PLAN) return;
  const at = project.profiles[0]?.at ?? null;
  report(shape.E0218({ what: 'the plan', count, unit: 'characters', limit: LONGEST_PLAN }, { at }));
};

/** Profiles share declarations and chains. */
function lengthOnce(written: object, known: Map<object, number>): number {
  const length = known.get(written) ?? lengthOf(written);
  known.set(written, length);
  return length;
}

/** The length of all texts and keys in a value: a short entry of a list may be repeated as often as a long one. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + AROUND_TEXT;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  if (Array.isArray(value)) for (const part of value) length += lengthOf(part);
  else for (const [key, part] of Object.entries(value)) length += key.length + lengthOf(part);
  return length;
}
