/** An identity as a PKCS#12 archive with a password of its own, or with an empty one (semantics 9.5). */
import { own } from '#schemas/named.js';
import { SecretValue } from '../values/secret-value.js';
import type { Conversion, Converted } from './secret-type.js';
import { checkedIdentity } from './x509/identity.js';
import { writeArchive } from './x509/write-archive.js';

/** Java and Windows call the key by it. */
const NAME = 'identity';

export async function convert(source: SecretValue, { roles }: Conversion): Promise<Converted> {
  const { key, certificate, issuers } = checkedIdentity(source);
  const archive = await writeArchive({
    key: key.export({ type: 'pkcs8', format: 'der' }),
    certificates: [certificate, ...issuers].map(({ raw }) => raw),
    name: NAME,
    password: own(roles, 'password')?.revealText() ?? '',
  });
  return { kind: 'converted', value: SecretValue.fromBytes(archive) };
}
