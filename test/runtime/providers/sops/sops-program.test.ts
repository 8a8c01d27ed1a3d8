/** What the program `sops` gets, and what is shown of what it says. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, inShort, native, openStore, portsIn } from '../open-store.js';
import { sopsJson } from './sops-documents.js';

const folder = temporaryFolder();

/** How the store reports the script, in place of a `sops` that finds no key. */
const refusedBy = async (script: string, environment: Record<string, string> = {}) => {
  const recipient = await identityToRecipient(await generateIdentity());
  writeFileSync(`${folder}/refused.json`, await sopsJson([recipient], { A: 'x' }));
  mkdirSync(`${folder}/refusing`, { recursive: true });
  writeFileSync(`${folder}/refusing/sops`, `#!/bin/sh\n${script} >&2\nexit 128\n`, { mode: 0o755 });
  const ports = portsIn(folder, { PATH: `${folder}/refusing`, ...environment });
  const [answer] = await (await openStore('sops:refused.json', ports)).read([native('A')], CALL);
  return answer?.kind === 'failed' ? `${answer.failure.kind} ${answer.failure.detail}` : inShort(answer);
};

test('an encrypted document is not searched for in what the program says', async () => {
  const said = await refusedBy('PATH=/usr/bin:/bin; { printf "sees "; sed -n 2p; }');
  expect(said).toMatch(/^denied .*: sees "A": "ENC\[/);
});

test.each(['SOPS_AGE_KEY_CMD', 'SOPS_AGE_SSH_PRIVATE_KEY_CMD', 'SOPS_GPG_EXEC'])(
  'a program of the user in %s gets the sessions that it may need, and sops alone does not',
  async (name) => {
    const sessions = { BW_SESSION: 'abc', OP_SESSION_my: 'def' };
    const script = 'echo "has ($BW_SESSION$OP_SESSION_my)"';
    expect(await refusedBy(script, sessions)).toMatch(/: has \(\)$/);
    expect(await refusedBy(script, { ...sessions, [name]: 'bw' })).toMatch(/: has \(abcdef\)$/);
  },
);
