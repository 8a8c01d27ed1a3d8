/**
 * Findings as annotations of a GitHub workflow: a command per line, which the runner acts on. Text of a manifest can
 * neither end its line nor its property, so it starts no command of its own.
 */
import type { Findings } from '../lint-manifest.js';
import { type Finding, type FoundAt, findingsOf } from './lint-findings.js';
import { escapeForTerminal } from './terminal-text.js';

export function lintGithub(findings: Findings): string {
  return findingsOf(findings)
    .map((finding) => `${annotationOf(finding)}\n`)
    .join('');
}

function annotationOf(finding: Finding): string {
  const { severity, code, title } = finding;
  const properties = [...placeOf(finding), ['title', `${code}: ${title}`] as const];
  const spelled = properties.map(([name, value]) => `${name}=${escapedProperty(String(value))}`).join(',');
  return `::${severity} ${spelled}::${escapedData(textOf(finding))}`;
}

/** Columns are understood within one line alone. */
function placeOf({ file, line, column, endLine, endColumn }: FoundAt): readonly (readonly [string, string | number])[] {
  const columns = line === endLine ? { col: column, endColumn } : {};
  const places = Object.entries({ file, line, endLine, ...columns });
  return places.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}

function textOf({ message, help, labels }: Finding): string {
  const others = labels.map(
    ({ file, line, column, text }) => `${file}${line === null ? '' : `:${line}:${column}`}: ${text}`,
  );
  const advice = help === null ? [] : `help: ${help}`.split('\n');
  return [message, ...others, ...advice].map(escapeForTerminal).join('\n');
}

function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escapedData(escapeForTerminal(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
