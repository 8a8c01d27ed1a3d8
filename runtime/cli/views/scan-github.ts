/** What `tool scan` found as annotations of a GitHub workflow. */
import type { ScanReport } from '#schemas/scan-report.js';
import { findingWords, notLookedForWords } from './scan-words.js';
import { workflowCommand } from './workflow-command.js';

export function scanGithub(report: ScanReport): string {
  const found = report.findings.map((one) => {
    const { file, line, column: col } = one;
    return workflowCommand('error', { file, line, col, title: 'value of a secret' }, [findingWords(one)]);
  });
  const unread = report.notSearched.map(({ file, reason }) =>
    workflowCommand('warning', { file, title: 'not searched' }, [reason]),
  );
  const left = notLookedForWords(report).map((line) => workflowCommand('notice', { title: 'scan' }, [line]));
  return [...found, ...unread, ...left].join('');
}
