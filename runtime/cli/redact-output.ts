/** `run --redact`: what the output of the command is searched for, and the way that it takes. */
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { NoPipe, type PipePlace } from '../child/output/pipe.js';
import { type RedactedOutput, redactedOutput } from '../child/output/redacted-output.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import { namedTemporary } from '../files/named-temporary.js';
import { reasonOf } from '../files/system-reason.js';
import type { CallContext } from '../inputs/call-context.js';
import { systemProgram } from '../programs/find-program.js';
import { type Redactable, type Redaction, redactionOf } from '../redact/redaction.js';
import { valuesToHide } from '../redact/values-to-hide.js';
import type { Running } from '../session/operations/run.js';
import { OutputFault, writeErr } from './output.js';

const NO_TERMINAL =
  'note: because of --redact, the command writes to a pipe, not to the terminal (the executable for Linux keeps the terminal)\n';

/** Where the command writes. */
export interface OutputOfCommand extends Pick<RedactedOutput, 'descriptors'> {
  /** Called when the command has ended: waits until its output is written. Stops if it cannot be. */
  finish(): Promise<void>;
}

/** Stops if the values are too large. Values that are too short to be found are reported. */
export async function redactOutput(
  { resolution, warn }: Running,
  { variables }: CallContext,
): Promise<OutputOfCommand> {
  const redaction = redactionOf(redactablesIn(resolution));
  if (redaction.kind === 'too large') return fail(delivery.E1212({ secret: redaction.secret }));
  const { profile } = resolution;
  await warn(
    redaction.tooShort.map((secret) =>
      delivery.W1201({ secret }, secret === null ? {} : { about: { profile, secret } }),
    ),
  );
  const place = { temporary: namedTemporary(variables), mkfifo: () => systemProgram('mkfifo', variables) };
  const output = opened(redaction, place);
  if (output.losesTerminal) writeErr(NO_TERMINAL);
  return {
    descriptors: output.descriptors,
    async finish() {
      const problem = await output.finish();
      if (problem !== null) throw new OutputFault(reasonOf(problem));
    },
  };
}

function redactablesIn(resolution: Resolution): readonly Redactable[] {
  const visible = valuesToHide(resolution).map(({ secret, delivered: { value } }) => ({ secret, value }));
  return [...visible, ...resolution.hidden.map((value) => ({ secret: null, value }))];
}

function opened({ redactor }: Extract<Redaction, { readonly kind: 'redaction' }>, place: PipePlace): RedactedOutput {
  try {
    return redactedOutput(redactor, place);
  } catch (error) {
    if (!(error instanceof NoPipe)) throw error;
    return fail(delivery.E1213({ reason: error.reason }));
  }
}
