import { expect, test } from '@jest/globals';
import { whyIn } from '../../../helpers/why-in.js';

const PROJECT = '[project]\nname = "shop"\nrevision = "1.0"\n';
const CHILD = `${PROJECT}extends = ["base.toml"]
`;

const fieldOf = async (files: Readonly<Record<string, string>>, profile: string, field: string) => {
  const why = await whyIn(files, 'A');
  return why.profiles.find((one) => one.profile === profile)?.fields.find((one) => one.field === field);
};
const at = (file: string, line: number, column: number, table: string) => ({ file, line, column, table });

test('a parent by `extends`, another profile and `[defaults]` are named from the nearest on', async () => {
  const files = {
    'base.toml': `${PROJECT}[defaults]\nproviders = ["env"]\n[profiles.live]\nA = { providers = ["dotenv"] }\n`,
    'manifest.toml': `${CHILD}[defaults]\nproviders = ["keyring"]
[profiles.default]
A = { description = "a", providers = ["one"] }
[profiles.live.defaults]
providers = ["two"]
[profiles.live]
A = { providers = ["three"] }
`,
  };
  expect(await fieldOf(files, 'live', 'providers')).toEqual({
    field: 'providers',
    value: ['three'],
    from: at('manifest.toml', 12, 7, 'profiles.live.A'),
    overrides: [
      { ...at('base.toml', 7, 7, 'profiles.live.A'), value: ['dotenv'] },
      { ...at('manifest.toml', 8, 26, 'profiles.default.A'), value: ['one'] },
      { ...at('manifest.toml', 10, 1, 'profiles.live.defaults'), value: ['two'] },
      { ...at('manifest.toml', 6, 1, 'defaults'), value: ['keyring'] },
      { ...at('base.toml', 5, 1, 'defaults'), value: ['env'] },
    ],
  });
});

test('what a child replaced whole is never in force, and named where the field is', async () => {
  const files = {
    'base.toml': `${PROJECT}[profiles.default]\nA = { description = "base", default = "x" }\n`,
    'manifest.toml': `${CHILD}[profiles.default]\nA = { description = "child" }\n`,
  };
  expect(await fieldOf(files, 'default', 'default')).toBeUndefined();
  expect(await fieldOf(files, 'default', 'required')).toMatchObject({ value: true, from: null, overrides: [] });
  expect(await fieldOf(files, 'default', 'description')).toMatchObject({
    value: 'child',
    overrides: [{ ...at('base.toml', 5, 7, 'profiles.default.A'), value: 'base' }],
  });
});

test('an empty list leaves the choice to the profile, and is named', async () => {
  const files = {
    'manifest.toml': `${PROJECT}[defaults]\nproviders = ["env"]
[profiles.default]
A = { description = "a", providers = ["dotenv"] }
[profiles.live]
A = { providers = [] }
`,
  };
  expect(await fieldOf(files, 'live', 'providers')).toEqual({
    field: 'providers',
    value: ['env'],
    from: at('manifest.toml', 5, 1, 'defaults'),
    overrides: [{ ...at('manifest.toml', 7, 26, 'profiles.default.A'), value: ['dotenv'] }],
    emptied: [at('manifest.toml', 9, 7, 'profiles.live.A')],
  });
});

test('`ref` and `refs` are one setting', async () => {
  const files = {
    'manifest.toml': `${PROJECT}[providers]\nteam = "keyring"
[profiles.default]
A = { description = "a", providers = ["team"], refs = { team = { item = "x" } } }
[profiles.live]
A = { ref = { item = "y" } }
`,
  };
  expect(await fieldOf(files, 'live', 'refs')).toBeUndefined();
  expect(await fieldOf(files, 'live', 'ref')).toMatchObject({
    value: { item: 'y' },
    overrides: [{ field: 'refs', value: { team: { item: 'x' } }, line: 7 }],
  });
});

test('chain and place of writing go through aliases; what is cut out of a document is read-only', async () => {
  const files = {
    'manifest.toml': `${PROJECT}[providers]
team = { fallback = ["env", "local"], cache = { provider = "keyring", max_age = "1h" } }
local = "dotenv://.env"
[profiles.default]
A = { description = "a", providers = ["team"] }
[profiles.live]
A = { extract = { format = "json", pointer = "/a" } }
[profiles.plain]
A = { providers = ["local"] }
`,
  };
  const { profiles } = await whyIn(files, 'A');
  const [inDefault, live, plain] = profiles;
  const team = at('manifest.toml', 5, 1, 'providers');
  const local = at('manifest.toml', 6, 1, 'providers');
  const chain = [
    { store: 'env', uri: 'env', at: 'A', from: [team] },
    { store: 'local', uri: 'dotenv://.env', at: 'A', from: [team, local] },
  ];
  expect(inDefault).toMatchObject({ profile: 'default', chain, writes: null });
  expect(live).toMatchObject({ profile: 'live', chain, writes: null });
  expect(plain).toMatchObject({ profile: 'plain', writes: { store: 'local', at: 'A', from: [local] } });
});

test('credentials in texts are hidden, and hostile names are names', async () => {
  const text = `${PROJECT}[profiles."a.b"]
__proto__ = { description = "a", default = "postgres://u:canary@h/" }
why = { description = "w" }
`;
  const answer = await whyIn({ 'manifest.toml': text }, '__proto__');
  expect(JSON.stringify(answer)).not.toContain('canary');
  expect(answer.profiles[0]?.fields[0]?.from?.table).toBe('profiles."a.b".__proto__');
  expect((await whyIn({ 'manifest.toml': text }, 'why')).profiles).toHaveLength(1);
});
