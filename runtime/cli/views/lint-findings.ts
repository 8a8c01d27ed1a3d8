/** Findings as other programs read them: flat, and in reading order. */
import type { Severity } from '#schemas/diagnostics/diagnostic.js';
import type { PolicyOrigin } from '#schemas/policy.js';
import type { AllowedWarning, LintFindings, Reported } from '../../analysis/lint-manifest.js';
import type { PlacedFix } from '../../plan/front-end.js';
import type { LocatedDiagnostic, Note } from './diagnostic-block.js';
import { inReadingOrder } from './diagnostics.js';

/** Lines and columns count from 1, columns in characters, the end exclusive; null where they are not known. */
export interface FoundAt {
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  readonly endColumn: number | null;
}
export interface Finding extends FoundAt {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly help: string | null;
  readonly labels: readonly FoundLabel[];
  /** The rule that is broken, and the profiles in which it is; left out of other findings. */
  readonly policy?: PolicyOrigin;
  readonly profiles?: readonly string[];
  /** Left out where none is known. */
  readonly fixes?: readonly FoundFix[];
}
export interface FoundFix {
  readonly title: string;
  /** The one to make without asking. */
  readonly preferred: boolean;
  readonly edits: readonly (FoundAt & { readonly text: string })[];
}
export interface FoundLabel extends FoundAt {
  readonly text: string;
}

/** Null: the finding counts. */
export interface JudgedFinding extends Finding {
  readonly allowedBy: AllowedWarning['by'] | null;
}

export function findingsOf({ diagnostics, locate, fixesOf }: Reported): readonly Finding[] {
  return inReadingOrder(diagnostics, locate).map((found) => findingOf(found, fixesOf));
}

/** Those that are allowed, too. */
export function judgedFindingsOf({ diagnostics, allowed, locate, fixesOf }: LintFindings): readonly JudgedFinding[] {
  const allowedBy = new Map(allowed.map(({ diagnostic, by }) => [diagnostic, by]));
  return inReadingOrder([...diagnostics, ...allowedBy.keys()], locate).map((found) => ({
    ...findingOf(found, fixesOf),
    allowedBy: allowedBy.get(found.diagnostic) ?? null,
  }));
}

function findingOf({ diagnostic, notes }: LocatedDiagnostic, fixesOf: Reported['fixesOf']): Finding {
  const { code, severity, title, message, help, policy, profiles } = diagnostic;
  const fixes = fixesOf?.(diagnostic).map(fixOf) ?? [];
  return {
    code,
    severity,
    title,
    message,
    ...foundAt(notes.find(({ isPrimary }) => isPrimary)),
    help,
    labels: notes.filter(({ isPrimary }) => !isPrimary).map(labelOf),
    ...(policy !== undefined && { policy }),
    ...(profiles !== undefined && { profiles }),
    ...(fixes.length > 0 && { fixes }),
  };
}

function fixOf({ title, preferred, edits }: PlacedFix): FoundFix {
  const shown = edits.map(({ file, line, column, endLine, endColumn, text }) => {
    return { file, line, column, endLine, endColumn, text };
  });
  return { title, preferred, edits: shown };
}

function labelOf(note: Note): FoundLabel {
  return { ...foundAt(note), text: note.text };
}

function foundAt(note: Note | undefined): FoundAt {
  const { line = null, column = null, endLine = null, endColumn = null } = note?.located ?? {};
  return { file: note?.file ?? null, line, column, endLine, endColumn };
}
