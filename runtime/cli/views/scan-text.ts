/** `tool scan` for people: a line for each place, then what was and was not searched. */
import type { ScanReport } from '#schemas/scan-report.js';
import { findingWords, notLookedForWords } from './scan-words.js';
import { printedLines } from './terminal-text.js';

export function scanText(report: ScanReport): string {
  const { findings, notSearched, files } = report;
  return printedLines([
    ...findings.map((one) => `${one.file}:${one.line}:${one.column}: ${findingWords(one)}`),
    ...(findings.length === 0 ? [] : ['']),
    summaryOf(findings.length, new Set(findings.map(({ file }) => file)).size, files),
    ...notLookedForWords(report),
    ...notSearched.map(({ file, reason }) => `not searched: ${file}: ${reason}`),
  ]);
}

function summaryOf(findings: number, found: number, files: number): string {
  const searched = `${files} ${files === 1 ? 'file' : 'files'} searched`;
  if (findings === 0) return `No values found, ${searched}`;
  return `${findings} ${findings === 1 ? 'value' : 'values'} found in ${found} ${found === 1 ? 'file' : 'files'}, ${searched}`;
}
