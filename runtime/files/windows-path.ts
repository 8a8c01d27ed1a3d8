/** Which paths Windows would take for another file, a device or a part of a file. */
import { windowsProblem } from './segment.js';

/** Before the names: `\\?\C:\`, `\\?\UNC\server\share\`, `\\server\share\`, `C:\`. */
const START =
  /^(?:[\\/]{2}\?[\\/](?:[A-Za-z]:|UNC[\\/][^\\/]+[\\/][^\\/]+)|[\\/]{2}[^\\/?.][^\\/]*[\\/][^\\/]+|[A-Za-z]:)(?=[\\/]|$)/iu;

/** What is wrong with an absolute path, with the name that is; null elsewhere than on Windows, and if nothing is. */
export function windowsPathProblem(path: string, platform = process.platform): string | null {
  if (platform !== 'win32') return null;
  const start = START.exec(path)?.[0];
  if (start === undefined) return startProblem(path);
  for (const name of path.slice(start.length).split(/[\\/]/u)) {
    const problem = name === '.' || name === '..' ? null : windowsProblem(name);
    if (problem !== null) return `\`${name}\`: ${problem}`;
  }
  return null;
}

function startProblem(path: string): string {
  return /^[\\/]{2}/u.test(path)
    ? `\`${path}\` is a device, and no file`
    : `\`${path}\` is on the current drive, which may be any: write the drive, as in \`C:/x\``;
}
