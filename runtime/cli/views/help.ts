/** Help for the tool and for every command. */
import type { CommandSpec, OptionSpec } from '../arguments.js';
import { CALLER_OPTIONS, GLOBAL_OPTIONS } from '../arguments.js';
import { hanging, padded, widthOf, wrapped } from './wrap.js';

/** Longer lines are tiring to read, however wide the terminal is. */
const MOST_COLUMNS = 100;

/** The details of a caller are named in the line of its name. */
const [CALLER, ...CALLER_DETAILS] = CALLER_OPTIONS;
const SHOWN_GLOBAL_OPTIONS: readonly OptionSpec[] = GLOBAL_OPTIONS.flatMap((option) => {
  if (CALLER_DETAILS.some(({ name }) => name === option.name)) return [];
  return option.name === CALLER.name
    ? { ...option, summary: 'calling program, for the audit log; also --caller-version, …' }
    : option;
});

export function toolHelp(summaries: readonly (readonly [string, string])[], terminal: number): string {
  const width = Math.min(terminal, MOST_COLUMNS);
  return page([
    ...wrapped('Resolves the secrets declared in manifest.toml from any store and delivers them to programs.', width),
    '',
    'usage: tool [OPTIONS] COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...table(summaries, width),
    '',
    'Options of every command:',
    ...table(SHOWN_GLOBAL_OPTIONS.map(optionRow), width),
    '',
    'Help for one command: tool help COMMAND',
  ]);
}

/** Commands with the same first words. */
export function groupHelp(
  name: string,
  summary: string,
  summaries: readonly (readonly [string, string])[],
  terminal: number,
): string {
  const width = Math.min(terminal, MOST_COLUMNS);
  return page([
    ...wrapped(sentenceOf(summary), width),
    '',
    `usage: tool ${name} COMMAND [OPTIONS]`,
    '',
    'Commands:',
    ...table(summaries, width),
    '',
    'Help for one command: tool help COMMAND',
  ]);
}

export function commandHelp(spec: CommandSpec, summary: string, terminal: number): string {
  const width = Math.min(terminal, MOST_COLUMNS);
  return page([
    ...wrapped(sentenceOf(summary), width),
    '',
    ...hanging(`usage: tool ${spec.name} `, spec.synopsis, width).map((line) => line.trimEnd()),
    '',
    ...paragraphs(spec.details, width),
    '',
    'Options:',
    ...table(shownOptions(spec).map(optionRow), width),
    '',
    'Examples:',
    ...spec.examples.map((example) => `  ${example}`),
  ]);
}

function shownOptions({ options, isWithoutManifest }: CommandSpec): readonly OptionSpec[] {
  const isOwn = (name: string) => options.some((own) => own.name === name);
  const hides = (name: string) => isOwn(name) || (name === 'file' && isWithoutManifest === true);
  return [...options, ...SHOWN_GLOBAL_OPTIONS.filter(({ name }) => !hides(name))];
}

function sentenceOf(summary: string): string {
  return `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`;
}

function page(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** Where the source breaks its lines means nothing; an empty line does. */
function paragraphs(text: string, width: number): readonly string[] {
  const all = text.trim().split(/\n{2,}/u);
  return all.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : ['']),
    ...wrapped(paragraph.replaceAll('\n', ' '), width),
  ]);
}

function optionRow({ name, short, value, summary, variable }: OptionSpec): readonly [string, string] {
  const lead = short === undefined ? '    ' : `-${short}, `;
  return [
    `${lead}--${name}${value === undefined ? '' : ` ${value}`}`,
    variable === undefined ? summary : `${summary} [${variable}]`,
  ];
}

function table(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const names = Math.max(...rows.map(([left]) => widthOf(left)));
  return rows.flatMap(([left, right]) => hanging(`  ${padded(left, names)}  `, right, width));
}
