/** What each edit of the project, its profiles and scopes changes. */
import { describe, test } from '@jest/globals';
import {
  all,
  compiledBases,
  type Edit,
  type EditCase,
  expectChanges,
  inLive,
  scope,
  secret,
} from '../../../helpers/single-edit.js';

const profile =
  (name: string, parts: Record<string, Record<string, unknown>>): Edit =>
  ({ profiles }) =>
    Object.assign(profiles, { [name]: parts });
/** A secret that comes together with its entry in a scope. */
const asNew =
  (parts: Record<string, unknown>): Edit =>
  (draft) => {
    secret('T_NEW', parts)(draft);
    scope('tscope', ['T', 'T_TEXT', 'T_NEW'])(draft);
  };

const EDITS: readonly EditCase[] = [
  [
    'the project has another name',
    ({ project }) => Object.assign(project, { name: 'renamed' }),
    all({ kind: 'project-renamed', from: 'tshop', to: 'renamed' }),
  ],
  [
    'agents need no reason',
    ({ project }) => Object.assign(project, { require_reason: false }),
    all({ kind: 'reason-policy-relaxed', from: 'agents', to: false }),
  ],
  [
    'everybody needs a reason',
    ({ project }) => Object.assign(project, { require_reason: true }),
    all({ kind: 'reason-policy-tightened', from: 'agents', to: true }),
  ],
  ['one more profile', profile('tnew', {}), all({ kind: 'profile-added', profiles: ['tnew'] })],
  [
    'one more profile that describes a secret anew',
    profile('tnew', { T: { description: 'new' } }),
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'description-changed', profiles: ['tnew'], secret: 'T', from: 'target', to: 'new' },
    ),
  ],
  [
    'one more profile with stores of its own',
    profile('tnew', { defaults: { providers: ['t1'] } }),
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'store-added', severity: 'danger', profiles: ['tnew'], store: 't1' },
    ),
  ],
  [
    'one more profile with a default for what is required',
    profile('tnew', { T: { default: 'x' } }),
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'default-introduced', profiles: ['tnew'], secret: 'T', to: 'x' },
    ),
  ],
  [
    'one more profile that asks another store for a secret first, and has a secret of its own',
    profile('tnew', { T: { providers: ['t2', 't1', 'tteam'] }, T_NEW: { description: 'new' } }),
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'store-added', severity: 'danger', profiles: ['tnew'], secret: 'T', store: 't2' },
      { kind: 'secret-added', profiles: ['tnew'], secret: 'T_NEW' },
    ),
  ],
  [
    'one more profile that shares nothing: names that only `default` has are not told',
    profile('tnew', { defaults: { inherit: false }, T: { description: 'target', required: false, providers: ['t1'] } }),
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'store-removed', profiles: ['tnew'], secret: 'T', store: 'tteam' },
      { kind: 'requirement-weakened', profiles: ['tnew'], secret: 'T', from: 'required', to: 'optional' },
    ),
  ],
  [
    'one more profile in which what a scope shows is made of another secret',
    profile('tnew', { T_TEXT: { composed: 'x${T_AT}' } }),
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      {
        kind: 'composition-changed',
        severity: 'danger',
        profiles: ['tnew'],
        secret: 'T_TEXT',
        from: 'x${T}',
        to: 'x${T_AT}',
      },
      { kind: 'scope-exposes', profiles: ['tnew'], scope: 'tscope', secret: 'T_AT', to: ['T_TEXT'] },
    ),
  ],
  [
    'the same in a profile that both have and in one that came',
    (draft) => {
      inLive('T', { default: 'x' })(draft);
      profile('tnew', { T: { default: 'x' } })(draft);
    },
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'default-introduced', profiles: ['tlive', 'tnew'], secret: 'T', to: 'x' },
    ),
  ],
  [
    'a profile under another name, with a default for what is required',
    (draft) => {
      delete draft.profiles['tlive'];
      profile('tnew', { T: { default: 'x' } })(draft);
    },
    all(
      { kind: 'profile-added', profiles: ['tnew'] },
      { kind: 'profile-removed', profiles: ['tlive'] },
      { kind: 'default-introduced', profiles: ['tnew'], secret: 'T', to: 'x' },
    ),
  ],
  [
    'one profile less',
    ({ profiles }) => delete profiles['tlive'],
    all({ kind: 'profile-removed', profiles: ['tlive'] }),
  ],
  [
    'a scope shows more',
    scope('tscope', ['T', 'T_TEXT', 'T_AT']),
    all({ kind: 'scope-widened', scope: 'tscope', to: ['T_AT'] }),
  ],
  [
    'a scope shows a secret that is new',
    (draft) => {
      secret('T_NEW', { description: 'new' })(draft);
      scope('tscope', ['T', 'T_TEXT', 'T_NEW'])(draft);
    },
    all(
      { kind: 'secret-added', secret: 'T_NEW' },
      { kind: 'scope-widened', severity: 'review', scope: 'tscope', to: ['T_NEW'] },
    ),
  ],
  [
    'a scope shows a secret that is new, and one that is not',
    (draft) => {
      secret('T_NEW', { description: 'new' })(draft);
      scope('tscope', ['T', 'T_AT', 'T_TEXT', 'T_NEW'])(draft);
    },
    all({ kind: 'secret-added', secret: 'T_NEW' }, { kind: 'scope-widened', scope: 'tscope', to: ['T_AT', 'T_NEW'] }),
  ],
  [
    'a scope shows an old secret under a new name, by the item that it had',
    asNew({ description: 'new', providers: ['t3'], ref: { item: 'x', field: 'y' } }),
    all({ kind: 'secret-added', secret: 'T_NEW' }, { kind: 'scope-widened', scope: 'tscope', to: ['T_NEW'] }),
  ],
  [
    'by the item that a template gave it',
    asNew({ description: 'new', providers: ['t1'], ref: { item: 'tshop/T_KIND' } }),
    all({ kind: 'secret-added', secret: 'T_NEW' }, { kind: 'scope-widened', scope: 'tscope', to: ['T_NEW'] }),
  ],
  [
    'by the place that convention gave it',
    asNew({ description: 'new', refs: { t2: { item: '/tshop/tlive/T_PLAIN' } } }),
    all({ kind: 'secret-added', secret: 'T_NEW' }, { kind: 'scope-widened', scope: 'tscope', to: ['T_NEW'] }),
  ],
  [
    'by the name that it has where the machine decides on the store',
    asNew({ description: 'new', providers: ['env'], ref: { item: 'T_PLAIN' } }),
    all({ kind: 'secret-added', secret: 'T_NEW' }, { kind: 'scope-widened', scope: 'tscope', to: ['T_NEW'] }),
  ],
  [
    'by a part of it',
    asNew({ description: 'new', from: 'T_AT', extract: { format: 'json', pointer: '/a' } }),
    all(
      { kind: 'secret-added', secret: 'T_NEW' },
      { kind: 'scope-widened', severity: 'review', scope: 'tscope', to: ['T_NEW'] },
      { kind: 'scope-exposes', scope: 'tscope', secret: 'T_AT', to: ['T_NEW'] },
    ),
  ],
  [
    'what a scope shows is made of one more secret',
    secret('T_TEXT', { composed: 'x${T}${T_AT}' }),
    all(
      { kind: 'composition-changed', severity: 'danger', secret: 'T_TEXT', from: 'x${T}', to: 'x${T}${T_AT}' },
      { kind: 'scope-exposes', scope: 'tscope', secret: 'T_AT', to: ['T_TEXT'] },
    ),
  ],
  [
    'of one more secret by way of another',
    (draft) => {
      secret('T_NEW', { description: 'new', composed: '${T_AT}' })(draft);
      secret('T_TEXT', { composed: 'x${T_NEW}' })(draft);
    },
    all(
      { kind: 'secret-added', secret: 'T_NEW' },
      { kind: 'composition-changed', severity: 'danger', secret: 'T_TEXT', from: 'x${T}', to: 'x${T_NEW}' },
      { kind: 'scope-exposes', scope: 'tscope', secret: 'T_AT', to: ['T_TEXT'] },
      { kind: 'scope-exposes', severity: 'review', scope: 'tscope', secret: 'T_NEW', to: ['T_TEXT'] },
    ),
  ],
  [
    'of one more secret in one profile',
    inLive('T_TEXT', { composed: 'x${T_AT}' }),
    all(
      {
        kind: 'composition-changed',
        severity: 'danger',
        secret: 'T_TEXT',
        profiles: ['tlive'],
        from: 'x${T}',
        to: 'x${T_AT}',
      },
      { kind: 'scope-exposes', scope: 'tscope', profiles: ['tlive'], secret: 'T_AT', to: ['T_TEXT'] },
    ),
  ],
  [
    'what a scope shows has a role that another secret plays',
    (draft) => {
      scope('tscope', ['T', 'T_TEXT', 'T_ID'])(draft);
      secret('T_ID', { credentials: { password: 'T_AT' } })(draft);
    },
    all(
      { kind: 'roles-changed', secret: 'T_ID', from: { password: 'T' }, to: { password: 'T_AT' } },
      { kind: 'scope-widened', scope: 'tscope', to: ['T_ID'] },
      { kind: 'scope-exposes', scope: 'tscope', secret: 'T_AT', to: ['T_ID'] },
    ),
  ],
  [
    'what a scope shows is made of another secret, and the scope lists less',
    (draft) => {
      scope('tscope', ['T_TEXT'])(draft);
      secret('T_TEXT', { composed: 'x${T_AT}' })(draft);
    },
    all(
      { kind: 'composition-changed', severity: 'danger', secret: 'T_TEXT', from: 'x${T}', to: 'x${T_AT}' },
      { kind: 'scope-narrowed', scope: 'tscope', from: ['T'] },
      { kind: 'scope-exposes', scope: 'tscope', secret: 'T_AT', to: ['T_TEXT'] },
    ),
  ],
  ['a scope shows less', scope('tscope', ['T']), all({ kind: 'scope-narrowed', scope: 'tscope', from: ['T_TEXT'] })],
  ['one more scope', scope('tnew', ['T']), all({ kind: 'scope-added', scope: 'tnew', to: ['T'] })],
  [
    'one scope less',
    scope('tscope', undefined),
    all({ kind: 'scope-removed', scope: 'tscope', from: ['T', 'T_TEXT'] }),
  ],
];

const bases = compiledBases();

describe('an edit', () => {
  test.each(EDITS)('%s', async (_, edit, changes) => expectChanges(await bases, edit, changes));
});
