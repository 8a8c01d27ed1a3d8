/** The store that works on this machine as it is, for people who choose their first one. Reads no value and changes nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '../inputs/environment.js';
import { homeFolder } from '../inputs/folders.js';
import { limitTime } from '../limit-time.js';
import { systemProgram } from '../programs/find-program.js';
import { usualKeyFiles } from '../providers/age/usual-identities.js';
import type { Keyring } from '../providers/keyring/keyring.js';
import type { Failed } from '../providers/store-failure.js';
import { type Environment, variableIn } from '../values/environment.js';
import type { CallContext } from './call.js';

export interface Recommendation {
  readonly provider: string;
  readonly why: string;
}

/** What is tried; tests pass another keyring. */
export interface TriedKeyring {
  readonly platform: NodeJS.Platform;
  readonly open: (environment: Environment, signal: AbortSignal) => Promise<Keyring | Failed>;
}

/** A keyring that does not answer at once would not answer each command either. */
const PATIENCE_MS = 1_500;

const KEYRING: TriedKeyring = {
  platform: process.platform,
  open: async (environment, signal) =>
    (await import('../providers/keyring/open-keyring.js')).openKeyring({ environment, mayUnlock: true }, { signal }),
};

/** What protects values without another question first. */
export async function recommendedStore(
  context: Pick<CallContext, 'variables' | 'entries'>,
  keyring: TriedKeyring = KEYRING,
): Promise<Recommendation> {
  if (keyring.platform === 'darwin' || keyring.platform === 'win32')
    return { provider: 'keyring', why: 'the system has one, which is unlocked when you sign in' };
  const environment = environmentOf(context);
  if (await answers(keyring, environment))
    return { provider: 'keyring', why: 'a Secret Service answers on this machine' };
  const { variables } = context;
  const home = homeFolder(variables) ?? '/nonexistent';
  const [pass, gopass] = [passFolder(variables, home), join(home, '.local/share/gopass/stores/root')];
  const withoutKeyring = 'no Secret Service answers on this machine';
  if (systemProgram('pass', variables) !== null && existsSync(join(pass, '.gpg-id')))
    return { provider: 'pass', why: `it is set up, and ${withoutKeyring}` };
  if (systemProgram('gopass', variables) !== null && isRoot(gopass))
    return { provider: 'gopass', why: `it is set up, and ${withoutKeyring}` };
  if (hasIdentity(environment, home))
    return { provider: 'age', why: `you have an age identity, and ${withoutKeyring}` };
  return {
    provider: 'dotenv',
    why: `${withoutKeyring}, and neither pass, gopass nor age is set up; its values are plain text in \`.env\``,
  };
}

async function answers({ open }: TriedKeyring, environment: Environment): Promise<boolean> {
  const late = new AbortController();
  const end = limitTime(PATIENCE_MS, () => late.abort());
  try {
    const opened = await open(environment, late.signal);
    if (opened.kind !== 'keyring') return false;
    opened.close();
    return true;
  } catch {
    return false;
  } finally {
    end();
  }
}

type Variables = CallContext['variables'];

function passFolder({ PASSWORD_STORE_DIR }: Variables, home: string): string {
  return PASSWORD_STORE_DIR || join(home, '.password-store');
}

function isRoot(folder: string): boolean {
  return ['.gpg-id', '.age-recipients'].some((file) => existsSync(join(folder, file)));
}

/** Where `age` stores find identities without an option; one of SSH may be protected by a passphrase. */
function hasIdentity(environment: Environment, home: string): boolean {
  if (variableIn(environment, 'AGE_IDENTITY') !== '') return true;
  return usualKeyFiles({ environment, home }).some((file) => existsSync(file));
}
