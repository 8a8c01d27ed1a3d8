/** Derived secrets: a part of another secret's content, or its value in another form (spec 2.5, `from`). */

import type { Extraction } from '#schemas/plan.js';
import type { Document, TakeRoom } from '../../decode/document.js';
import type { DeriveStep } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import { nameOf } from '../about.js';
import { madeDocument, selected, storedDocument } from '../content/select-value.js';
import type { Origin } from '../resolution.js';
import { type FoundValue, isPresent, type StepResult } from '../value-state.js';
import type { Inputs, Making } from './making.js';

/** Takes the content of the source, also where that is delivered as a file. A missing source or role makes the secret missing. */
export async function derive({ linked, mode, takeRoom }: Making, step: DeriveStep, given: Inputs): Promise<StepResult> {
  const { values } = given;
  const inputs = [step.from, ...Object.values(step.roles)];
  if (!inputs.every((input) => isPresent(values, input))) return { kind: 'missing' };
  const origin = originOf(step, given);
  const source = values.get(step.from);
  if (!mode.values || source?.kind !== 'found' || source.value === null) return { kind: 'found', value: null, origin };
  const { how } = step;
  if (how.kind === 'export') {
    const { convertValue } = await import('./convert-value.js');
    return convertValue(linked, { step, how, source: source.value, origin }, given);
  }
  const document = documentIn(source, source.value, how.extract.format, takeRoom);
  const value = selected(linked, step, how.extract, document);
  return value.kind === 'failed' ? value : { kind: 'found', value: value.value, origin };
}

function originOf({ from, how }: DeriveStep, { stepOf }: Inputs): Origin {
  const source = stepOf(from);
  return {
    kind: 'derived',
    how: how.kind === 'export' ? 'converted' : 'selected',
    from: source === undefined ? null : nameOf(source),
  };
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
