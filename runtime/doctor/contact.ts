/** What the stores of the plan answer: each is asked for what `check` would read, no value is kept, and nothing made or written. */
import type { DoctorFinding } from '#schemas/doctor-report.js';
import { Failure } from '../failure.js';
import type { Resolution } from '../execute/resolution.js';
import type { Call } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import { finding, findingOf, findingsOf, onManifest } from './finding.js';
import { counted } from './project.js';

/** A store that takes longer is not waited for. */
const PATIENCE_MS = 30_000;

/** No one is asked: a store that needs an answer fails. `signal`: of the command. */
export async function contact(call: Call, signal: AbortSignal): Promise<readonly DoctorFinding[]> {
  const found: DoctorFinding[] = [];
  const late = AbortSignal.timeout(PATIENCE_MS);
  const session = new Session(
    call,
    nodePorts({
      warn: async (warnings) => void found.push(...warnings.map((warning) => findingOf('contact', warning))),
      notice: async () => {},
      signal: () => AbortSignal.any([signal, late]),
    }),
  );
  try {
    await session.report((resolution) => found.push(...answersOf(resolution, call)));
  } catch (error) {
    if (late.aborted && !signal.aborted)
      found.push(finding('contact', 'error', `stores did not answer in ${PATIENCE_MS / 1000} seconds`));
    else if (error instanceof Failure) found.push(...findingsOf('contact', error));
    else throw error;
  } finally {
    await session.close();
  }
  return found;
}

function answersOf({ secrets }: Resolution, call: Call): readonly DoctorFinding[] {
  const count = (...statuses: readonly string[]) => secrets.filter(({ status }) => statuses.includes(status)).length;
  const missing = count('missing_required');
  const isRead = count('error') === 0;
  return [
    ...(isRead ? [finding('contact', 'ok', `stores answered: ${counted(count('found'), 'secret')} found`)] : []),
    ...(missing > 0
      ? [
          finding('contact', 'error', `${counted(missing, 'required secret')} missing`, {
            command: onManifest(call, 'check'),
          }),
        ]
      : []),
  ];
}
