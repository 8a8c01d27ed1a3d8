/** Docker's configuration: other text stays, and what was added goes without a trace. */
import { describe, expect, test } from '@jest/globals';
import {
  type Created,
  withoutRegistries,
  withRegistry,
} from '#runtime/credential-helpers/docker/edit-docker-config.js';
import { registryName } from '#runtime/credential-helpers/docker/registry.js';

const CONFIGS: readonly (readonly [string, string | null])[] = [
  ['no file', null],
  ['an empty object', '{}'],
  ['an empty object with blanks', '{ }\n'],
  ['as Docker writes', '{\n\t"auths": {\n\t\t"https://index.docker.io/v1/": {}\n\t},\n\t"credsStore": "desktop"\n}'],
  ['two blanks', '{\n  "credHelpers": {\n    "gcr.io": "gcloud"\n  },\n  "10": 1.0, "2": 1e2\n}\n'],
  ['an empty table', '{\n    "credHelpers": {},\n    "x": "{\\"y\\"]"\n}\n'],
  ['an empty table with blanks', '{\n    "credHelpers": {\n    }\n}\n'],
  ['one line', '{"auths":{"a":{"auth":"x"}},"credHelpers":{"gcr.io":"gcloud"}}'],
  ['one line without a table', '{"auths":{}}'],
  ['CRLF', '{\r\n  "auths": {}\r\n}\r\n'],
  ['commas in front', '{\n  "a": 1\n, "b": [1, {"c": "}"}]\n}'],
];
const REGISTRIES = ['ghcr.io', 'registry.example.com:5000', 'https://index.docker.io/v1/'];

interface State {
  readonly text: string | null;
  readonly created: Created;
}
const BEFORE = (text: string | null): State => ({ text, created: null });

function added({ text, created }: State, registry: string): State {
  const edit = withRegistry(text, registry);
  if (edit.kind !== 'edited') throw new Error(edit.kind);
  return { text: edit.text, created: edit.created ?? created };
}
function removed({ text, created }: State, registries: readonly string[]): State {
  const edit = withoutRegistries(text, registries, created);
  if (edit.kind !== 'edited') throw new Error(edit.kind);
  return edit;
}

describe.each(CONFIGS)('%s', (_, before) => {
  test('is given back, in whatever order registries are removed', () => {
    const all = REGISTRIES.reduce(added, BEFORE(before));
    expect(removed(all, REGISTRIES).text).toBe(before);
    expect(REGISTRIES.reduce((state, one) => removed(state, [one]), all).text).toBe(before);
    expect([...REGISTRIES].reverse().reduce((state, one) => removed(state, [one]), all).text).toBe(before);
  });

  test('has all registries, and everything that it had', () => {
    const all = JSON.parse(REGISTRIES.reduce(added, BEFORE(before)).text ?? '');
    const had = JSON.parse(before ?? '{}');
    const helpers = Object.fromEntries(REGISTRIES.map((registry) => [registry, 'tool']));
    expect(all).toEqual({ ...had, credHelpers: { ...had.credHelpers, ...helpers } });
  });

  test('is left alone when the registry is there', () => {
    const once = added(BEFORE(before), 'ghcr.io');
    expect(added(once, 'ghcr.io')).toEqual(once);
  });
});

test('new members are laid out as the others', () => {
  const { text } = added(BEFORE('{\n  "auths": {}\n}\n'), 'ghcr.io');
  expect(text).toBe('{\n  "auths": {},\n  "credHelpers": {\n    "ghcr.io": "tool"\n  }\n}\n');
});

test.each([
  ['{"credHelpers":{"ghcr.io":"gh"}}', 'ghcr.io', 'gh'],
  ['{"credHelpers":{"docker.io":"desktop"}}', 'https://index.docker.io/v1/', 'desktop'],
  ['{"credHelpers":{"GHCR.io":"tool"}}', 'ghcr.io', 'tool'],
])('%s: another helper is named', (text, registry, helper) => {
  expect(withRegistry(text, registry)).toEqual({ kind: 'foreign', helper });
});

test.each(['', '[]', '{', 'null', '{"a":1,"a":2}', '{"credHelpers":null}', '{"credHelpers":[]}', '\ufeff{}', '{} x'])(
  '%j is refused',
  (text) => expect(withRegistry(text, 'ghcr.io').kind).toBe('unusable'),
);

test.each([
  ['docker.io', 'https://index.docker.io/v1/'],
  ['Docker.IO', 'https://index.docker.io/v1/'],
  ['index.docker.io', 'https://index.docker.io/v1/'],
  ['https://index.docker.io/v1/', 'https://index.docker.io/v1/'],
  ['registry-1.docker.io', 'https://index.docker.io/v1/'],
  ['https://registry-1.docker.io/v2/', 'https://index.docker.io/v1/'],
  ['registry.hub.docker.com:443', 'https://index.docker.io/v1/'],
  ['GHCR.io', 'ghcr.io'],
  ['https://ghcr.io/', 'ghcr.io'],
  ['http://localhost:5000', 'localhost:5000'],
  ['ghcr.io:443', 'ghcr.io:443'],
  ['[::1]:5000', '[::1]:5000'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s is the registry %s', (text, expected) => expect(registryName(text)).toBe(expected));

test.each(['', ' ', 'ghcr.io/team', 'a@ghcr.io', 'ghcr.io?x', 'gh\ncr.io', 'ghcr.io:99999', 'a\\b', 'x:y:z'])(
  '%j is not a registry',
  (text) => expect(registryName(text)).toBeNull(),
);

test('lines that are added end as the others do', () => {
  const edited = withRegistry('{\r\n  "auths": {}\r\n}\r\n', 'ghcr.io');
  const text = edited.kind === 'edited' ? edited.text : null;
  expect(text).toBe('{\r\n  "auths": {},\r\n  "credHelpers": {\r\n    "ghcr.io": "tool"\r\n  }\r\n}\r\n');
});
