/** Credential files, and what programs and servers give for them: objects of JSON. */
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';

export type CredentialFields = Readonly<Record<string, unknown>>;

/** Empty where it is anything else. */
export function textIn(fields: CredentialFields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value.trim() : '';
}

export function tableIn(fields: CredentialFields, name: string): CredentialFields {
  return objectIn(fields[name]) ?? {};
}

/** The object of a JSON text; null: it is anything else. */
export function fieldsIn(content: Uint8Array | string): CredentialFields | null {
  return objectIn(jsonIn(content));
}
