/** What files are searched for: all forms of all values, each form with the value it is one of and how it spells it. */
import { type Automaton, automatonOf } from '../redact/automaton.js';
import { type Breaks, breakableForms } from '../redact/forms.js';
import { type Pieces, piecesOf } from '../redact/pieces.js';
import { type ByteString, bytesOf } from '../values/byte-string.js';
import type { SecretValue } from '../values/secret-value.js';
import { decodeUtf8 } from '../values/utf8.js';
import { Beginnings } from './beginnings.js';

/** Bytes of all forms together, each of which can take 30 bytes of memory. */
const MOST_FORM_BYTES = 16 * 1024 * 1024;

export type Spelling = 'plain' | 'line' | 'base64' | 'hex' | 'utf-16';

export interface SoughtForm {
  readonly bytes: ByteString;
  /** The position of its value. */
  readonly value: number;
  readonly spelling: Spelling;
}

export interface Sought {
  readonly automaton: Automaton;
  readonly beginnings: Beginnings;
  /** By the owner that the automaton reports. */
  readonly forms: readonly SoughtForm[];
}

/** Why a value is not looked for. */
export type Unsuited = 'too short' | 'too large' | 'empty';

/** Of values that have a form in common, it is one of the first. */
export function soughtIn(values: readonly SecretValue[]): {
  readonly sought: Sought;
  readonly unfit: ReadonlyMap<number, Unsuited>;
} {
  const owners = new Map<ByteString, number>();
  const breaks = new Map<ByteString, Breaks>();
  const forms: SoughtForm[] = [];
  const unfit = new Map<number, Unsuited>();
  let room = MOST_FORM_BYTES;
  for (const [index, value] of values.entries()) {
    const pieces = value.length > room ? null : piecesOf(value);
    if (pieces?.kind !== 'pieces') {
      unfit.set(index, reasonOf(pieces));
      continue;
    }
    const own = formsOf(pieces);
    const bytes = own.reduce((sum, { form }) => sum + form.length, 0);
    if (bytes > room) {
      unfit.set(index, 'too large');
      continue;
    }
    room -= bytes;
    for (const { form, kind, spelling } of own) {
      if (owners.has(form)) continue;
      owners.set(form, forms.length);
      breaks.set(form, kind);
      forms.push({ bytes: form, value: index, spelling });
    }
  }
  const automaton = automatonOf(owners, breaks);
  return { sought: { automaton, beginnings: new Beginnings(automaton, breaks), forms }, unfit };
}

function reasonOf(pieces: Exclude<Pieces, { readonly kind: 'pieces' }> | null): Unsuited {
  if (pieces === null) return 'too large';
  return pieces.kind === 'nothing' ? 'empty' : 'too short';
}

interface Form {
  readonly form: ByteString;
  readonly kind: Breaks;
  readonly spelling: Spelling;
}

const SPELLINGS: Readonly<Record<Breaks, Spelling>> = {
  nowhere: 'line',
  'between letters': 'base64',
  'between pairs': 'hex',
};

function formsOf(pieces: Extract<Pieces, { readonly kind: 'pieces' }>): readonly Form[] {
  const { trimmed } = pieces;
  const shared = [...breakableForms(pieces)].map(([form, kind]): Form => {
    return { form, kind, spelling: form === trimmed ? 'plain' : SPELLINGS[kind] };
  });
  const wide = inUtf16(trimmed).map((form): Form => ({ form, kind: 'nowhere', spelling: 'utf-16' }));
  return [...shared, ...wide];
}

/**
 * As text files of Windows have it. The zero byte at one end is left out: without it, the two orders of bytes are the same for
 * ASCII.
 */
function inUtf16(piece: ByteString): readonly ByteString[] {
  const text = decodeUtf8(bytesOf(piece));
  if (text === null) return [];
  const little = Buffer.from(text, 'utf16le');
  const big = Buffer.from(little).swap16();
  const inner = (bytes: Buffer) => bytes.toString('latin1').replace(/^\0|\0$/gu, '');
  return [...new Set([inner(little), inner(big)])];
}
