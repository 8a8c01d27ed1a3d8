/** Words as they are typed in a shell, with quotes and backslashes, and what they mean. Nothing is expanded. */

export interface TypedWord {
  readonly text: string;
  /** The quote that is still open at its end. */
  readonly quote: '' | "'" | '"';
  /** How much of the text is before the last unquoted character of `breaks`, that included. */
  readonly cut: number;
}

/** The words of a command line of bash or zsh up to its end. The last one is where the cursor is, perhaps empty. */
export function typedWords(line: string, breaks = ''): readonly TypedWord[] {
  const words: TypedWord[] = [];
  let word: Writable | null = null;
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (word?.quote !== '' && word !== null) {
      index += inQuotes(word, character, line[index + 1]);
      continue;
    }
    if (/\s/u.test(character)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    word ??= { text: '', quote: '', cut: 0 };
    if (character === "'" || character === '"') word.quote = character;
    else if (character === '\\') word.text += line[++index] ?? '';
    else {
      word.text += character;
      if (breaks.includes(character)) word.cut = word.text.length;
    }
  }
  return [...words, word ?? { text: '', quote: '', cut: 0 }];
}

/** One word of a command line: its blanks are its own. */
export function typedWord(raw: string): TypedWord {
  const words = typedWords(raw);
  return words.length === 1 && words[0] !== undefined ? words[0] : { text: raw, quote: '', cut: 0 };
}

interface Writable {
  text: string;
  quote: TypedWord['quote'];
  cut: number;
}

/** Returns how many more characters were used. */
function inQuotes(word: Writable, character: string, next: string | undefined): number {
  if (character === word.quote) {
    word.quote = '';
    return 0;
  }
  const isEscape = word.quote === '"' && character === '\\' && next !== undefined && '$`"\\\n'.includes(next);
  word.text += isEscape ? next : character;
  return isEscape ? 1 : 0;
}

/** The text so that it can be inserted after the quote that is open, or without quotes. A path keeps its `~/`. */
export function quoted(text: string, quote: TypedWord['quote']): string {
  if (quote === "'") return text.replaceAll("'", `'\\''`);
  if (quote === '"') return text.replaceAll(/[\\"$`]/gu, '\\$&');
  const home = text.startsWith('~/') ? '~/' : '';
  return home + text.slice(home.length).replaceAll(/[^\p{L}\p{N}_./:=@%+,-]/gu, '\\$&');
}
