import { describe, expect, test } from '@jest/globals';
import type { Suggestion } from '#runtime/cli/completion/shell.js';
import { shells } from '#runtime/cli/completion/shells/index.js';

const suggestion = (text: string, more: Partial<Suggestion> = {}): Suggestion => ({
  text,
  label: text,
  description: '',
  isOpen: false,
  ...more,
});

async function asked(name: string, ...given: string[]) {
  const shell = await shells[name]?.();
  if (shell === undefined) throw new Error(name);
  return shell.read(given);
}

const BREAKS = ' \t\n"\'@><=;|&(:';

describe('words as typed', () => {
  test.each([
    ['bash', ['tool get '], ['get', '']],
    ['bash', ['A=1 B="x y" tool get X'], ['get', 'X']],
    ['bash', [`tool run --profile='a b' "c\\"d" e\\ f 'g`], ['run', '--profile=a b', 'c"d', 'e f', 'g']],
    ['bash', ['tool get "a\\b$c'], ['get', 'a\\b$c']],
    ['zsh', ['run', "'a b'", 'c\\ d'], ['run', 'a b', 'c d']],
    ['fish', ['run', 'a b', "'c d"], ['run', 'a b', 'c d']],
    ['elvish', ['run', 'a b', ''], ['run', 'a b', '']],
    ['nushell', ['run', '--profile="a \\"b"', "'c d"], ['run', '--profile=a "b', 'c d']],
    ['powershell', [Buffer.from("run\na b\n'c d").toString('base64')], ['run', 'a b', 'c d']],
    ['powershell', [], ['']],
  ])('%s %j', async (name, given, words) => expect((await asked(name, ...given)).words).toEqual(words));
});

describe('candidates as inserted', () => {
  test.each([
    ['bash', ['tool run -P '], "it's $(x)", "whole\nit\\'s\\ \\$\\(x\\)\n"],
    ['bash', ["tool run -P 'it"], "it's $(x)", "whole\nit'\\''s $(x)\n"],
    ['bash', ['tool run -P "it'], 'it"s $(x) \\', 'whole\nit\\"s \\$(x) \\\\\n'],
    ['bash', ['tool run --profile=pro', BREAKS], '--profile=production', 'whole\nproduction\n'],
    ['bash', ['tool run --profile=pro', ' '], '--profile=production', 'whole\n--profile=production\n'],
    ['bash', ['tool run -p vault://h', BREAKS], 'vault://host', 'whole\n//host\n'],
    ['bash', ['tool run -p "vault://h', BREAKS], 'vault://host', 'whole\nvault://host\n'],
    ['bash', ['tool -f ~/a'], '~/a ~b', 'whole\n~/a\\ \\~b\n'],
    ['zsh', ['run', '-P', ''], "it's", "whole\tit\\'s\tit's\n"],
    ['fish', ['run', '-P', ''], "it's", "it's\n"],
    ['elvish', ['run', '-P', ''], "it's", "whole\tit's\tit's\n"],
    ['nushell', ['run', '-P', ''], "it's \\", `[{"value":"\\"it's \\\\\\\\\\""}]`],
    ['nushell', ['run', '-P', ''], '$(a b)', `[{"value":"'$(a b)'"}]`],
    ['powershell', [], "it's\u2019", "'it''s\u2019\u2019'\tit's\u2019\tit's\u2019\n"],
    ['powershell', [], 'plain', 'plain\tplain\tplain\n'],
    ['powershell', [], '@a,b', "'@a,b'\t@a,b\t@a,b\n"],
  ])('%s %j: %s', async (name, given, text, reply) => {
    expect((await asked(name, ...given)).reply([suggestion(text)])).toBe(reply);
  });

  test('zsh aligns descriptions', async () => {
    const lines = (await asked('zsh', '')).reply([
      suggestion('a', { description: 'First' }),
      suggestion('--x=bb', { label: 'bb', description: 'Second', isOpen: true }),
    ]);
    expect(lines).toBe('whole\ta\ta   -- First\nopen\t--x=bb\tbb  -- Second\n');
  });

  test('an open candidate is followed by no blank', async () => {
    const open = suggestion('a/', { isOpen: true });
    expect((await asked('bash', 'tool -f a')).reply([open])).toBe('open\na/\n');
    expect((await asked('elvish', '')).reply([open])).toBe('open\ta/\ta/\n');
    expect((await asked('nushell', '')).reply([open])).toBe('[{"value":"a/","append_whitespace":false}]');
  });

  test.each(Object.keys(shells))('%s: nothing is an answer', async (name) => {
    expect((await asked(name, '')).reply([])).toBe(name === 'bash' ? 'whole\n' : name === 'nushell' ? '[]' : '');
  });
});
