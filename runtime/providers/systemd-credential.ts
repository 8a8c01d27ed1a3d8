/** The systemd-credential store: the credentials that systemd passes to its unit, one file each; read-only (providers-local 7). */
import { isAbsolute } from 'node:path';
import { systemdCredential } from '#schemas/providers/systemd-credential.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { FilesBeneath } from '../files/files.js';
import { cleaned } from '../values/cleaned.js';
import { type Environment, variableIn } from '../values/environment.js';
import { SecretValue } from '../values/secret-value.js';
import { EntryNames, missedName } from './entry-names.js';
import type { Answer, ProviderPorts, Store } from './provider.js';
import { type Failed, failed, failedFile } from './store-failure.js';

export const descriptor = systemdCredential;

/** The store opens outside a unit too: that it is read-only comes before that it has nothing to read. */
export function open(uri: StoreUri, { environment, files, context }: ProviderPorts): Store {
  const entries = new EntryNames(systemdCredential, uri, context);
  const folder = folderOfUnit(environment);
  return {
    kind: 'open',
    read: async (requests) => {
      if (typeof folder !== 'string') return requests.map(() => folder);
      const credentials = await files.beneath(folder);
      return Promise.all(requests.map((at) => readCredential(credentials, entries.of(at))));
    },
    absence: async (at) => `${missedName(at)} among the credentials of the unit`,
    identity: async (at) => `systemd-credential ${JSON.stringify([folder, at === null ? null : entries.keyOf(at)])}`,
  };
}

function folderOfUnit(environment: Environment): string | Failed {
  const folder = variableIn(environment, 'CREDENTIALS_DIRECTORY');
  if (isAbsolute(folder)) return folder;
  if (folder !== '') return failed('failed', '`CREDENTIALS_DIRECTORY` is not an absolute path');
  return failed(
    'failed',
    '`CREDENTIALS_DIRECTORY` is not set: `tool` was not started by systemd in a unit with credentials',
    'add `LoadCredential=`, `LoadCredentialEncrypted=`, `SetCredential=` or `ImportCredential=` to the unit',
  );
}

/** The content of the file is the value, byte for byte. The folder is never listed. */
async function readCredential(credentials: FilesBeneath, entry: Entry | Failed): Promise<Answer> {
  if (entry.kind === 'failed') return entry;
  const { name } = entry;
  try {
    const bytes = await credentials.read([name]);
    return bytes === null ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(bytes) };
  } catch (error) {
    return failedFile(error, `\`${cleaned(name)}\``);
  }
}
