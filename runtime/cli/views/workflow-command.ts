/**
 * A line that the runner of a GitHub workflow acts on. No text can end its line or its property, so it starts no command
 * of its own.
 */
import { escapeForTerminal } from './terminal-text.js';

/** Properties that are null are left out. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | null>>,
  lines: readonly string[],
): string {
  const spelled = Object.entries(properties).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${escapedProperty(String(value))}`],
  );
  return `::${name} ${spelled.join(',')}::${escapedData(lines.map(escapeForTerminal).join('\n'))}\n`;
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(escapeForTerminal(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
