/** Values as templates of Go's `text/template`, as External Secrets and Vault Agent have it, each with functions of its own. */
import type { Extraction } from '#schemas/plan.js';
import { quoted } from './quoted.js';
import { type EntryRecipe, type Made, orderedInputs, type Recipe, type Service } from './recipe.js';

/** What the two engines spell in their own way. */
export interface Dialect {
  /** Sets `$NAME` to the value of the entry. `otherwise`: of a missing one. What stands between both texts can use it. */
  readonly load: (made: Made, recipe: EntryRecipe) => { readonly opening: string; readonly closing: string };
  /** The value of an entry that must be there, where nothing is done with it. */
  readonly plain: (made: Made, recipe: EntryRecipe) => string;
  /** How a value is written that `load` need not set; null: it must be set. */
  readonly named: (made: Made, recipe: EntryRecipe) => string | null;
  readonly functions: { readonly fromJson: string; readonly kindIs: string; readonly fail: string };
}

/** The template of one value. */
export function valueTemplate(service: Pick<Service, 'secrets'>, made: Made, dialect: Dialect): string {
  const { recipe } = made;
  if (recipe?.kind === 'entry' && recipe.otherwise === null && recipe.extract === null)
    return dialect.plain(made, recipe);
  if (recipe?.kind !== 'composed') {
    const { opening, closing, expression } = valueExpression(service, made, dialect);
    return `${opening}{{ ${expression} }}${closing}`;
  }
  const inputs = orderedInputs(service, made).filter((input) => input !== made);
  const { opening, closing, texts } = settings(inputs, dialect);
  return opening + composedText(recipe, texts) + closing;
}

/** The same as statements, and an expression that has the value between them. */
export function valueExpression(service: Pick<Service, 'secrets'>, made: Made, dialect: Dialect): Setting {
  const { texts, ...statements } = settings(orderedInputs(service, made), dialect);
  return { ...statements, expression: texts.get(made.secret) ?? '""' };
}

function settings(inputs: readonly Made[], dialect: Dialect) {
  const texts = new Map<string, string>();
  let [opening, closing] = ['', ''];
  for (const input of inputs) {
    const setting = settingOf(input, texts, dialect);
    texts.set(input.secret, setting.expression);
    opening += setting.opening;
    closing = setting.closing + closing;
  }
  return { opening, closing, texts };
}

function composedText({ parts }: Extract<Recipe, { kind: 'composed' }>, texts: ReadonlyMap<string, string>): string {
  return parts
    .map((part) => ('text' in part ? literal(part.text) : `{{ ${texts.get(part.secret) ?? '""'} }}`))
    .join('');
}

/** Text that cannot open an action. */
export function literal(text: string): string {
  return text.includes('{') ? `{{ ${quoted(text)} }}` : text;
}

export interface Setting {
  readonly opening: string;
  readonly closing: string;
  readonly expression: string;
}

function settingOf(made: Made, texts: ReadonlyMap<string, string>, dialect: Dialect): Setting {
  const { recipe, secret } = made;
  const variable = `$${secret}`;
  switch (recipe?.kind) {
    case undefined:
      return { opening: '', closing: '', expression: '""' };
    case 'text':
      return { opening: '', closing: '', expression: quoted(recipe.text) };
    case 'composed': {
      const parts = recipe.parts.map((part) => ('text' in part ? quoted(part.text) : (texts.get(part.secret) ?? '""')));
      return { opening: `{{ ${variable} := print ${parts.join(' ')} }}`, closing: '', expression: variable };
    }
    case 'selected': {
      const from = texts.get(recipe.from) ?? '""';
      return {
        opening: `{{ ${variable} := ${from} }}${selection(secret, recipe.extract, dialect)}`,
        closing: '',
        expression: variable,
      };
    }
    case 'entry': {
      const named = recipe.otherwise === null && recipe.extract === null ? dialect.named(made, recipe) : null;
      if (named !== null) return { opening: '', closing: '', expression: named };
      const part = recipe.extract === null ? '' : selection(secret, recipe.extract, dialect);
      const { opening, closing } = dialect.load(made, recipe);
      return { opening: opening + part, closing, expression: variable };
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
