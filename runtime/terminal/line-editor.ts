/** A line as it is typed: bytes of a terminal to text, with the keys that edit it. */
import { isSuspect } from '../values/utf8.js';

/** What a key asks for besides editing. */
export type Key = 'enter' | 'interrupt' | 'quit' | 'suspend';

const KEYS: ReadonlyMap<string, Key> = new Map([
  ['\r', 'enter'],
  ['\n', 'enter'],
  ['\x03', 'interrupt'],
  ['\x1c', 'quit'],
  ['\x1a', 'suspend'],
]);
const CTRL_C = 3;
const CTRL_D = '\x04';
const CTRL_U = '\x15';
const CTRL_W = '\x17';

/** A terminal that was asked to (`MARK_PASTES`) puts these around what is pasted. */
const PASTE_START = '\x1b[200~';
const PASTE_END = '\x1b[201~';
/** What arrows and function keys send. */
const SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*[@-~]|O[ -~])/u;
const BEGINNING_OF_SEQUENCE = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/u;

export class LineEditor {
  #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** Typed and not yet understood: the beginning of a sequence. */
  #pending = '';
  #text = '';
  /** Whether a key was pressed whose character is not part of the text. Where nothing is shown, no one would notice. */
  #hasLost = false;
  /** What is being pasted; null outside a paste. */
  #paste: string | null = null;

  /** What was typed so far. */
  get text(): string {
    return this.#text;
  }

  /** Why it is not an answer; null if it is one. */
  get problem(): string | null {
    if (isSuspect(this.#text)) return 'is not UTF-8';
    return this.#hasLost ? 'contains a control character, which can only be pasted' : null;
  }

  /** Takes bytes as they arrive, cut anywhere. What follows a key in the same piece is dropped: it was no answer to the next question. */
  type(bytes: Uint8Array): Key | null {
    // Even in a paste whose end never comes.
    if (bytes.length === 1 && bytes[0] === CTRL_C) return this.#end('interrupt');
    this.#pending += this.#decoder.decode(bytes, { stream: true });
    while (this.#pending !== '') {
      const key = this.#paste === null ? this.#next() : this.#pasteMore(this.#paste);
      if (key === 'more') return null;
      if (key !== null) return this.#end(key);
    }
    return null;
  }

  #end(key: Key): Key {
    this.#pending = '';
    return key;
  }

  /** Understands the next sequence or character. */
  #next(): Key | 'more' | null {
    if (BEGINNING_OF_SEQUENCE.test(this.#pending)) return 'more';
    const [sequence] = SEQUENCE.exec(this.#pending) ?? [];
    const character = sequence ?? String.fromCodePoint(this.#pending.codePointAt(0) ?? 0);
    this.#pending = this.#pending.slice(character.length);
    if (character === PASTE_START) this.#paste = '';
    return sequence === undefined ? this.#press(character) : null;
  }

  #press(character: string): Key | null {
    if (character === CTRL_D) return this.#text === '' ? 'enter' : null;
    const key = KEYS.get(character);
    if (key !== undefined) return key;
    this.#hasLost = character !== CTRL_U && (this.#hasLost || isLost(character));
    this.#text = edited(this.#text, character);
    return null;
  }

  /**
   * A paste is taken as it is. The end of a single line is not a part of it: most selections of a whole line have one. Several lines
   * keep the end of the last one, without which no program reads a key in PEM or of SSH.
   */
  #pasteMore(before: string): 'more' | null {
    const end = this.#pending.indexOf(PASTE_END);
    const taken = end < 0 ? this.#pending.length - lengthOfBeginning(this.#pending) : end;
    const paste = before + this.#pending.slice(0, taken);
    this.#pending = this.#pending.slice(end < 0 ? taken : end + PASTE_END.length);
    this.#paste = end < 0 ? paste : null;
    if (end >= 0) this.#text += withoutBlankEnd(paste.replace(/\r\n?/gu, '\n'));
    return end < 0 ? 'more' : null;
  }
}

function withoutBlankEnd(paste: string): string {
  const text = paste.replace(/\n+$/u, '');
  return text.includes('\n') && text !== paste ? `${text}\n` : text;
}

/** The text after an editing key or any other character; keys without a meaning here change nothing. */
function edited(text: string, character: string): string {
  switch (character) {
    case '\x7f':
    case '\b':
      return withoutLast(text);
    case CTRL_U:
      return '';
    case CTRL_W:
      return text.replace(/\S*\s*$/u, '');
    default:
      return isControl(character) ? text : text + character;
  }
}

/** A control character that edits nothing. */
function isLost(character: string): boolean {
  return isControl(character) && character !== '\b' && character !== CTRL_W;
}

function isControl(character: string): boolean {
  return character < ' ' && character !== '\t';
}

/** Without its last character as a person counts them: a letter with its marks is one. */
function withoutLast(text: string): string {
  const tail = text.slice(-LONGEST_CHARACTER);
  const last = [...new Intl.Segmenter().segment(tail)].at(-1);
  return text.slice(0, text.length - (last?.segment.length ?? 0));
}
const LONGEST_CHARACTER = 64;

/** How many of the last characters may be the beginning of the end of the paste. */
function lengthOfBeginning(text: string): number {
  for (let length = PASTE_END.length - 1; length > 0; length--)
    if (text.endsWith(PASTE_END.slice(0, length))) return length;
  return 0;
}
