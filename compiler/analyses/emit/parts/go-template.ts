/** Values as templates of Go's `text/template`, as External Secrets and Vault Agent have it, each with functions of its own. */
import type { Extraction } from '#schemas/plan.js';
import { quoted } from './quoted.js';
import { type Made, orderedInputs, type Recipe, type Service } from './recipe.js';

/** What the two engines spell in their own way. */
export interface Dialect {
  /** Sets `$NAME` to the value of the entry. `otherwise`: of a missing one. */
  readonly load: (made: Made, recipe: EntryRecipe) => string;
  /** The value of an entry that must be there, where nothing is done with it. */
  readonly plain: (made: Made, recipe: EntryRecipe) => string;
  /** How a value is written that `load` need not set; null: it must be set. */
  readonly named: (made: Made, recipe: EntryRecipe) => string | null;
  readonly functions: { readonly fromJson: string; readonly kindIs: string; readonly fail: string };
}
export type EntryRecipe = Extract<Recipe, { kind: 'entry' }>;

/** The template of one value. */
export function valueTemplate(service: Pick<Service, 'secrets'>, made: Made, dialect: Dialect): string {
  const { recipe } = made;
  if (recipe?.kind === 'entry' && recipe.otherwise === null && recipe.extract === null)
    return dialect.plain(made, recipe);
  const texts = new Map<string, string>();
  const statements = orderedInputs(service, made).map((input) => {
    const { statements: set, expression } =
      input === made && recipe?.kind === 'composed' ? NOTHING : settingOf(input, texts, dialect);
    texts.set(input.secret, expression);
    return set;
  });
  const value = recipe?.kind === 'composed' ? composedText(recipe, texts) : `{{ ${texts.get(made.secret) ?? '""'} }}`;
  return statements.join('') + value;
}

const NOTHING = { statements: '', expression: '""' };

function composedText({ parts }: Extract<Recipe, { kind: 'composed' }>, texts: ReadonlyMap<string, string>): string {
  return parts
    .map((part) => ('text' in part ? literal(part.text) : `{{ ${texts.get(part.secret) ?? '""'} }}`))
    .join('');
}

/** Text that cannot open an action. */
export function literal(text: string): string {
  return text.includes('{') ? `{{ ${quoted(text)} }}` : text;
}

interface Setting {
  readonly statements: string;
  readonly expression: string;
}

function settingOf(made: Made, texts: ReadonlyMap<string, string>, dialect: Dialect): Setting {
  const { recipe, secret } = made;
  const variable = `$${secret}`;
  switch (recipe?.kind) {
    case undefined:
      return NOTHING;
    case 'text':
      return { statements: '', expression: quoted(recipe.text) };
    case 'composed': {
      const parts = recipe.parts.map((part) => ('text' in part ? quoted(part.text) : (texts.get(part.secret) ?? '""')));
      return { statements: `{{ ${variable} := print ${parts.join(' ')} }}`, expression: variable };
    }
    case 'selected': {
      const from = texts.get(recipe.from) ?? '""';
      return {
        statements: `{{ ${variable} := ${from} }}${selection(secret, recipe.extract, dialect)}`,
        expression: variable,
      };
    }
    case 'entry': {
      const named = recipe.otherwise === null && recipe.extract === null ? dialect.named(made, recipe) : null;
      if (named !== null) return { statements: '', expression: named };
      const part = recipe.extract === null ? '' : selection(secret, recipe.extract, dialect);
      return { statements: dialect.load(made, recipe) + part, expression: variable };
    }
  }
}

/** Replaces `$NAME` by a part of the document in it. A number could be spelled in another way, so that it fails. */
export function selection(secret: string, { pointer }: Extraction, { functions }: Dialect): string {
  const { fromJson, kindIs, fail } = functions;
  const variable = `$${secret}`;
  const document = `$${secret}_part`;
  const steps = pointer.map((segment) => {
    const member = `{{ ${document} = index ${document} ${quoted(segment)} }}`;
    if (!/^(?:0|[1-9]\d{0,8})$/.test(segment)) return member;
    return `{{ if ${kindIs} "slice" ${document} }}{{ ${document} = index ${document} ${segment} }}{{ else }}${member}{{ end }}`;
  });
  const isText = `or (${kindIs} "string" ${document}) (${kindIs} "bool" ${document})`;
  const failure = `{{ ${fail} ${quoted(`${secret} is not a text`)} }}`;
  return [
    `{{ ${document} := ${fromJson} ${variable} }}`,
    ...steps,
    `{{ if not (${isText}) }}${failure}{{ end }}{{ ${variable} = print ${document} }}`,
  ].join('');
}
