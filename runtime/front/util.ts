/** As much of `node:util` as the warm path uses: the tokens of `parseArgs` where it is not strict. */
import type { ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Config = ParseArgsConfig & { readonly strict: false; readonly tokens: true };

type Token =
  | { kind: 'option'; name: string; rawName: string; index: number; value?: string; inlineValue?: boolean }
  | { kind: 'positional'; index: number; value: string }
  | { kind: 'option-terminator'; index: number };

export function parseArgs({ args = [], options = {} }: Config): { readonly tokens: readonly Token[] } {
  const tokens: Token[] = [];
  const rest = [...args];
  const takesValue = (name: string) => Object.hasOwn(options, name) && options[name]?.type === 'string';
  /** Options that were one word, which all have its position. */
  let ofGroup = 0;
  for (let index = -1; rest.length > 0; ) {
    const word = rest.shift() ?? '';
    if (ofGroup > 0) ofGroup--;
    else index++;
    if (word === '--') {
      tokens.push({ kind: 'option-terminator', index });
      for (const value of rest.splice(0)) tokens.push({ kind: 'positional', index: ++index, value });
    } else if (!isOption(word)) {
      tokens.push({ kind: 'positional', index, value: word });
    } else if (isGroup(word, options, takesValue)) {
      const singles = singlesIn(word, options, takesValue);
      rest.unshift(...singles);
      ofGroup = singles.length;
    } else {
      const { rawName, inline } = split(word);
      const name = rawName.startsWith('--') ? rawName.slice(2) : nameOf(rawName.slice(1), options);
      const value = inline ?? (takesValue(name) ? rest.shift() : undefined);
      const given = value === undefined ? {} : { value, inlineValue: inline !== null };
      tokens.push({ kind: 'option', name, rawName, index, ...given });
      if (inline === null && value !== undefined) index++;
    }
  }
  return { tokens };
}

function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function nameOf(short: string, options: Options): string {
  return Object.entries(options).find(([, one]) => one.short === short)?.[0] ?? short;
}

/** `-abc`, where `-a` takes no value. */
function isGroup(word: string, options: Options, takesValue: (name: string) => boolean): boolean {
  return word.length > 2 && !word.startsWith('--') && !takesValue(nameOf(word.charAt(1), options));
}

/** `-a`, `-b` and `-cd` for `-abcd`, if `-c` is the first that takes a value. */
function singlesIn(word: string, options: Options, takesValue: (name: string) => boolean): readonly string[] {
  const singles: string[] = [];
  for (let at = 1; at < word.length; at++) {
    const isLast = takesValue(nameOf(word.charAt(at), options));
    singles.push(isLast ? `-${word.slice(at)}` : `-${word.charAt(at)}`);
    if (isLast) break;
  }
  return singles;
}

/** The option, and the value that is in the same word: of a long one, what follows the first `=`, if one is at the fourth place or later. */
function split(word: string): { readonly rawName: string; readonly inline: string | null } {
  if (!word.startsWith('--')) return { rawName: word.slice(0, 2), inline: word.length > 2 ? word.slice(2) : null };
  if (!word.includes('=', 3)) return { rawName: word, inline: null };
  const end = word.indexOf('=');
  return { rawName: word.slice(0, end), inline: word.slice(end + 1) };
}
