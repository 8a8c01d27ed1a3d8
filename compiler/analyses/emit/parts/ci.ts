/** What the jobs of GitHub and GitLab have in common: values are variables of the CI, and texts that refer to them. */
import { descriptorOf } from '#schemas/providers/index.js';
import type { Engine } from '../target.js';
import { type Made, orderedInputs, type ReadEntry, type Service } from './recipe.js';

/** What a variable of the CI can be called. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

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
  };
}

export interface Spelling {
  readonly text: (text: string) => string;
  readonly entry: (made: Made, variable: string, otherwise: string | null) => string;
}

/** The value of a variable of the job. */
export function jobText(service: Service, made: Made, spelling: Spelling): string {
  const texts = new Map<string, string>();
  for (const { secret, recipe, ...rest } of orderedInputs(service, made)) {
    const parts = recipe?.kind === 'composed' ? recipe.parts : [];
    if (recipe?.kind === 'entry')
      texts.set(secret, spelling.entry({ secret, recipe, ...rest }, recipe.entry.entry.name, recipe.otherwise));
    else if (recipe?.kind === 'text') texts.set(secret, spelling.text(recipe.text));
    else
      texts.set(
        secret,
        parts.map((part) => ('text' in part ? spelling.text(part.text) : (texts.get(part.secret) ?? ''))).join(''),
      );
  }
  return texts.get(made.secret) ?? '';
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
  if (command.length === 0) return '<COMMAND>';
  const word = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  return command.map(word).join(' ');
}
