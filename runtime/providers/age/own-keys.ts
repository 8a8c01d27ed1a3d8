/** The identities that decrypt a store's file: of its credential, of the environment, or in a file. */
import { identityToRecipient } from 'age-encryption';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type KeyFile, keyLines, readKeyFile } from './key-file.js';

export interface OwnKey {
  readonly identity: string;
  /** Its public half. */
  readonly recipient: string;
}

/** Each once; none if no identity is configured. Text that is not one is an error, and never repeated. */
export async function ownKeys(file: KeyFile | null, ports: ProviderPorts): Promise<readonly OwnKey[] | Failed> {
  const credential = await ports.credential('identity');
  if (credential === null && file === null) return [];
  const [text, name] =
    credential !== null || file === null
      ? [credential?.revealText() ?? '', 'the credential `identity`']
      : [await readKeyFile(file, ports), file.name];
  return typeof text === 'string' ? keysIn(text, name) : text;
}

async function keysIn(text: string, name: string): Promise<readonly OwnKey[] | Failed> {
  const refusal = WHOLE_FILES.find(([pattern]) => pattern.test(text));
  if (refusal !== undefined) return failed('unsupported', `${name} is ${refusal[1]}`, ANOTHER);
  const keys = new Map<string, OwnKey>();
  for (const [identity, line] of keyLines(text)) {
    const where = `line ${line} of ${name}`;
    if (/^AGE-PLUGIN-/iu.test(identity)) {
      return failed('unsupported', `${where} is an identity of a plugin, which is not supported`, ANOTHER);
    }
    const recipient = await recipientOf(identity);
    if (recipient === null) return failed('failed', `${where} is not a valid age identity`, ANOTHER);
    keys.set(recipient, { identity, recipient });
  }
  return keys.size === 0 ? failed('failed', `${name} contains no age identity`, ANOTHER) : [...keys.values()];
}

const WHOLE_FILES = [
  [/^\s*-----BEGIN [A-Z ]*PRIVATE KEY-----/u, 'an SSH or PEM key, which is not supported as an identity'],
  [
    /^\s*(?:-----BEGIN AGE ENCRYPTED FILE-----|age-encryption\.org\/)/u,
    'protected by a passphrase, which is not supported',
  ],
] as const;
const ANOTHER = 'use an identity as `age-keygen` writes it: a line that starts with `AGE-SECRET-KEY-1`';

async function recipientOf(identity: string): Promise<string | null> {
  try {
    return await identityToRecipient(identity);
  } catch {
    return null;
  }
}
