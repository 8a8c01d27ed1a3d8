/** The powers of a plan under one hash: equal hashes need one approval. */
import type { Plan } from '#schemas/plan.js';
import type { Power } from '#schemas/powers/power.js';
import { powersText, trustedPowers } from '#schemas/powers/trusted-powers.js';
import { taggedSha256 } from '../plan/sha256.js';

export function powersHash(plan: Plan): string {
  return hashOf(trustedPowers(plan).map(({ power }) => power));
}

export function hashOf(powers: readonly Power[]): string {
  return taggedSha256(powersText(powers));
}
