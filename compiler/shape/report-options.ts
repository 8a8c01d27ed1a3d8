/** Errors in the options of `generate`, each at the option or at the entry of its list (spec 2.8, 8). */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { optionDiagnostic } from '#schemas/diagnostics/E07-generation.js';
import { judgeOptions, type OptionFault } from '#schemas/secret-types/judge-options.js';

type Options = Parameters<typeof judgeOptions>[1];

export interface Generated {
  readonly secret: string;
  readonly type: string;
  readonly generate: Options;
  /** The key `generate`. */
  readonly at: Place;
}

export function reportOptions({ secret, type, generate, at }: Generated, report: Report): void {
  for (const fault of judgeOptions(type, generate)) reportFault(fault, secret, at, report);
}

/**
 * The same for a declaration whose shape is wrong: what is already in `report` is not repeated. A
 * missing option may be one that is misspelt.
 */
export function reportOtherOptions(
  { secret, type, generate, at }: Generated,
  told: readonly Place[],
  report: Report,
): void {
  const faults = judgeOptions(type, generate);
  const isMisspelt = faults.some(({ kind }) => kind === 'unknown');
  for (const fault of faults) {
    if (fault.kind === 'unknown' || (fault.kind === 'missing' && isMisspelt)) continue;
    const place = placeOfFault(fault, at);
    if (!told.some(({ path }) => path.every((step, index) => step === place.path[index]))) {
      reportFault(fault, secret, at, report);
    }
  }
}

function reportFault(fault: OptionFault, secret: string, at: Place, report: Report): void {
  const worded = optionDiagnostic(fault)({ fault }, { at: placeOfFault(fault, at) });
  report({ ...worded, message: `${worded.message} (in \`${secret}\`)` });
}

/** The entry, else the option; `generate` itself if there is no option to point at. */
function placeOfFault(fault: OptionFault, generate: Place): Place {
  if (fault.option === null || fault.kind === 'missing') return generate;
  const path = [...generate.path, fault.option];
  return fault.kind === 'value' && fault.entry !== undefined
    ? { ...generate, path: [...path, fault.entry], part: 'value' }
    : { ...generate, path };
}
