/** Text of manifests in Markdown: it shows as it is written, and does nothing. */
import { cleaned } from '../cleaned.js';

/** Characters that mean something in Markdown or HTML are escaped; an address becomes no link. */
export function plain(text: string): string {
  return cleaned(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>&~$]/gu, (character) => `\\${character}`)
    .replace(/:(?=\\?\/|\/\/)|@/gu, (character) => `${character}\u200c`);
}

export function code(text: string): string {
  return `\`${cleaned(text).replaceAll('`', "'")}\``;
}

/** "`a`, `b` and 3 more". */
export function codes(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(code).join(', ');
  return names.length <= MOST_NAMES ? shown : `${shown} and ${names.length - MOST_NAMES} more`;
}
const MOST_NAMES = 12;
