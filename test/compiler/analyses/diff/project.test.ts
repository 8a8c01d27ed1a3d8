/** What each edit of the project, its profiles and scopes changes. */
import { describe, test } from '@jest/globals';
import { all, compiledBases, type EditCase, expectChanges, scope } from '../../../helpers/single-edit.js';

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
  [
    'one more profile',
    ({ profiles }) => Object.assign(profiles, { tnew: { T: { description: 'new' } } }),
    all({ kind: 'profile-added', profiles: ['tnew'] }),
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
