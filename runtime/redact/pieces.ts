/** The parts of a value that output is searched for: the value, and each line of one with several. */
import { type ByteString, byteStringOf } from '../values/byte-string.js';
import type { SecretValue } from '../values/secret-value.js';

/** Shorter ones would be found in nearly every output by chance. */
export const LEAST_BYTES = 4;
/** Lines are shorter parts of a value, and more often not secret at all: `{`, `  }`, `true`. */
export const LEAST_LINE_BYTES = 8;

/** `-----BEGIN PRIVATE KEY-----` is not secret, and is in every certificate with another word. */
const ARMOR = /^-{5}[A-Z0-9 ]+-{5}$/;
/** What documents consist of besides what they say. */
const BRACKETS = /^[\s()[\]{}<>,;:]*$/;

export type Pieces =
  | {
      readonly kind: 'pieces';
      /** The bytes as they are. */
      readonly whole: ByteString;
      /** Without white space around it, which files have and variables often lose. */
      readonly trimmed: ByteString;
      /** Programs log line by line. */
      readonly lines: readonly ByteString[];
    }
  /** Nothing but white space. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'too short' };

export function piecesOf(value: SecretValue): Pieces {
  const whole = byteStringOf(value.revealText() ?? value.reveal());
  const trimmed = trim(whole);
  if (trimmed === '') return { kind: 'nothing' };
  if (trimmed.length < LEAST_BYTES) return { kind: 'too short' };
  const lines = trimmed.includes('\n') ? trimmed.split('\n').map(trim).filter(isWorthFinding) : [];
  return { kind: 'pieces', whole, trimmed, lines };
}

/** The lines of a text that a log must hide, as they are: it then hides them wherever they occur. None if the text is too short. */
export function linesToHide(text: string): readonly string[] {
  const isPart = text.trim().includes('\n');
  return text.split('\n').filter((line) => (isPart ? isWorthHiding(line.trim()) : line.trim().length >= LEAST_BYTES));
}

function isWorthFinding(line: ByteString): boolean {
  return line.length >= LEAST_LINE_BYTES && isWorthHiding(line);
}

function isWorthHiding(line: string): boolean {
  return line.length >= LEAST_BYTES && !ARMOR.test(line) && !BRACKETS.test(line);
}

/** White space of ASCII: `trim()` would take bytes for letters of Latin-1. */
function trim(text: ByteString): ByteString {
  return text.replace(/^[\t-\r ]+/, '').replace(/(?<![\t-\r ])[\t-\r ]+$/, '');
}
