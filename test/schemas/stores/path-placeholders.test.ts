/** Placeholders in paths of files. */
import { describe, expect, test } from '@jest/globals';
import { filledUri, pathNamesProblem } from '#schemas/stores/path-placeholders.js';
import { filePathOf, parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';

function parsed(text: string): StoreUri {
  const uri = parseStoreUri(text);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  return uri;
}
const filled = (text: string, profile: string, project = 'shop') => filledUri(parsed(text), { project, profile });

test.each([
  ['dotenv:.env.{profile}', 'prod', '.env.prod'],
  ['dotenv://{project}/{profile}.env', 'prod', 'shop/prod.env'],
  ['dotenv:/abs/{profile}/.env', 'prod', '/abs/prod/.env'],
  ['dotenv:~/{profile}.env', 'prod', '~/prod.env'],
  ['dotenv:.env.%7Bprofile%7D', 'prod', '.env.{profile}'],
  ['dotenv:%7B{profile}%7D', 'prod', '{prod}'],
  ['dotenv:a%20b/{profile}', 'c d', 'a b/c d'],
  ['file:./{profile}', 'prod', './prod'],
  ['file:{profile}', 'p:q@r?s#t%20é', 'p:q@r?s#t%20é'],
])('%s in profile %s is %s', (text, profile, path) => expect(filePathOf(filled(text, profile))).toBe(path));

test('what was filled in is not filled again', () =>
  expect(filePathOf(filled('dotenv:{project}-{profile}', 'x', '{profile}'))).toBe('{profile}-x'));
test('a name is no home folder', () => expect(filePathOf(filled('dotenv:{profile}/x', '~'))).toBe('./~/x'));
test('a path without placeholders is as written', () => {
  const uri = parsed('dotenv://./.env');
  expect(filledUri(uri, { project: 'shop', profile: 'prod' })).toBe(uri);
});
test('other stores have patterns of their own', () =>
  expect(filled('sops:{project}/{profile}.yaml', 'prod').written).toBe('sops:{project}/{profile}.yaml'));

describe('names that lead elsewhere', () => {
  const problem = (profile: string) => pathNamesProblem(parsed('dotenv:.env.{profile}'), { project: '..', profile });
  test.each(['.', '..', 'a/b', 'a\\b', 'a\0b', 'a\nb', 'a\u0085b'])('%j', (profile) =>
    expect(problem(profile)).toMatch(/profile/),
  );
  test.each(['prod', '...', 'a.b', '{x}', '~'])('not %j', (profile) => expect(problem(profile)).toBeNull());
});
