/** How large values are, and how much they are made of: a short manifest can say what no engine takes, and no document holds. */
import type { TemplatePart } from '#schemas/plan.js';
import { inputsOfRecipe, type Recipe } from './recipe.js';

/** What is written in a manifest once is here written for each value that is made of it, through whatever steps. */
const MOST_INDIRECT = 200;
const NONE: ReadonlySet<string> = new Set();

/** Of the values of a profile, each after what it is made of. */
export class RecipeSizes {
  readonly #longest: number;
  readonly #lengths = new Map<string, number>();
  readonly #inputs = new Map<string, ReadonlySet<string>>();

  constructor(longest: number) {
    this.#longest = longest;
  }

  /** For people: what is too much. Null: nothing is. */
  excessOf(secret: string, recipe: Recipe): string | null {
    const length = this.#lengthOf(recipe);
    this.#lengths.set(secret, length);
    if (length > this.#longest) return `a text of more than ${this.#longest} characters`;
    const inputs = this.#inputsOf(recipe);
    this.#inputs.set(secret, inputs);
    const indirect = inputs.size - inputsOfRecipe(recipe).length;
    return indirect > MOST_INDIRECT ? `made of more than ${MOST_INDIRECT} secrets through others` : null;
  }

  /** At least: an entry has one character, or refers to it with as much as its default. */
  #lengthOf(recipe: Recipe): number {
    switch (recipe.kind) {
      case 'text':
        return recipe.text.length;
      case 'entry':
        return recipe.otherwise?.length ?? 1;
      case 'selected':
        return 1;
      case 'composed':
        return recipe.parts.reduce((sum, part) => sum + this.#lengthOfPart(part), 0);
    }
  }

  #lengthOfPart(part: TemplatePart): number {
    return 'text' in part ? part.text.length : (this.#lengths.get(part.secret) ?? 0);
  }

  #inputsOf(recipe: Recipe): ReadonlySet<string> {
    const direct = inputsOfRecipe(recipe);
    if (direct.length === 0) return NONE;
    const inputs = new Set(direct);
    for (const name of direct) for (const further of this.#inputs.get(name) ?? NONE) inputs.add(further);
    return inputs;
  }
}
