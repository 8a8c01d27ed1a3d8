/** How long what an operation delivers can be used, and which version of it a store gave. */
import { createHash } from 'node:crypto';
import type { LinkedPlan } from '../link/linked-plan.js';
import type { Validity } from './resolution.js';
import type { StoredFacts, Values } from './value-state.js';

/** Of a plan that wants one secret: everything else in it is an input. */
export function validityOf({ reads, finish }: LinkedPlan, values: Values): Validity {
  const facts = [...values.values()].flatMap((value) => (value.kind === 'found' ? (value.facts ?? []) : []));
  const isMade = finish.some((step) => step.kind !== 'check identity' && step.visible);
  const step = isMade ? undefined : reads.find(({ visible }) => visible);
  const known = step && values.get(step.secret);
  const revision = known?.kind === 'found' ? (known.facts?.revision ?? null) : null;
  return {
    expiresAt: earliest(facts, 'expiresAt'),
    refreshAt: earliest(facts, 'refreshAt'),
    revision: step === undefined || revision === null ? null : revisionOf(revision, step),
  };
}

function earliest(facts: readonly StoredFacts[], which: 'expiresAt' | 'refreshAt'): Date | null {
  const times = facts.flatMap((one) => one[which]?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** A part of a document is another value than the document, and so is a decoded text: its version is named otherwise. */
function revisionOf(revision: string, { decode, extract }: LinkedPlan['reads'][number]): string | null {
  const isWhole = decode === undefined && extract === undefined;
  if (isWhole) return USABLE.test(revision) ? revision : null;
  return createHash('sha256')
    .update(JSON.stringify([revision, decode ?? null, extract ?? null]))
    .digest('hex');
}

/** As receivers may rely on (semantics 15.6). */
const USABLE = /^[A-Za-z0-9._:-]{1,256}$/u;
