/** Values of many secrets in few requests: twenty at a time, one at a time where that is not allowed (providers-cloud 3.1 (4)). */
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import type { AwsApi, Done, Rejected } from '../aws/aws-api.js';
import { type AwsError, errorIn, failureOf, isPassing } from '../aws/aws-error.js';
import { inBatches } from '../aws/in-batches.js';
import { valueInBase64 } from '../bases/base64.js';
import { objectIn } from '../bases/http-reply.js';
import { itemsOfPages, type Page } from '../bases/pages.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export type AwsSecret =
  | { readonly kind: 'secret'; readonly value: SecretValue; readonly version: string | null }
  | { readonly kind: 'absent' };
type ById = ReadonlyMap<string, AwsSecret | Failed>;
type Output = Readonly<Record<string, unknown>>;

const MOST_IN_BATCH = 20;

/**
 * One answer for each id. A single secret is requested by itself, which needs fewer rights. No batch answers for ids that are spelled in
 * another way than the service spells them, for secrets that AWS returns only to a single request, nor for any if batches are not allowed.
 */
export function readSecrets(api: AwsApi, ids: readonly string[], call: Call): Promise<ById> {
  return inBatches<AwsSecret>(api, ids, {
    most: MOST_IN_BATCH,
    ofMany: (batch) => readBatch(api, batch, call),
    ofOne: (id) => readOne(api, id, call),
  });
}

async function readOne(api: AwsApi, id: string, call: Call): Promise<AwsSecret | Failed> {
  const got = await api.ask({ name: 'GetSecretValue', input: { SecretId: id }, right: rightFor(id) }, call);
  if (got.kind === 'failed') return got;
  return got.kind === 'done' ? (secretOf(got.output) ?? api.malformed()) : rejectedAs(got, id);
}

async function readBatch(api: AwsApi, ids: readonly string[], call: Call): Promise<ById | Failed> {
  let isAllowed = true;
  const pages = await itemsOfPages<readonly [string, AwsSecret | Failed]>(async (next) => {
    const input = { SecretIdList: ids, ...(next !== null && { NextToken: next }) };
    const right = 'allow `secretsmanager:BatchGetSecretValue` on `*`';
    const got = await api.ask({ name: 'BatchGetSecretValue', input, right }, call);
    if (got.kind === 'done') return pageOf(got) ?? api.malformed();
    if (got.kind === 'failed') return got;
    // One by one: the right to batches is missing, or one of the ids is not valid.
    isAllowed = !/^(AccessDenied|ValidationException|InvalidParameter)/.test(got.code);
    return isAllowed ? got.failure : { kind: 'page', items: [], next: null };
  });
  return 'failure' in pages ? pages : new Map(isAllowed ? pages : []);
}

function pageOf({ output, tokens }: Done): Page<readonly [string, AwsSecret | Failed]> | null {
  const { SecretValues, Errors = [], NextToken = null } = output;
  if (!Array.isArray(SecretValues) || !Array.isArray(Errors)) return null;
  if (!(NextToken === null || typeof NextToken === 'string')) return null;
  const items: (readonly [string, AwsSecret | Failed])[] = [];
  for (const entry of SecretValues.map(objectIn)) {
    if (entry === null) return null;
    const secret = secretOf(entry);
    // Requested alone, it is the only one that fails.
    if (secret === null) continue;
    // The caller may have used either.
    for (const id of [entry['Name'], entry['ARN']]) if (typeof id === 'string') items.push([id, secret]);
  }
  for (const entry of Errors.map(objectIn)) {
    const error = entry === null ? null : errorIn(entry, tokens);
    const id = entry?.['SecretId'];
    if (error === null || typeof id !== 'string') return null;
    if (isOnlyOfBatches(error, id)) continue;
    items.push([id, rejectedAs({ ...error, failure: failureOf(error, 'AWS Secrets Manager', rightFor(id)) }, id)]);
  }
  return { kind: 'page', items, next: NextToken === '' ? null : NextToken };
}

/**
 * Requested alone, the secret may be there: what can pass is tried again only then, and rights that another account gives do not count in
 * batches. Only an ARN names a secret of another account, so that names which are denied cost no further request.
 */
function isOnlyOfBatches(error: AwsError, id: string): boolean {
  return isPassing(error) || (id.startsWith('arn:') && /^(AccessDenied|ResourceNotFound)/.test(error.code));
}

/** No secret of this name, or none of its versions is current yet. */
function rejectedAs({ code, isAboutDeletion, failure }: Omit<Rejected, 'kind'>, id: string): AwsSecret | Failed {
  if (code === 'ResourceNotFoundException') return { kind: 'absent' };
  return isAboutDeletion ? deleted(id) : failure;
}

/** The binary value counts if there are both. */
function secretOf({ SecretBinary, SecretString, VersionId }: Output): AwsSecret | null {
  const text = typeof SecretString === 'string' ? SecretValue.fromText(SecretString) : null;
  const value = typeof SecretBinary === 'string' ? valueInBase64(SecretBinary) : text;
  if (value === null) return null;
  return { kind: 'secret', value, version: typeof VersionId === 'string' ? VersionId : null };
}

/** A secret that is scheduled for deletion is there: its name is taken, and it can be restored. */
export function deleted(id: string): Failed {
  const help = `restore it with \`aws secretsmanager restore-secret --secret-id ${cleaned(id)}\``;
  return failed('failed', `secret \`${cleaned(id)}\` is scheduled for deletion`, help);
}

function rightFor(id: string): string {
  const resource = id.startsWith('arn:') ? id : `arn:aws:secretsmanager:*:*:secret:${id}-*`;
  return `allow \`secretsmanager:GetSecretValue\` on \`${cleaned(resource)}\``;
}
