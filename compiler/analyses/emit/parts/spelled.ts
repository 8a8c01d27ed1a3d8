/** Values spelled out: texts, and references in the words of an engine. */
import { type EntryRecipe, type Made, orderedInputs, type Service } from './recipe.js';

export interface Spelling {
  readonly text: (text: string) => string;
  readonly entry: (recipe: EntryRecipe) => string;
}

export function spelled(service: Pick<Service, 'secrets'>, made: Made, spelling: Spelling): string {
  const texts = new Map<string, string>();
  for (const { secret, recipe } of orderedInputs(service, made)) {
    const parts = recipe?.kind === 'composed' ? recipe.parts : [];
    if (recipe?.kind === 'entry') texts.set(secret, spelling.entry(recipe));
    else if (recipe?.kind === 'text') texts.set(secret, spelling.text(recipe.text));
    else
      texts.set(
        secret,
        parts.map((part) => ('text' in part ? spelling.text(part.text) : (texts.get(part.secret) ?? ''))).join(''),
      );
  }
  return texts.get(made.secret) ?? '';
}
