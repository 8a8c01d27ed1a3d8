/** Findings as SARIF 2.1.0, for programs that collect what analyses find. */
import { allExplanations } from '#schemas/explanations/index.js';
import type { LintFindings } from '../../analysis/lint-manifest.js';
import { codeText } from './explain-code.js';
import {
  type Finding,
  type FoundAt,
  type FoundFix,
  type FoundLabel,
  type JudgedFinding,
  judgedFindingsOf,
} from './lint-findings.js';
import { sarifLog, uriOf } from './sarif.js';

/** Allowed warnings are there, too, as suppressed results. */
export function lintSarif(findings: LintFindings): string {
  const found = judgedFindingsOf(findings);
  const rules = new Map(found.map((finding) => [idOf(finding), ruleOf(finding)]));
  const ids = [...rules.keys()].sort();
  const ordered = ids.map((id) => rules.get(id));
  return sarifLog({ rules: ordered, results: found.map((one) => resultOf(one, ids.indexOf(idOf(one)))) });
}

const SUPPRESSIONS = { comment: 'inSource', option: 'external' } as const;

/** What breaks a rule of a policy is known by the name of that rule. */
function idOf({ code, policy }: Finding): string {
  return policy === undefined ? code : `policy/${policy.rule}`;
}

function ruleOf(finding: Finding) {
  const { code, title, severity } = finding;
  const explanation = allExplanations[code];
  return {
    id: idOf(finding),
    shortDescription: { text: title },
    ...(explanation !== undefined && {
      fullDescription: { text: explanation.text },
      help: { text: codeText({ code, title, explanation }) },
    }),
    defaultConfiguration: { level: severity },
  };
}

function resultOf(finding: JudgedFinding, ruleIndex: number) {
  const { severity, message, help, labels, fixes = [], allowedBy } = finding;
  return {
    ruleId: idOf(finding),
    ruleIndex,
    level: severity,
    message: { text: help === null ? message : `${message}\n\nhelp: ${help}` },
    ...(finding.file !== null && { locations: [{ physicalLocation: physical(finding, finding.file) }] }),
    ...(labels.length > 0 && { relatedLocations: labels.flatMap(relatedOf) }),
    ...(fixes.length > 0 && { fixes: fixes.toSorted(preferredFirst).map(fixOf) }),
    // An empty list means that it is not suppressed; without the list, that would be unknown.
    suppressions: allowedBy === null ? [] : [{ kind: SUPPRESSIONS[allowedBy] }],
  };
}

function relatedOf(label: FoundLabel, id: number) {
  return label.file === null
    ? []
    : [{ id, physicalLocation: physical(label, label.file), message: { text: label.text } }];
}

/** The format does not say which one to make without asking, so that it comes first. */
function preferredFirst(left: FoundFix, right: FoundFix): number {
  return Number(right.preferred) - Number(left.preferred);
}

function fixOf({ title, edits }: FoundFix) {
  const files = [...new Set(edits.map(({ file }) => file))].filter((file) => file !== null);
  const artifactChanges = files.map((file) => ({
    artifactLocation: { uri: uriOf(file) },
    replacements: edits
      .filter((edit) => edit.file === file)
      .map((edit) => ({ deletedRegion: regionOf(edit), insertedContent: { text: edit.text } })),
  }));
  return { description: { text: title }, artifactChanges };
}

function regionOf({ line, column, endLine, endColumn }: FoundAt) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

function physical(at: FoundAt, file: string) {
  const region = regionOf(at);
  const { line } = at;
  return { artifactLocation: { uri: uriOf(file) }, ...(line !== null && { region }) };
}
