/** Which lines of a generated file are out of date. */
import { cleaned } from '../../values/cleaned.js';
import { escapeForTerminal } from './terminal-text.js';

/** Lines that only one of the two has, each as often as it has it more. `file` as the caller wrote it. */
export function changedLinesText(file: string, found: string, text: string): string {
  const [was, is] = [found.split('\n'), text.split('\n')];
  const rows = [
    ...withoutLines(was, is).map((line) => `  - ${escapeForTerminal(line)}`),
    ...withoutLines(is, was).map((line) => `  + ${escapeForTerminal(line)}`),
  ];
  const body = rows.length === 0 ? ['  no line has changed, but their order has'] : rows;
  return `${cleaned(file)} does not agree with the plan:\n${body.join('\n')}\n`;
}

function withoutLines(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
