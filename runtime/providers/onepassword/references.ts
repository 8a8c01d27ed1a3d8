/** Secret references of 1Password, and many of them read by one process: `op inject` fills in a template (providers-local 13 (6), (8)). */
import { randomUUID } from 'node:crypto';
import type { Entry } from '#schemas/addresses/entry.js';
import { withAttribute } from './item.js';

/** What the names in a reference may consist of. Others are found in the list of the vault. */
const NAME = /^[A-Za-z0-9_.-](?:[A-Za-z0-9_. -]*[A-Za-z0-9_.-])?$/;

/** The reference of a field; null if its names do not fit into one. */
export function referenceOf({ within = '', name, section, field = '' }: Entry): string | null {
  const { bare } = withAttribute(field);
  const parts = [within, name, ...(section === undefined ? [] : [section]), bare];
  return parts.every((part) => NAME.test(part)) ? `op://${[...parts.slice(0, -1), field].join('/')}` : null;
}

export class InjectTemplate {
  readonly text: Buffer;
  readonly #count: number;
  /** Between the values; no one can have put it into one. */
  readonly #mark = randomUUID();

  constructor(references: readonly string[]) {
    this.#count = references.length;
    this.text = Buffer.from(['', ...references.map((each) => `{{ ${each} }}`), ''].join(this.#mark));
  }

  /** One value for each reference, in order; null if this is not what the template gives. */
  valuesIn(output: string): readonly string[] | null {
    const [before, ...parts] = output.split(this.#mark);
    const after = parts.pop();
    const isWhole = before === '' && parts.length === this.#count && /^(?:\r?\n)?$/.test(after ?? '-');
    return isWhole ? parts : null;
  }
}
