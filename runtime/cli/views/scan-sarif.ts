/** What `tool scan` found as SARIF 2.1.0. */
import type { ScanFinding, ScanReport } from '#schemas/scan-report.js';
import { sarifLog, uriOf } from './sarif.js';
import { findingWords, notLookedForWords } from './scan-words.js';

const RULE = {
  id: 'secret-value',
  shortDescription: { text: 'value of a secret' },
  fullDescription: { text: 'A value of a secret of the manifest is in a file or in the history.' },
  help: { text: 'Replace the value in its store, then remove it here: whoever could read this file may know it.' },
  defaultConfiguration: { level: 'error' },
};

export function scanSarif(report: ScanReport): string {
  const left = notLookedForWords(report).map((text) => ({ level: 'note', message: { text } }));
  const unread = report.notSearched.map(({ file, reason }) => ({
    level: 'warning',
    message: { text: `not searched: ${reason}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) } } }],
  }));
  return sarifLog({
    rules: [RULE],
    invocations: [{ executionSuccessful: true, toolExecutionNotifications: [...left, ...unread] }],
    results: report.findings.map(resultOf),
  });
}

function resultOf(finding: ScanFinding) {
  const { file, line, column, commit, secrets } = finding;
  const region = { startLine: line, startColumn: column };
  return {
    ruleId: RULE.id,
    ruleIndex: 0,
    level: 'error',
    message: { text: findingWords(finding) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }],
    properties: { secrets: secrets.map(({ secret }) => secret), ...(commit !== null && { commit }) },
  };
}
