/** Where in a dotenv file its keys are, and the assignments that are commented out: both are plain text that people forget. */
import type { PlacedNames } from '../provider.js';
import { LineNumbers } from './line-numbers.js';
import { parseDotenv } from './parse-dotenv.js';

/** `file`: its name in messages. Of a repeated key the last line counts. */
export function placedNames(text: string, file: string): PlacedNames {
  const names = new Map<string, string>();
  const commentedOut: string[] = [];
  const parsed = parseDotenv(text);
  if (parsed.kind === 'malformed') return { names, commentedOut };
  const lines = new LineNumbers(text);
  let end = 0;
  const comments = (until: number) => {
    for (const { index } of text.slice(end, until).matchAll(COMMENTED_OUT)) {
      commentedOut.push(`${file}:${lines.at(end + index)}`);
    }
  };
  for (const assignment of parsed.assignments) {
    comments(assignment.start);
    names.delete(assignment.key);
    names.set(assignment.key, `${file}:${lines.at(assignment.start)}`);
    end = assignment.end;
  }
  comments(text.length);
  return { names, commentedOut };
}

/** `# OLD_KEY=value`. */
const COMMENTED_OUT = /(?<=^|[\r\n])[^\S\r\n]*#+[^\S\r\n]*(?:export[^\S\r\n]+)?[A-Za-z_]\w*=[^\s]/g;
