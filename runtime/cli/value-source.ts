/** The value given to `set`: an argument, a file, standard input, or the answer to a prompt. */
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail, UsageError } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import { isStream, readRegularFile } from '../files/read-file.js';
import { codeOf } from '../files/system-reason.js';
import { lostBytes } from '../inputs/command-line.js';
import type { CommandContext } from '../session/call.js';
import { SecretValue } from '../values/secret-value.js';
import { decodeUtf8 } from '../values/utf8.js';
import type { Arguments } from './arguments.js';
import { MOST_MIB, readInput } from './read-input.js';

const STDIN = 0;
const MISSING = 'it does not exist';

/** `ask` prompts for it; null if no one can be prompted. Used if nothing else is given and standard input is a terminal. */
export async function givenValue(
  args: Arguments,
  name: string,
  ask: () => Promise<SecretValue | null>,
  context: CommandContext,
): Promise<SecretValue> {
  const word = args.positionals[1];
  if (word !== undefined) return typedValue(word, name);
  const file = args.text('from-file');
  if (file !== null) return SecretValue.fromBytes(file === '-' ? inputBytes() : await readFile(file, context));
  return isatty(STDIN) ? ((await ask()) ?? noValue(name)) : pipedText(name);
}

/** Standard input is a terminal, but not one that this process may prompt on. */
function noValue(name: string): never {
  throw new UsageError(
    `no value was given for \`${name}\``,
    `pipe it in, or give a file: tool set ${name} --from-file PATH`,
  );
}

/** The bytes that were typed, even if they are not UTF-8 and the runtime has replaced them. */
function typedValue(word: string, name: string): SecretValue {
  const lost = lostBytes(word);
  if (lost === null) return SecretValue.fromText(word);
  if (lost !== 'unknown') return SecretValue.fromBytes(lost);
  throw new UsageError(
    `the value of \`${name}\` may not be UTF-8 text, and this system does not provide the bytes of arguments`,
    `pipe it in: tool set ${name} --from-file -`,
  );
}

function pipedText(name: string): SecretValue {
  return pipedValue() ?? fail(delivery.E1210({ secret: name }));
}

/** What is piped in, without blanks around it; null if it is not text. */
export function pipedValue(): SecretValue | null {
  const text = decodeUtf8(inputBytes());
  return text === null ? null : SecretValue.fromText(trimmed(text));
}

/**
 * Blanks and line ends at both ends are not part of a piped value; a file keeps every byte. A value of several lines keeps the end
 * of its last line: no program reads a key in PEM or of SSH without it.
 */
function trimmed(text: string): string {
  const value = text.trim();
  if (!LINE_END.test(value)) return value;
  const [lineEnd = ''] = LINE_END.exec(text.trimStart().slice(value.length)) ?? [];
  return value + lineEnd;
}

const LINE_END = /\r\n|\n|\r/u;

function inputBytes(): Buffer {
  try {
    return readInput();
  } catch (error) {
    return unreadable('standard input', error);
  }
}

async function readFile(shown: string, { workingFolder, interruption }: CommandContext): Promise<Buffer> {
  try {
    const path = resolve(workingFolder, shown);
    if (!isStream(path)) return readRegularFile(path) ?? fail(delivery.E1211({ path: shown, reason: MISSING }));
    const { readStream, LONGEST_MS } = await import('../files/read-stream.js');
    return await readStream(path, { milliseconds: LONGEST_MS, mib: MOST_MIB, signal: interruption.signal });
  } catch (error) {
    return unreadable(shown, error);
  }
}

function unreadable(path: string, error: unknown): never {
  const reason = codeOf(error) === 'ENOENT' ? MISSING : problemOf(error);
  if (reason === null) throw error;
  return fail(delivery.E1211({ path, reason }));
}
