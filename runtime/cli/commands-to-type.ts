/** Commands that help says to type: with the manifest, the profile and the choice of secrets that this call was given, so that they concern the same secrets. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { shellWord } from '#schemas/diagnostics/missing-secret.js';
import { type Arguments, type CommandSpec, splitCommand } from './arguments.js';
import { entryOf } from './commands.js';

/** As given on the command line; variables stay set for the next command. */
interface GivenOptions {
  readonly file: string | null;
  readonly profile: string | null;
  /** Other options that choose secrets, as often as they were given: without them, the command would get more. */
  readonly choice: readonly { readonly name: string; readonly value: string }[];
}

const CHOICE = ['scope', 'only', 'except', 'plan'];

/** A line of help that is a command of ours. */
const COMMAND = /^ {4}tool .*$/gmu;

export function withGivenOptions(diagnostics: readonly Diagnostic[], args: Arguments): Promise<readonly Diagnostic[]> {
  const [file, profile] = [args.text('file'), args.text('profile')];
  const choice = CHOICE.flatMap((name) => args.texts(name).map((value) => ({ name, value })));
  const isPlain = file === null && profile === null && choice.length === 0;
  return Promise.all(
    diagnostics.map((found) => (isPlain ? found : withCompleteHelp(found, { file, profile, choice }))),
  );
}

async function withCompleteHelp(diagnostic: Diagnostic, given: GivenOptions): Promise<Diagnostic> {
  const { help } = diagnostic;
  if (help === null) return diagnostic;
  const complete = new Map<string, string>();
  for (const [line] of help.matchAll(COMMAND)) complete.set(line, await completed(line, given));
  return { ...diagnostic, help: help.replaceAll(COMMAND, (line) => complete.get(line) ?? line) };
}

async function completed(line: string, given: GivenOptions): Promise<string> {
  const words = line.trim().split(' ').slice(1);
  const { command } = splitCommand(words, (name) => entryOf(name) !== undefined);
  const spec = (await (command === null ? undefined : entryOf(command))?.load())?.spec;
  return spec === undefined ? line : withOptions(line, optionsFor(spec, words, given));
}

function optionsFor(spec: CommandSpec, words: readonly string[], given: GivenOptions): readonly string[] {
  const { file, profile, choice } = given;
  const takes = (option: string) => spec.options.some(({ name }) => name === option) && !words.includes(`--${option}`);
  const options: string[] = [];
  if (takes('profile') && profile !== null) options.push(`--profile ${shellWord(profile)}`);
  for (const { name, value } of choice) if (takes(name)) options.push(`--${name} ${shellWord(value)}`);
  if (file !== null && spec.isWithoutManifest !== true) options.push(`--file ${shellWord(file)}`);
  return options;
}

/** At the end, or before the command of another program. */
function withOptions(line: string, options: readonly string[]): string {
  const end = line.includes(' -- ') ? line.indexOf(' -- ') : line.length;
  return [line.slice(0, end), ...options].join(' ') + line.slice(end);
}
