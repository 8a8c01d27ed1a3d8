/** Commands that help says to type: with the manifest and the profile that this call was given, so that they concern the same secrets. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { shellWord } from '#schemas/diagnostics/missing-secret.js';
import { type Arguments, type CommandSpec, splitCommand } from './arguments.js';
import { entryOf } from './commands.js';

/** As given on the command line; variables stay set for the next command. */
interface GivenOptions {
  readonly file: string | null;
  readonly profile: string | null;
}

/** A line of help that is a command of ours. */
const COMMAND = /^ {4}tool .*$/gmu;
/** Commands that read no manifest. */
const WITHOUT_MANIFEST = /^(?:config global .*|completions|explain)$/u;

export function withGivenOptions(diagnostics: readonly Diagnostic[], args: Arguments): Promise<readonly Diagnostic[]> {
  const [file, profile] = [args.text('file'), args.text('profile')];
  const isPlain = file === null && profile === null;
  return Promise.all(diagnostics.map((found) => (isPlain ? found : withCompleteHelp(found, { file, profile }))));
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

function optionsFor(spec: CommandSpec, words: readonly string[], { file, profile }: GivenOptions): readonly string[] {
  const options: string[] = [];
  const takesProfile = spec.options.some(({ name }) => name === 'profile') && !words.includes('--profile');
  if (takesProfile && profile !== null) options.push(`--profile ${shellWord(profile)}`);
  if (file !== null && !WITHOUT_MANIFEST.test(spec.name)) options.push(`--file ${shellWord(file)}`);
  return options;
}

/** At the end, or before the command of another program. */
function withOptions(line: string, options: readonly string[]): string {
  const end = line.includes(' -- ') ? line.indexOf(' -- ') : line.length;
  return [line.slice(0, end), ...options].join(' ') + line.slice(end);
}
