/** The awssm store: secrets of AWS Secrets Manager (providers-cloud 3.1). */
import { createHash, randomUUID } from 'node:crypto';
import { awssm } from '#schemas/providers/awssm.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import type { SecretValue } from '../values/secret-value.js';
import { AwsApi, type Rejected } from './aws/aws-api.js';
import { deleted, readSecrets } from './awssm/read-secrets.js';
import { type EntryAnswer, type EntryRequests, type EntryWrite, entryStore, oneAtATime } from './bases/entry-store.js';
import { valueOfField } from './bases/json-field.js';
import { sizeProblem } from './bases/value-size.js';
import type { Call, ProviderPorts, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = awssm;

const SERVICE = {
  title: 'AWS Secrets Manager',
  name: 'secretsmanager',
  target: 'secretsmanager',
  setting: 'secrets_manager',
} as const;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Secrets(uri, ports));
}

class Secrets implements EntryRequests {
  readonly noun = 'secret';
  readonly #uri: StoreUri;
  readonly #api: AwsApi;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.#uri = uri;
    this.#api = new AwsApi(SERVICE, uri, ports);
  }

  container(): Promise<string> {
    return this.#api.identity();
  }

  target(name: string): string {
    return `item=${name}`;
  }

  /** Several entries may be fields of one secret, which is requested once. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly EntryAnswer[]> {
    const secrets = await readSecrets(this.#api, [...new Set(entries.map(({ name }) => name))], call);
    return entries.map(({ name, field }) => {
      const secret = secrets.get(name) ?? this.#api.malformed();
      return secret.kind === 'failed' || secret.kind === 'absent' ? secret : valueOfField(secret.value, field, name);
    });
  }

  valueProblem({ value, expiresAt }: WriteEntry): Failed | null {
    if (expiresAt !== undefined) return failed('unsupported', 'AWS Secrets Manager does not let values expire');
    return sizeProblem(value.reveal().length, MOST_BYTES, 'AWS Secrets Manager');
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api, wanted, (one) => this.#write(one, call));
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** Creates the secret, with its key and tags, which cannot be given later; else adds a version. */
  async #write({ entry: { name }, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const sent = contentOf(value);
    // Also the id of the version: a request that is repeated adds no second one.
    const token = randomUUID();
    const input = { Name: name, ...sent, ...creationOptions(this.#uri), ClientRequestToken: token };
    const tagging = tagsOf(this.#uri).length > 0 ? ' and `secretsmanager:TagResource`' : '';
    const right = `allow \`secretsmanager:CreateSecret\`, \`secretsmanager:PutSecretValue\`${tagging} on \`${pattern(name)}\``;
    const created = await this.#api.put({ name: 'CreateSecret', input, right }, call);
    if (created.kind === 'done') return { kind: 'written' };
    if (created.kind === 'failed') return created;
    const isThere = created.code === 'ResourceExistsException';
    if (isThere && onlyIfAbsent === true) return this.#complete(name, sent, token, call);
    // With the right to write but not to create, what exists can be written.
    const mayBeThere = isThere || (created.code === 'AccessDeniedException' && onlyIfAbsent !== true);
    if (!mayBeThere) return problemOf(created, name);
    const put = await this.#put(name, sent, token, call);
    const isCreationMissed = put.kind === 'rejected' && /^(ResourceNotFound|AccessDenied)/.test(put.code);
    return isCreationMissed && !isThere ? created.failure : answerOf(put, name);
  }

  /** A secret that has a value keeps it. One without gets its first version, whose id is the same for every writer: one wins. */
  async #complete(name: string, sent: Content, token: string, call: Call): Promise<WriteAnswer> {
    const there = await this.#present(name, token, call);
    if (there !== null) return there;
    const put = await this.#put(name, sent, firstVersion(name), call);
    if (put.kind !== 'rejected' || put.code !== 'ResourceExistsException') return answerOf(put, name);
    return (await this.#present(name, token, call)) ?? put.failure;
  }

  /** The value as it is now; `written` if it is the version that was to be written. */
  async #present(name: string, token: string, call: Call): Promise<WriteAnswer | null> {
    const secret = (await readSecrets(this.#api, [name], call)).get(name) ?? this.#api.malformed();
    if (secret.kind === 'failed') return secret;
    if (secret.kind === 'absent') return null;
    return secret.version === token ? { kind: 'written' } : { kind: 'present', value: secret.value };
  }

  #put(name: string, sent: Content, token: string, call: Call) {
    const input = { SecretId: name, ...sent, ClientRequestToken: token };
    const right = `allow \`secretsmanager:PutSecretValue\` on \`${pattern(name)}\``;
    return this.#api.put({ name: 'PutSecretValue', input, right }, call);
  }
}

type Content = { readonly SecretString: string } | { readonly SecretBinary: string };

const MOST_BYTES = 65_536;

function contentOf(value: SecretValue): Content {
  const text = value.revealText();
  return text === null ? { SecretBinary: Buffer.from(value.reveal()).toString('base64') } : { SecretString: text };
}

function creationOptions(uri: StoreUri): Readonly<Record<string, unknown>> {
  const key = uri.query.get('kms_key_id') ?? '';
  const tags = tagsOf(uri);
  return { ...(key !== '' && { KmsKeyId: key }), ...(tags.length > 0 && { Tags: tags }) };
}

/** With those whose value is empty. */
function tagsOf({ queryPairs }: StoreUri): readonly { readonly Key: string; readonly Value: string }[] {
  return queryPairs
    .filter(([name]) => name.startsWith('tag.') && name !== 'tag.')
    .map(([name, value]) => ({ Key: name.slice('tag.'.length), Value: value }))
    .sort((one, other) => (one.Key < other.Key ? -1 : 1));
}

/** The ARNs that a policy names: AWS adds a hyphen and six characters to a name. */
function pattern(name: string): string {
  return `arn:aws:secretsmanager:*:*:secret:${cleaned(name)}-*`;
}

function answerOf(put: Awaited<ReturnType<AwsApi['ask']>>, name: string): WriteAnswer {
  if (put.kind === 'done') return { kind: 'written' };
  return put.kind === 'failed' ? put : problemOf(put, name);
}

function problemOf({ isAboutDeletion, failure }: Rejected, name: string): Failed {
  return isAboutDeletion ? deleted(name) : failure;
}

/** A UUID for the first version of a secret that was created without one. */
function firstVersion(name: string): string {
  const hash = createHash('sha256').update(`first version of ${name}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
