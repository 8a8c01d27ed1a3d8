/** The findings of a run of the compiler: each cause is reported once, however many profiles it affects. */
import type { Diagnostic, Report } from '#schemas/diagnostics/diagnostic.js';

export interface Findings {
  readonly report: Report;
  readonly all: () => readonly Diagnostic[];
  readonly hasErrors: () => boolean;
}

export function findings(): Findings {
  const found = new Map<string, Diagnostic>();
  return {
    report: (diagnostic) => {
      const key = JSON.stringify([diagnostic.code, diagnostic.at, diagnostic.message]);
      if (!found.has(key)) found.set(key, diagnostic);
    },
    all: () => [...found.values()],
    hasErrors: () => [...found.values()].some(({ severity }) => severity === 'error'),
  };
}
