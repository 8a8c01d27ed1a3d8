/** Texts in YAML, so that parsers of 1.1 and 1.2 read them alike. */

/** JSON leaves them as they are. To parsers of YAML 1.1 some end a line, and others must not occur. */
const SPECIAL = /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/gu;

/** In double quotes, as in JSON. */
export function yamlText(text: string): string {
  return JSON.stringify(text).replace(SPECIAL, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** Plain, unless it would be another key then: `NO` is false in YAML 1.1. */
export function yamlKey(name: string): string {
  return PLAIN.test(name) && !WORD.test(name) ? name : yamlText(name);
}

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i;
