/** Names that gopass cannot have, or that mean something else to it. */
import { segmentProblem } from '../../files/segment.js';
import { cleaned } from '../../values/cleaned.js';
import { type Failed, failed } from '../store-failure.js';

const RENAME = 'rename the secret, or the `item` of its ref';

export function nameProblem(name: string): Failed | null {
  const problem = problemOf(name);
  return problem === null
    ? null
    : failed('unsupported', `\`${cleaned(name)}\` is not a valid entry: ${problem}`, RENAME);
}

function problemOf(name: string): string | null {
  const segments = name.split('/');
  const problem = segments.map(segmentProblem).find((each) => each !== null);
  if (problem) return problem;
  if (/\p{Cc}/u.test(name)) return 'it contains a control character';
  // Whether an entry in one is missing cannot be determined.
  const isHidden = segments.slice(0, -1).some((segment) => segment.startsWith('.'));
  return isHidden ? 'gopass lists no folder whose name starts with `.`' : null;
}
