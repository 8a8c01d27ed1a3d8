/** Replaces the value of a key and nothing around it. */
import { pairsOf, sectionsOf } from './layout.js';
import { splice } from './text-lines.js';
import { type TomlValue, valueText } from './toml-spelling.js';

/** The text with another value after `=`; null if the path is not that of a single pair. */
export function replaceValue(text: string, path: readonly string[], value: TomlValue): string | null {
  for (const { path: written, pair } of pairsOf(sectionsOf(text) ?? [])) {
    if (written.length !== path.length || written.some((key, index) => key !== path[index])) continue;
    return splice(text, pair.value.span.start, pair.value.span.end, valueText(value));
  }
  return null;
}
