/** The base of vendors' programs before a process: what reaches it, and where. */
import { afterEach, expect, test } from '@jest/globals';
import { VendorProgram } from '#runtime/providers/bases/vendor-program.js';
import { type RecordedRun, recordingProgram } from '../../../helpers/recording-program.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, portsIn } from '../open-store.js';

const folder = temporaryFolder();
const bw = recordingProgram(folder, 'bw', ({ words: [command], environment, input }) => {
  if (command === 'unlock') return { stdout: 'canary-key\n' };
  if (environment['BW_SESSION'] !== 'canary-key') return { status: 1, stderr: 'Vault is locked.' };
  return { stdout: command === 'get' ? 'canary-value' : `saved ${input.length}` };
});
afterEach(() => {
  delete process.env['TOOL_TEST_OWN'];
});

test('a session and values reach the program by its environment and its input alone', async () => {
  process.env['TOOL_TEST_OWN'] = 'of this process';
  const program = new VendorProgram(
    {
      name: 'bw',
      install: 'install bw',
      sessions: 'bw',
      signIn: {
        of: '',
        begin: async (run) => {
          const done = await run(['unlock', '--raw'], Buffer.from('canary-master'));
          if (done.kind === 'failed') return done;
          return { kind: 'session', variables: { BW_SESSION: done.stdout.toString().trim() } };
        },
      },
    },
    portsIn(folder, { PATH: folder, VAULT_TOKEN: 'canary-other', BW_SESSION: 'stale' }),
  );
  const got = await program.output(['get', 'a'], CALL);
  expect(got.kind === 'output' && got.stdout.toString()).toBe('canary-value');
  expect(await program.change(['edit', 'a'], CALL, Buffer.from('canary-new'))).toBeNull();
  const shown = ({ words, input, hasTerminal, environment }: RecordedRun) => ({
    words,
    input,
    hasTerminal,
    variables: Object.keys(environment).sort().join(' '),
    session: environment['BW_SESSION'],
  });
  const usual = { hasTerminal: false, variables: 'BW_SESSION LANGUAGE LC_ALL NO_COLOR PATH' };
  expect(bw.runs().map(shown)).toEqual([
    { words: ['unlock', '--raw'], input: 'canary-master', session: 'stale', ...usual },
    { words: ['get', 'a'], input: '', session: 'canary-key', ...usual },
    { words: ['edit', 'a'], input: 'canary-new', session: 'canary-key', ...usual },
  ]);
  expect(process.env['BW_SESSION']).toBeUndefined();
});
