/** The plan spells out for every profile what was written once; the result must fit into memory (spec 8). */
import { shape } from '#schemas/diagnostics/E02-shape.js';
import type { WrittenSecret } from '../tree/written.js';
import type { Rule } from './rule.js';

/** UTF-16 units. */
const LONGEST_PLAN = 64_000_000;

export const planIsBounded: Rule = ({ project }, report) => {
  const written = new Map<WrittenSecret, number>();
  let count = 0;
  for (const { declarations, default: inForce, profiles } of project.secrets) {
    for (const declaration of declarations) count += lengthOnce(declaration, written);
    count += (inForce?.value.length ?? 0) + lengthOf(profiles);
  }
  if (count <= LONGEST_PLAN) return;
  const at = project.profiles[0]?.at ?? null;
  report(shape.E0218({ what: 'the plan', count, unit: 'characters', limit: LONGEST_PLAN }, { at }));
};

function lengthOnce(declaration: WrittenSecret, known: Map<WrittenSecret, number>): number {
  const length = known.get(declaration) ?? lengthOf(declaration.fields);
  known.set(declaration, length);
  return length;
}

/** Of all texts in a value. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let length = 0;
  for (const part of Object.values(value)) length += lengthOf(part);
  return length;
}
