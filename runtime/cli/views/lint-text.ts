/** Findings as people read them: of one code a few in full, the others in a line each. */
import type { LintFindings } from '../../analysis/lint-manifest.js';
import { renderDiagnostics } from './diagnostics.js';
import { escapeForTerminal } from './terminal-text.js';

export interface LintLayout {
  readonly colour: boolean;
  /** Whether a person is reading, who wonders what silence means. */
  readonly isTerminal: boolean;
  /** Columns, as `renderDiagnostics` takes them. */
  readonly width?: number;
  readonly sentences?: number;
}

/** More findings of one code than this are listed below its first ones. */
const IN_FULL = 3;

export function lintText(findings: LintFindings, { isTerminal, ...layout }: LintLayout): string {
  const { diagnostics, locate } = findings;
  if (diagnostics.length > 0) return renderDiagnostics(diagnostics, { ...layout, locate, inFull: IN_FULL });
  return isTerminal ? successOf(findings) : '';
}

function successOf({ file, allowed }: LintFindings): string {
  const count = allowed.length === 0 ? '' : ` (${allowed.length} allowed)`;
  return `${escapeForTerminal(file)}: no errors, no warnings${count}\n`;
}
