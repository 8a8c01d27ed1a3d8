/** What a program says, as a part of a message. */
import { cleaned } from '../values/cleaned.js';
import { withoutValues } from '../values/without-values.js';

const COLOURS = /\x1b\[[0-9;]*m/g;

/** Without colours and the values that it was given, on one line, bounded. */
export function saying(stderr: string, input?: string): string {
  const given = (input ?? '').split(/[\r\n]+/).map((line) => line.trim());
  // Programs also show values between quotes, with what these escape.
  const lines = given.flatMap((line) => [line, quotedText(line), asGoQuotes(line)]);
  return cleaned(withoutValues(withoutColours(stderr), lines));
}

export function withoutColours(text: string): string {
  return text.replaceAll(COLOURS, '');
}

function quotedText(line: string): string {
  return JSON.stringify(line).slice(1, -1);
}

/** JSON as programs in Go write it. */
function asGoQuotes(line: string): string {
  return quotedText(line).replaceAll(/[<>&]/g, (found) => `\\u00${found.charCodeAt(0).toString(16)}`);
}
