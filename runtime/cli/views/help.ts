/** Help for the tool and for every command. */
import type { CommandSpec, OptionSpec } from '../arguments.js';
import { GLOBAL_OPTIONS } from '../arguments.js';

export function toolHelp(summaries: readonly (readonly [string, string])[]): string {
  return [
    'Resolves the secrets declared in manifest.toml from any store and delivers them to programs.',
    '',
    'usage: tool [OPTIONS] COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...table(summaries),
    '',
    'Options of every command:',
    ...table(GLOBAL_OPTIONS.map(optionRow)),
    '',
    'Help for one command: tool help COMMAND',
    '',
  ].join('\n');
}

export function commandHelp(spec: CommandSpec, summary: string): string {
  const sentence = `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`;
  return [
    sentence,
    '',
    `usage: tool ${spec.name} ${spec.synopsis}`.trimEnd(),
    '',
    spec.details.trim(),
    '',
    'Options:',
    ...table([...spec.options, ...GLOBAL_OPTIONS].map(optionRow)),
    '',
    'Examples:',
    ...spec.examples.map((example) => `  ${example}`),
    '',
  ].join('\n');
}

function optionRow({ name, short, value, summary, variable }: OptionSpec): readonly [string, string] {
  const lead = short === undefined ? '    ' : `-${short}, `;
  return [
    `${lead}--${name}${value === undefined ? '' : ` ${value}`}`,
    variable === undefined ? summary : `${summary} [${variable}]`,
  ];
}

function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
