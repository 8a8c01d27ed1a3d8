/** Which secrets are old ones under another name: a scope that gets one receives a value that it did not have. */
import { describe, expect, test } from '@jest/globals';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { planOf, type StoredParts, stored } from '../../../helpers/plan.js';

/** How grave it is that a scope lists NEW, which is this, where the old plan has DB. */
const severity = (db: StoredParts, added: StoredParts) => {
  const old = planOf({ secrets: { DB: stored(db), X: stored() }, scopes: { web: ['X'] } });
  const secrets = { DB: stored(db), X: stored(), NEW: stored(added) };
  const changes = diffPlans(old, planOf({ secrets, scopes: { web: ['NEW', 'X'] } }));
  return changes.find(({ kind }) => kind === 'scope-widened')?.severity;
};

describe('a `ref` to the entry that another secret has by convention is not a new secret', () => {
  test.each([
    ['vault://vault.example.com/secret', 'tool/shop/default/DB'],
    ['awssm:', 'tool/shop/default/DB'],
    ['awssm://?prefix=team/', 'team/tool/shop/default/DB'],
    ['awsps:', '/tool/shop/default/DB'],
    ['aac://store', 'tool:shop:default:DB'],
    ['gcsm://project', 'tool2--shop--default--DB'],
    ['k8s+secret://space', 'tool--shop--default--db'],
    ['keyring:', 'tool/shop/default/DB'],
    ['dotenv:.env', 'DB'],
    ['doppler://shop/live', 'DB'],
    ['doppler://shop', 'DB'],
    ['infisical:///UUID', 'shop/default/DB'],
    ['scaleway:', 'tool/shop/default/DB'],
    ['akv://vault', 'TOOL--onug64a--mrswmylvnr2a--irba'],
    ['kdbx:./x.kdbx', 'tool/shop/default/DB'],
    ['sops:x.ini', 'default/DB'],
  ])('%s: %s', (store, item) => expect(severity({ route: [store] }, { route: [store], ref: { item } })).toBe('danger'));
});

test('a secret by convention is not new if another one had its entry with a `ref`', () =>
  expect(severity({ route: ['awssm:'], ref: { item: 'tool/shop/default/NEW' } }, { route: ['awssm:'] })).toBe(
    'danger',
  ));

test.each(['tool/shop/default/OTHER', 'other/default/DB', 'DB/password', 'X/DB'])('%s is another entry', (item) =>
  expect(severity({ route: ['awssm:'] }, { route: ['awssm:'], ref: { item } })).toBe('review'),
);

test.each([
  ['doppler://shop/live', 'doppler://shop/test', 'DB'],
  ['doppler://shop/live', 'file:./secrets', 'DB'],
])('of %s, an entry of %s with the item %s is another one', (store, other, item) =>
  expect(severity({ route: [store] }, { route: [other], ref: { item } })).toBe('review'),
);
