/** Manifests of one store, in which secrets are named in every way: by convention, `ref`, `refs` and the template of an alias. */
import fc from 'fast-check';
import { manifestText } from './generated-manifest.js';

const coordinates = fc.constantFrom<{ readonly item: string; readonly field?: string }>(
  { item: 'TOKEN' },
  { item: 'team/token' },
  { item: 'team-token' },
  { item: '/team/TOKEN' },
  { item: 'team/token', field: 'password' },
);
const naming = fc.oneof(
  fc.constant({}),
  fc.constant({}),
  coordinates.map((ref) => ({ ref })),
  coordinates.map((one) => ({ refs: { one } })),
);
export const entryManifests = fc.record({
  project: fc.stringMatching(/^[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,3})?$/u),
  profile: fc.constantFrom<string>('default', 'live', 'eu-1'),
  template: fc.option(fc.constantFrom('shared/{project}/{key}', 'shared-{key}', '{key}'), { nil: undefined }),
  isSpelled: fc.boolean(),
  secrets: fc.dictionary(fc.stringMatching(/^[A-Z][A-Z0-9_]{0,6}$/u), naming, {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  }),
});
export type EntryManifest = typeof entryManifests extends fc.Arbitrary<infer M> ? M : never;

/** `spec`: the address of the store. */
export function textOfEntryManifest(
  { project, profile, template, isSpelled, secrets }: EntryManifest,
  spec: string,
): string {
  const names = Object.keys(secrets);
  return manifestText({
    project: { name: project, revision: '1.0' },
    providers: { one: template === undefined ? spec : { uri: spec, ref: { item: template } } },
    defaults: { providers: [isSpelled && template === undefined ? spec : 'one'] },
    profiles: {
      default: {
        ...Object.fromEntries(names.map((name) => [name, { description: 'd', required: false, ...secrets[name] }])),
        COMPOSED_OF_ALL: { description: 'c', composed: names.map((name) => `\${${name}}`).join('') },
      },
      [profile]: Object.fromEntries(names.map((name) => [name, { description: `in ${profile}` }])),
    },
    scopes: {},
  });
}
