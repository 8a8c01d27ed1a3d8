/** One recipient, as a line of a list: of age itself, an SSH key, or of a plugin (providers-local 10.5). */
import { Encrypter } from 'age-encryption';
import { field } from '../../secret-types/openssh-format.js';
import { recipientLine, type SshKeyProblem, sshPublicKey } from './ssh-key.js';
import { sshRecipient } from './ssh-stanza.js';

/** A clause that goes on after the line's place. It never quotes the line, which might be an identity. */
export interface RecipientProblem {
  readonly kind: 'failed' | 'unsupported';
  readonly detail: string;
  readonly help: string;
}

export function recipientProblem(line: string): RecipientProblem | null {
  if (/^age-(?:secret-key|plugin)-/i.test(line)) {
    return { kind: 'failed', detail: 'is an identity, which must stay secret', help: 'write its recipient instead' };
  }
  if (isSsh(line)) {
    const key = sshPublicKey(line);
    return typeof key === 'string' ? SSH_PROBLEMS[key] : null;
  }
  if (isOfPlugin(line)) return null;
  try {
    new Encrypter().addRecipient(line);
    return null;
  } catch {
    return { kind: 'failed', detail: 'is not a valid age recipient', help: 'a recipient starts with `age1` or `ssh-`' };
  }
}

/** The kind of an SSH key in a list for which age does not encrypt, and which it skips; null for every other line. */
export function skippedKind(line: string): string | null {
  const [kind = '', base64 = ''] = line.split(/[ \t]+/);
  const problem = isSsh(line) ? sshPublicKey(line) : null;
  if (problem !== 'of another kind' && problem !== 'too short') return null;
  const wire = Buffer.from(base64, 'base64');
  const isKey = wire.toString('base64') === base64 && wire.subarray(0, 4 + kind.length).equals(field(kind));
  return isKey ? kind : null;
}

/** Without the comment of an SSH key. */
export function spelledRecipient(line: string): string {
  const key = isSsh(line) ? sshPublicKey(line) : line;
  return typeof key === 'string' ? line : recipientLine(key);
}

export function addRecipient(encrypter: Encrypter, recipient: string): void {
  const key = isSsh(recipient) ? sshPublicKey(recipient) : recipient;
  encrypter.addRecipient(typeof key === 'string' ? recipient : sshRecipient(key));
}

/** Whether only `age` can encrypt for it. The checksum at its end is checked there. */
export function isOfPlugin(recipient: string): boolean {
  return /^age1(?!pq1|tag1|tagpq1)[a-z0-9+._-]+1[02-9ac-hj-np-z]+$/.test(recipient);
}

export function isPostQuantum(recipient: string): boolean {
  return /^age1(?:pq|tagpq)1/.test(recipient);
}

function isSsh(line: string): boolean {
  return /^(?:ssh|ecdsa|sk)-/.test(line);
}

const OTHER = 'use an `ssh-ed25519` or `ssh-rsa` key, or a recipient that starts with `age1`';
const SSH_PROBLEMS: Readonly<Record<SshKeyProblem, RecipientProblem>> = {
  'of another kind': { kind: 'unsupported', detail: 'is an SSH key of a kind that age does not support', help: OTHER },
  'too short': { kind: 'unsupported', detail: 'is an RSA key of less than 2048 bits', help: OTHER },
  'not valid': { kind: 'failed', detail: 'is not a valid SSH key', help: OTHER },
  protected: { kind: 'failed', detail: 'is not a valid SSH key', help: OTHER },
};
