/** One value of a document, for a secret that is stored in it or derived from it (spec 2.11). */

import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import type { Extraction } from '#schemas/plan.js';
import type { Document, TakeRoom } from '../../decode/document.js';
import { readDocument } from '../../decode/read-document.js';
import type { LinkedPlan, Wanted } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import { aboutOf, nameOf } from '../about.js';
import { withAllowance } from '../made-room.js';
import type { Logical } from '../value-state.js';

/**
 * A stored value, read as a document. Of that, as much may be selected as it holds; what overlaps needs room, as all
 * does that is made of values.
 */
export function storedDocument(value: SecretValue, format: Extraction['format'], takeRoom: TakeRoom): Document {
  const text = value.revealText();
  return readDocument(text, format, withAllowance(text?.length ?? 0, takeRoom));
}

/** The same of a value that was made of others. */
export function madeDocument(value: SecretValue, format: Extraction['format'], takeRoom: TakeRoom): Document {
  return readDocument(value.revealText(), format, takeRoom);
}

export function selected(linked: LinkedPlan, step: Wanted, extraction: Extraction, document: Document): Logical {
  const result = document.select(extraction.pointer);
  if (result.kind === 'selected') return { kind: 'value', value: SecretValue.fromText(result.text) };
  const problem = { secret: nameOf(step), format: extraction.format, reason: result.reason };
  return { kind: 'failed', diagnostic: resolution.E1005(problem, aboutOf(linked, step, 'extract')) };
}
