/** Every occurrence of a name is found, in every way in which TOML can write it. */
import { describe, expect, test } from '@jest/globals';
import { namesIn } from '#compiler/source/names.js';

/** `kind name written` and what is at the offsets, of the occurrences that are declarations or not. */
function found(text: string, isDeclaration: boolean): readonly string[] {
  return namesIn(text)
    .filter((occurrence) => occurrence.isDeclaration === isDeclaration)
    .map(({ kind, name, span }) => {
      const written = text.slice(span.start, span.end);
      return written === name ? `${kind} ${name}` : `${kind} ${name} as ${written}`;
    });
}

describe('declarations', () => {
  test.each([
    ['[profiles.default]\nA = {}\n', ['profile default', 'secret A']],
    ['[profiles.default.A]\ndefault = "x"\n', ['profile default', 'secret A']],
    ['profiles.default.A.default = "x"\n', ['profile default', 'secret A']],
    ['profiles = { default = { A = {} } }\n', ['profile default', 'secret A']],
    ['[profiles.default]\nA.default = "x"\nA.description = "y"\n', ['profile default', 'secret A', 'secret A']],
    ['[profiles."de\\u0066ault"]\n', ['profile default as de\\u0066ault']],
    ['[profiles.default.defaults]\nproviders = []\n', ['profile default']],
    ['[providers]\n\'my store\' = "env"\nb = { uri = "env" }\n', ['alias my store', 'alias b']],
    ['[scopes.web]\nsecrets = []\n', ['scope web']],
  ])('%j', (text, expected) => expect(found(text, true)).toEqual(expected));
});

describe('uses', () => {
  test.each([
    ['[profiles.p.U]\ncomposed = "a${A}$${B}${ C }$${${D}"\n', ['secret A', 'secret  C ', 'secret D']],
    ['[profiles.p.U]\ncomposed = """\n${A}\\\n  ${B}"""\n', ['secret A', 'secret B']],
    ['[profiles.p.U]\nfrom = \'A\'\ncredentials = { key = "B" }\n', ['secret A', 'secret B']],
    ['[scopes.web]\nsecrets = ["A", \'B\', "\\u0041"]\n', ['secret A', 'secret B', 'secret A as \\u0041']],
    ['[profiles.p]\nA.providers = ["t", "vault://x"]\n', ['alias t', 'alias vault://x']],
    ['[profiles.p]\nA.refs.t.item = "x"\n', ['alias t']],
    ['[profiles.p.defaults]\nproviders = ["t"]\n[defaults]\nproviders = ["u"]\n', ['alias t', 'alias u']],
    ['[providers]\na = { fallback = ["t"], cache = { provider = "u", max_age = "1h" } }\n', ['alias t', 'alias u']],
    ['[providers]\na = { uri = "x://", credentials = { k = "t", l = { provider = "u" } } }\n', ['alias t', 'alias u']],
    ['[profiles.p]\nA.required = { at_least_one = "g", exactly_one = ["h"] }\n', ['group g', 'group h']],
    ['[profiles.p]\nA.default = "B"\nA.description = "C"\n', []],
  ])('%j', (text, expected) => expect(found(text, false)).toEqual(expected));
});
