/** What is wrong with a claim or an executable, in one clause that names the path. */
import type { PathFault } from './trusted-path.js';

export function faultText({ path, problem }: PathFault): string {
  return `\`${path}\` ${problem}`;
}
