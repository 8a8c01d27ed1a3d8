import { describe, expect, test } from '@jest/globals';
import { compareSops, sopsKeysIn } from '#runtime/recipients/sops-recipients.js';
import { sopsRuleFor } from '#runtime/recipients/sops-rule.js';

const rules = (...lines: readonly string[]) => `creation_rules:\n${lines.join('\n')}\n`;
const keysFor = (text: string, path = 'secrets.enc.yaml') => {
  const found = sopsRuleFor(text, path);
  return found && { age: found.age, pgp: found.pgp };
};

describe('the first rule that fits the path decides', () => {
  test.each([
    ['a rule without a path fits all', rules('  - age: age1a, age1b'), { age: ['age1a', 'age1b'], pgp: [] }],
    ['keys in a list', rules('  - age: [age1a, age1b]'), { age: ['age1a', 'age1b'], pgp: [] }],
    ['one group is the same', rules('  - key_groups: [{ age: [age1a], pgp: [AB] }]'), { age: ['age1a'], pgp: ['AB'] }],
    ['several groups are not compared', rules('  - key_groups: [{ age: [age1a] }, { age: [age1b] }]'), null],
    [
      'others are passed over',
      rules('  - path_regex: ^prod/', '    age: x', '  - age: age1b'),
      { age: ['age1b'], pgp: [] },
    ],
    [
      'an expression of the path',
      rules('  - path_regex: \\.enc\\.yaml$', '    age: age1c'),
      { age: ['age1c'], pgp: [] },
    ],
    ['no rule fits', rules('  - path_regex: ^prod/', '    age: x'), null],
    ['what only SOPS can judge', rules('  - path_regex: (?i)SECRETS', '    age: x', '  - age: age1b'), null],
    ['what could take long', rules('  - path_regex: (a+)+$', '    age: x'), null],
    ['not a configuration', 'a: [', null],
    ['a list of nothing', 'creation_rules: 3\n', null],
  ])('%s', (_, text, keys) => expect(keysFor(text)).toEqual(keys));
});

describe('the keys of a document are read in every format', () => {
  test.each([
    [
      'yaml',
      'a: ENC[x]\nsops:\n    age:\n        - recipient: age1a\n          enc: |\n            x\n    pgp:\n        - fp: ABCD1234\n',
    ],
    ['json', '{"a":"ENC[x]","sops":{"age":[{"enc":"x","recipient":"age1a"}],"pgp":[{"fp":"ABCD1234"}]}}'],
    ['dotenv', 'A=ENC[x]\nsops_age__list_0__map_recipient=age1a\nsops_pgp__list_0__map_fp=ABCD1234\n'],
    ['ini', '[DEFAULT]\nA = ENC[x]\n[sops]\nage__list_0__map_recipient = age1a\npgp__list_0__map_fp = ABCD1234\n'],
  ])('%s', (_, text) => expect(sopsKeysIn(text)).toEqual({ age: ['age1a'], pgp: ['ABCD1234'] }));

  test('but not where several people are needed together', () => {
    expect(sopsKeysIn('sops:\n    key_groups:\n        - age:\n            - recipient: age1a\n')).toBeNull();
  });
});

test('fingerprints are compared without their case', () => {
  expect(compareSops({ age: ['age1a'], pgp: ['abcd'] }, { age: ['age1a'], pgp: ['ABCD'] })).toEqual({ kind: 'same' });
  expect(compareSops({ age: ['age1a'], pgp: ['AB'] }, { age: ['age1b'], pgp: [] })).toEqual({
    kind: 'different',
    difference: { lacks: ['age1b'], extra: ['age1a', 'PGP AB'] },
  });
});
