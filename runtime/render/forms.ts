/** The forms in which a value is written into a file, each for one place in a language. */
import { shellWord } from '#schemas/diagnostics/missing-secret.js';
import { yamlText } from '../values/yaml-text.js';

interface Form {
  /** What the language cannot hold, in words after the name of the secret; null where the value can be written. */
  readonly unwritable?: (text: string) => string | null;
  readonly write: (text: string) => string;
}

/** Its form is the value itself, whatever its bytes. */
export const AS_IT_IS = 'none';

/** `json`, `yaml`, `toml`: between double quotes. `xml`: in text, and between quotes. `url`: a part of one. `shell`: a word. */
export const FORMS: Readonly<Record<string, Form>> = {
  json: { write: (text) => withoutQuotes(JSON.stringify(text)) },
  yaml: { write: (text) => withoutQuotes(yamlText(text)) },
  toml: { write: (text) => withoutQuotes(JSON.stringify(text)).replaceAll('\u007f', '\\u007f') },
  xml: { unwritable: outsideXml, write: (text) => text.replace(/[&<>"'\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`) },
  url: { write: (text) => encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded) },
  shell: { unwritable: (text) => (text.includes('\0') ? 'has a NUL character' : null), write: shellWord },
};

export const FORM_NAMES = [...Object.keys(FORMS), AS_IT_IS];

function withoutQuotes(quoted: string): string {
  return quoted.slice(1, -1);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** XML 1.0 has no spelling for these, not even as numbers. */
function outsideXml(text: string): string | null {
  return /[^\t\n\r -\uFFFD\u{10000}-\u{10FFFF}]/u.test(text) ? 'has a control character' : null;
}
