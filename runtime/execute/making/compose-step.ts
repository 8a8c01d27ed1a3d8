/** Composed secrets: their parts joined; nothing that is inserted is looked at again (spec 2.7). */

import type { ComposeStep } from '../../link/linked-plan.js';
import { SecretValue } from '../../values/secret-value.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { aboutOf, nameOf } from '../about.js';
import { MAXIMUM_TOGETHER_BYTES } from '../made-room.js';
import { isPresent, type StepFailed, type StepResult } from '../value-state.js';
import type { Inputs, Making } from './making.js';

/** Larger results are refused; templates of templates grow fast (semantics 4.3). */
const MAXIMUM_COMPOSED_BYTES = 16 * 2 ** 20;

/** What the template gives. A missing input makes the composition missing (spec 2.7). */
export async function compose(making: Making, step: ComposeStep, inputs: Inputs): Promise<StepResult> {
  const origin = { kind: 'composed' } as const;
  if (!step.parts.every((part) => 'text' in part || isPresent(inputs.values, part.secret))) return { kind: 'missing' };
  if (!making.mode.values) return { kind: 'found', value: null, origin };
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const part of step.parts) {
    const piece = 'text' in part ? textPiece(part.text) : await insertedPiece(making, step, part.secret, inputs);
    if (piece.kind !== 'piece') return piece;
    pieces.push(piece.bytes);
    length += piece.bytes.length;
    if (length > MAXIMUM_COMPOSED_BYTES) return tooLarge(making, step, (codes) => codes.E1007, MAXIMUM_COMPOSED_BYTES);
  }
  if (!making.takeRoom(length)) return tooLarge(making, step, (codes) => codes.E1014, MAXIMUM_TOGETHER_BYTES);
  return { kind: 'found', value: SecretValue.fromBytes(Buffer.concat(pieces, length)), origin };
}

type Piece = { readonly kind: 'piece'; readonly bytes: Uint8Array };

function textPiece(text: string): Piece {
  return { kind: 'piece', bytes: Buffer.from(text, 'utf8') };
}

/** A reference inserts the path of a secret that is delivered as one, else its value, which must be text. */
export async function insertedPiece(
  { linked, pathOf }: Making,
  step: ComposeStep,
  input: string,
  { values, stepOf }: Inputs,
): Promise<Piece | StepResult> {
  const known = values.get(input);
  const wanted = stepOf(input);
  if (known?.kind !== 'found' || known.value === null || wanted === undefined) return { kind: 'missing' };
  if (wanted.deliver === 'path') {
    const file = await pathOf(wanted, known.value);
    return file.kind === 'path' ? textPiece(file.path) : file;
  }
  const bytes = known.value.reveal();
  if (decodeUtf8(bytes) !== null) return { kind: 'piece', bytes };
  const { resolution } = await import('#schemas/diagnostics/E10-resolution.js');
  const problem = { secret: nameOf(step), input: nameOf(wanted) };
  return { kind: 'failed', diagnostic: resolution.E1006(problem, aboutOf(linked, step, 'composed')) };
}

type Codes = typeof import('#schemas/diagnostics/E10-resolution.js').resolution;

async function tooLarge(
  { linked }: Making,
  step: ComposeStep,
  codeOf: (codes: Codes) => Codes['E1007'],
  limitBytes: number,
): Promise<StepFailed> {
  const { resolution } = await import('#schemas/diagnostics/E10-resolution.js');
  const diagnostic = codeOf(resolution)({ secret: nameOf(step), limitBytes }, aboutOf(linked, step, 'composed'));
  return { kind: 'failed', diagnostic };
}
