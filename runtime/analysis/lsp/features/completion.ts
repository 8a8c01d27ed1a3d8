/** What may be written at a point: keys, values, names. Only what fits there; the editor sorts by what is typed. */
import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import { CompletionItemKind, InsertTextFormat } from 'vscode-languageserver-types';
import type { Plan } from '#schemas/plan.js';
import type { Point } from '../../../plan/front-end.js';
import { type Editor, type Spot, rangeOf, spotIn } from '../editor.js';
import type { ManifestFile } from '../manifest-file.js';
import { cleaned } from '../../cleaned.js';
import { keysAt } from '../offered/keys.js';
import type { Offer } from '../offered/offer.js';
import { valuesFor } from '../offered/values.js';

export async function completion(editor: Editor, params: unknown): Promise<CompletionList> {
  const spot = spotIn(editor, params);
  const point = spot === null ? null : editor.manifests.compiler.pointAt(spot.file.text, spot.offset);
  if (spot === null || point === null) return { isIncomplete: false, items: [] };
  const plan = await editor.manifests.planOf(spot.file.path);
  const items = point.kind === 'key' ? keyItems(editor, spot, plan, point) : valueItems(editor, spot, plan, point);
  return { isIncomplete: false, items: [...items] };
}

type KeyPoint = Extract<Point, { kind: 'key' }>;
type ValuePoint = Extract<Point, { kind: 'value' }>;

function keyItems(editor: Editor, spot: Spot, plan: Plan | null, point: KeyPoint): readonly CompletionItem[] {
  const hasSnippets = editor.client.textDocument?.completion?.completionItem?.snippetSupport === true;
  return keysAt(editor, spot.file, plan, point).map((offer) => {
    const name = keySpelling(offer.label);
    const isAlone = point.isHeader || point.hasValue;
    const [value, snippet] = valueToFill(offer);
    const text = isAlone ? name : `${name} = ${hasSnippets ? snippet : value}`;
    const format = !isAlone && hasSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText;
    const escaped = format === InsertTextFormat.Snippet ? text.replace(name, name.replace(/[\\$}]/gu, '\\$&')) : text;
    return { ...itemOf(spot.file, offer, point.word, escaped), insertTextFormat: format };
  });
}

function valueItems(editor: Editor, spot: Spot, plan: Plan | null, point: ValuePoint): readonly CompletionItem[] {
  const { offers, span } = valuesFor(editor, spot, plan, point);
  return offers.map((offer) => itemOf(spot.file, offer, span, offer.text ?? offer.label));
}

function itemOf(
  file: ManifestFile,
  { label, kind, detail }: Offer,
  span: { readonly start: number; readonly end: number },
  newText: string,
): CompletionItem {
  return {
    label,
    kind: KINDS[kind],
    // Clients compare with what is in the range, which may begin with a quote.
    filterText: newText.startsWith('"') && file.text[span.start] === '"' ? newText : label,
    textEdit: { range: rangeOf(file, span), newText },
    ...(detail !== undefined && { documentation: cleaned(detail) }),
  };
}

const KINDS: Readonly<Record<Offer['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  secret: CompletionItemKind.Variable,
  alias: CompletionItemKind.Reference,
  scheme: CompletionItemKind.Module,
  name: CompletionItemKind.Constant,
};

/** A value of the kind that the key takes, and where the cursor is in it. */
function valueToFill({ fill }: Offer): readonly [string, string] {
  switch (fill) {
    case 'boolean':
      return ['true', '${1|true,false|}'];
    case 'list':
      return ['[""]', '["$1"]'];
    case 'table':
      return ['{}', '{ $1 }'];
    case 'number':
      return ['1', '${1:1}'];
    default:
      return ['""', '"$1"'];
  }
}

function keySpelling(key: string): string {
  return /^[A-Za-z0-9_-]+$/u.test(key) ? key : JSON.stringify(key);
}
