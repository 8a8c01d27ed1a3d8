/** Findings as annotations of a GitHub workflow. */
import type { Reported } from '../../analysis/lint-manifest.js';
import { type Finding, type FoundAt, findingsOf } from './lint-findings.js';
import { workflowCommand } from './workflow-command.js';

export function lintGithub(findings: Reported): string {
  return findingsOf(findings).map(annotationOf).join('');
}

function annotationOf(finding: Finding): string {
  const { severity, code, title } = finding;
  return workflowCommand(severity, { ...rangeOf(finding), title: `${code}: ${title}` }, linesOf(finding));
}

/** Columns are understood within one line alone. */
function rangeOf({
  file,
  line,
  column,
  endLine,
  endColumn,
}: FoundAt): Readonly<Record<string, string | number | null>> {
  return { file, line, endLine, ...(line === endLine && { col: column, endColumn }) };
}

function linesOf({ message, help, labels }: Finding): readonly string[] {
  const others = labels.map(
    ({ file, line, column, text }) => `${file}${line === null ? '' : `:${line}:${column}`}: ${text}`,
  );
  const advice = help === null ? [] : `help: ${help}`.split('\n');
  return [message, ...others, ...advice];
}
