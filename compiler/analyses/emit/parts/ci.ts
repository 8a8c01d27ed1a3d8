/** What the jobs of GitHub and GitLab have in common: values are variables of the CI, and texts that refer to them. */
import { shellWord } from '#schemas/diagnostics/missing-secret.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { Engine } from '../target.js';
import { type Made, orderedInputs, type ReadEntry, type Service } from './recipe.js';

/** What a variable of the CI can be called. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Linux starts no program with a longer one. */
const LONGEST_VARIABLE = 131_071;

/** Names that the CI keeps for itself are no variables of a project. */
export function variables(target: 'github' | 'gitlab', isReserved: (name: string) => boolean): Engine {
  return {
    unreadable: ({ uri, entry }: ReadEntry) => {
      if (descriptorOf(uri.scheme)?.engines?.[target] !== 'variable') return 'not a variable of the CI';
      if (!VARIABLE.test(entry.name)) return `\`${entry.name}\` is not the name of a variable there`;
      return isReserved(entry.name) ? `\`${entry.name}\` is a name that the CI keeps for itself` : null;
    },
    decodes: [],
    extracts: [],
    longest: LONGEST_VARIABLE,
  };
}

export function defaultRemark({ recipe }: Made): readonly string[] {
  const hasDefault = recipe?.kind === 'text' || (recipe?.kind === 'entry' && recipe.otherwise !== null);
  return hasDefault ? ['with the default of the manifest'] : [];
}

/** Whether a part of the text may be missing: `tool` then makes no value, and a CI one with a gap. */
export function mayHaveGap(service: Service, made: Made): boolean {
  if (made.recipe?.kind !== 'composed') return false;
  return orderedInputs(service, made).some(
    ({ recipe, isRequired }) => recipe?.kind === 'entry' && recipe.otherwise === null && !isRequired,
  );
}

/** As a shell reads it. */
export function commandLine(command: readonly string[]): string {
  return command.length === 0 ? '<COMMAND>' : command.map(shellWord).join(' ');
}
