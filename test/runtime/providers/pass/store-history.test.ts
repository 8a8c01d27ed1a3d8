/** The commits of a password store, by a git that another program disturbs. */
import { afterEach, expect, jest, test } from '@jest/globals';
import { StoreHistory } from '#runtime/providers/pass/store-history.js';
import { type FakeRun, fakePrograms } from '../../../helpers/fake-programs.js';
import { CALL, portsIn } from '../open-store.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const CHANGE = { repository: '/store', path: '/store/x.gpg', message: 'Add x' };

/** A git whose index is locked at first; `onLocked` is called when it says so. */
function lockedOnce(onLocked: () => void) {
  let adds = 0;
  let state = '?? x.gpg\n';
  const git = ({ words }: FakeRun) => {
    const [command] = words.slice(words.indexOf('-C') + 2);
    if (command === 'status') return { stdout: state };
    if (command === 'config') return { status: 1 };
    if (command === 'add' && adds++ === 0) {
      onLocked();
      return { status: 128, stderr: "fatal: Unable to create 'index.lock': File exists." };
    }
    state = command === 'add' ? 'A  x.gpg\n' : '';
    return {};
  };
  return new StoreHistory('/store', { ...portsIn('/'), programs: fakePrograms({ git }) });
}

test('time in which this process was stopped does not count against another program', async () => {
  const now = Date.now();
  const history = lockedOnce(() => jest.spyOn(Date, 'now').mockReturnValue(now + 60_000));
  expect(await history.commit(CHANGE, CALL)).toBeNull();
});
