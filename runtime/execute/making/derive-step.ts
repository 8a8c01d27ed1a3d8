/** Derived secrets: a part of another secret's content (spec 2.5, `from`). */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { Extraction } from '#schemas/plan.js';
import type { Document, TakeRoom } from '../../decode/document.js';
import type { DeriveStep, LinkedPlan } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import { madeDocument, selected, storedDocument } from '../content/select-value.js';
import { type Finished, type FoundValue, isPresent, type Values } from '../known.js';
import type { Making } from './making.js';

/**
 * Takes the content of the source, also where that is delivered as a file. A missing source makes the secret missing.
 * Conversions of identities are not in this version and fail as soon as there is something to convert.
 */
export async function derive({ linked, mode, takeRoom }: Making, step: DeriveStep, values: Values): Promise<Finished> {
  const inputs = [step.from, ...Object.values(step.roles)];
  if (!inputs.every((input) => isPresent(values, input))) return { kind: 'missing' };
  const origin = { kind: 'derived', from: step.from } as const;
  const source = values.get(step.from);
  if (!mode.values || source?.kind !== 'found' || source.value === null) return { kind: 'found', value: null, origin };
  if (step.how.kind === 'export') return conversionFailed(linked, step, step.how.type);
  const document = documentIn(source, source.value, step.how.extract.format, takeRoom);
  const value = selected(linked, step, step.how.extract, document);
  return value.kind === 'failed' ? value : { kind: 'found', value: value.value, origin };
}

/** By source. A source is read when the first secret is derived from it. */
const documents = new WeakMap<FoundValue, Map<Extraction['format'], Document>>();

function documentIn(
  source: FoundValue,
  content: SecretValue,
  format: Extraction['format'],
  takeRoom: TakeRoom,
): Document {
  const read = documents.get(source) ?? new Map<Extraction['format'], Document>();
  documents.set(source, read);
  const isStored = source.origin.kind === 'store';
  const document = read.get(format) ?? (isStored ? storedDocument : madeDocument)(content, format, takeRoom);
  read.set(format, document);
  return document;
}

function conversionFailed(linked: LinkedPlan, step: DeriveStep, type: string): Finished {
  const problem = { secret: nameOf(step), type };
  return { kind: 'failed', diagnostic: resolution.E1011(problem, aboutOf(linked, step, 'from')) };
}
