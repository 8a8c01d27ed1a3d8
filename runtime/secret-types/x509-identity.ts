/** A key with its certificate and the chain of its issuers, as a PKCS#12 archive (semantics 9.5). */
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../values/secret-value.js';
import { newP256Key } from './new-key.js';
import { type Checked, failedBecause, type Generated, type GeneratorPorts } from './secret-type.js';
import { faultOf } from './x509/identity.js';
import { selfSigned, USAGES, type Usage } from './x509/self-signed.js';
import { writeArchive } from './x509/write-archive.js';

/** With an empty password: the store protects it. */
export async function generate(options: Named<Json>, { now }: GeneratorPorts): Promise<Generated> {
  const alternativeNames = textsIn(options, 'san');
  const usages = textsIn(options, 'usages').filter(isUsage);
  const days = Number.parseInt(String(own(options, 'valid_for')), 10);
  if (alternativeNames.length === 0) return failedBecause('`san` names nothing');
  if (!(days > 0)) return failedBecause('`valid_for` is not a number of days');
  const key = await newP256Key();
  const certificate = selfSigned(key, { alternativeNames, usages, days }, now());
  const archive = await writeArchive({
    key: key.export({ type: 'pkcs8', format: 'der' }),
    certificates: [certificate.der],
    name: certificate.name,
    password: '',
  });
  return { kind: 'generated', value: SecretValue.fromBytes(archive) };
}

export async function check(value: SecretValue, roles: Named<SecretValue>, now: Date): Promise<Checked> {
  const fault = await faultOf(value, own(roles, 'password')?.revealText() ?? null, now);
  return fault === null ? { kind: 'sound' } : failedBecause(fault);
}

function textsIn(options: Named<Json>, name: string): readonly string[] {
  const listed = own(options, name);
  return Array.isArray(listed) ? listed.filter((one) => typeof one === 'string') : [];
}

function isUsage(text: string): text is Usage {
  return Object.hasOwn(USAGES, text);
}
