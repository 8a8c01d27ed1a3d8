/** Many entries read by one process: `gopass process` fills in a template that names them. */
import { randomUUID } from 'node:crypto';

/** What `get` writes for an entry. A content ends with a newline; what gopass says instead does not. */
export type EntryOutput =
  | { readonly kind: 'content'; readonly content: Buffer }
  | { readonly kind: 'missed' | 'undecrypted' | 'passed over' | 'unknown' };

/** What `get` says of an entry that cannot be decrypted (gopass 1.15, 1.16). */
const UNDECRYPTED = 'failed to decrypt';
const MISSED = /is not in the password store$/i;

export class Batch {
  readonly template: Buffer;
  readonly #names: readonly string[];
  /** Between the entries; no one can have put it into one. */
  readonly #mark = randomUUID();

  constructor(names: readonly string[]) {
    this.#names = names;
    const steps = names.map((name) => `{{if $open}}{{$v := get ${JSON.stringify(name)}}}{{$v}}${STOP}{{end}}`);
    this.template = Buffer.from(`{{$open := true}}${['', ...steps, ''].join(this.#mark)}`);
  }

  /** One output per name, in order; null if this is not what the template gives. */
  outputsIn(output: Buffer): readonly EntryOutput[] | null {
    const parts = splitBy(output, this.#mark);
    return parts.length === this.#names.length + 2 ? parts.slice(1, -1).map(entryOutputOf) : null;
  }
}

/** After an entry that cannot be decrypted no other is tried: a person would be asked again for each of them. */
const STOP = `{{if eq $v "${UNDECRYPTED}"}}{{$open = false}}{{end}}`;

function entryOutputOf(part: Buffer): EntryOutput {
  if (part.at(-1) === NEWLINE) return { kind: 'content', content: part };
  const said = part.toString('utf8');
  if (said === '') return { kind: 'passed over' };
  if (said === UNDECRYPTED) return { kind: 'undecrypted' };
  return { kind: MISSED.test(said) ? 'missed' : 'unknown' };
}
const NEWLINE = 0x0a;

function splitBy(output: Buffer, mark: string): readonly Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = output.indexOf(mark); at !== -1; at = output.indexOf(mark, start)) {
    parts.push(output.subarray(start, at));
    start = at + mark.length;
  }
  return [...parts, output.subarray(start)];
}
