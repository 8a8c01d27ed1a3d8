/** The powers of a plan under one hash: equal hashes need one approval. */
import type { Plan } from '#schemas/plan.js';
import type { GrantedPower, Power } from '#schemas/powers/power.js';
import { powersText, trustedPowers } from '#schemas/powers/trusted-powers.js';
import { sha256, taggedSha256 } from '../plan/sha256.js';

export function powersHash(plan: Plan): string {
  return hashOf(powersToApprove(plan).map(({ power }) => power));
}

const DIGEST_LENGTH = 16;

export function powersToApprove(plan: Plan): readonly GrantedPower[] {
  return trustedPowers(plan, (text) => sha256(text).slice(0, DIGEST_LENGTH));
}

export function hashOf(powers: readonly Power[]): string {
  return taggedSha256(powersText(powers));
}
