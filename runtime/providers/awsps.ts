/** The awsps store: parameters of AWS Systems Manager Parameter Store (providers-cloud 3.2). */
import { own } from '#schemas/named.js';
import { awsps } from '#schemas/providers/awsps.js';
import type { At } from '#schemas/stores/address.js';
import type { Entry } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import type { SecretValue } from '../values/secret-value.js';
import { AwsApi, type Rejected } from './aws/aws-api.js';
import { arnOf, readParameters } from './awsps/read-parameters.js';
import { objectIn } from './bases/http-reply.js';
import { itemsOfPages, type Page } from './bases/pages.js';
import { EntryNames } from './entry-names.js';
import type { Answer, Call, ListAnswer, ProviderPorts, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = awsps;

const SERVICE = { title: 'AWS Parameter Store', name: 'ssm', target: 'AmazonSSM', setting: 'ssm' } as const;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return new ParameterStore(uri, ports.context, new AwsApi(SERVICE, uri, ports));
}

class ParameterStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #uri: StoreUri;
  readonly #entries: EntryNames;
  readonly #context: ProviderPorts['context'];
  readonly #api: AwsApi;

  constructor(uri: StoreUri, context: ProviderPorts['context'], api: AwsApi) {
    this.shown = renderStoreUri(uri);
    this.#uri = uri;
    this.#entries = new EntryNames(descriptor, uri, context);
    this.#context = context;
    this.#api = api;
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const entries = requests.map((at) => this.#entries.of(at));
    const ids = entries.flatMap((entry) => (entry.kind === 'entry' ? idOf(entry) : []));
    const answers = await readParameters(this.#api, [...new Set(ids)], call);
    return entries.map((entry) =>
      entry.kind === 'failed' ? entry : (answers.get(idOf(entry)) ?? this.#api.malformed()),
    );
  }

  /** One at a time: after a failure of the whole store no other parameter is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.inBatch<WriteEntry, WriteAnswer>(entries, (entry) => this.#write(entry, call), 1);
  }

  /** The parameters right below the folder of this project and profile. */
  async list(call: Call): Promise<ListAnswer> {
    const folder = descriptor.conventionName({ ...this.#context, key: '' }, this.#uri).slice(0, -1);
    const names = await itemsOfPages<string>(async (next) => {
      const input = {
        Path: folder,
        Recursive: false,
        WithDecryption: false,
        ...(next !== null && { NextToken: next }),
      };
      const right = `allow \`ssm:GetParametersByPath\` on \`${arnOf(folder)}\``;
      const got = await this.#api.ask({ name: 'GetParametersByPath', input, right }, call);
      if (got.kind !== 'done') return got.kind === 'failed' ? got : got.failure;
      return namesOf(got.output) ?? this.#api.malformed();
    });
    if ('failure' in names) return names;
    const below = names.map((name) => name.slice(folder.length + 1)).filter((name) => !name.includes('/'));
    return {
      kind: 'listed',
      entries: below.map((name) => ({ name, at: null, native: { item: `${folder}/${name}` } })),
    };
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    if (action === 'remove') return null;
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    const entry = this.#entries.of(at);
    return `awsps: no parameter ${entry.kind === 'failed' ? this.#entries.shown(at) : cleaned(idOf(entry))}`;
  }

  async target(at: At): Promise<string> {
    return `item=${this.#entries.shown(at)}`;
  }

  async identity(at: At | null): Promise<string> {
    const account = await this.#api.identity();
    return at === null ? account : `${account}\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** A write adds a version, also if another writer adds one at the same time: no value is lost. */
  async #write({ at, value, expiresAt, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    const entry = this.#entries.toChange(at, 'write');
    if (entry.kind === 'failed') return entry;
    const { query } = this.#uri;
    const problem = valueProblem(value, expiresAt, query.get('tier'));
    if (problem !== null) return problem;
    const { name } = entry;
    const input = {
      Name: name,
      Value: value.revealText(),
      Type: 'SecureString',
      Overwrite: onlyIfAbsent !== true,
      ...keyAndTier(query),
    };
    const right = `allow \`ssm:PutParameter\` on \`${arnOf(name)}\``;
    const put = await this.#api.put({ name: 'PutParameter', input, right, isSentOnce: true }, call);
    if (put.kind === 'done') return { kind: 'written' };
    if (put.kind === 'failed') return put;
    if (put.code !== 'ParameterAlreadyExists' || onlyIfAbsent !== true) return explained(put);
    const there = (await readParameters(this.#api, [name], call)).get(name) ?? put.failure;
    if (there.kind === 'found') return { kind: 'present', value: there.value };
    return there.kind === 'failed' ? there : put.failure;
  }
}

/** The name with the version, as the service takes it. */
function idOf({ name, version }: Entry): string {
  return version === undefined ? name : `${name}:${version}`;
}

const TIERS: Readonly<Record<string, { readonly spelled: string; readonly characters: number }>> = {
  standard: { spelled: 'Standard', characters: 4096 },
  advanced: { spelled: 'Advanced', characters: 8192 },
  'intelligent-tiering': { spelled: 'Intelligent-Tiering', characters: 8192 },
};
/** Without a tier that of the account counts. */
const MOST_CHARACTERS = 8192;

/** What is certain before the service is asked: it counts bytes, of which there are no fewer. */
function valueProblem(value: SecretValue, expiresAt: Date | undefined, tier = ''): Failed | null {
  if (expiresAt !== undefined) return failed('unsupported', 'AWS Parameter Store does not let values expire');
  const text = value.revealText();
  if (text === null) return failed('not-text', 'the value is not UTF-8 text');
  if (text === '') return failed('unsupported', 'AWS Parameter Store does not hold empty values');
  const most = TIERS[tier]?.characters ?? MOST_CHARACTERS;
  if (text.length <= most) return null;
  const help = most < MOST_CHARACTERS ? 'write `tier=advanced` for up to 8192' : undefined;
  return failed('unsupported', `AWS Parameter Store holds up to ${most} characters in this tier`, help);
}

function keyAndTier(query: StoreUri['query']): Readonly<Record<string, string>> {
  const key = query.get('kms_key_id') ?? '';
  const tier = TIERS[query.get('tier') ?? ''];
  return { ...(key !== '' && { KeyId: key }), ...(tier !== undefined && { Tier: tier.spelled }) };
}

function explained({ code, failure }: Rejected): Failed {
  const help = own(ADVICE, code);
  return help === undefined ? failure : failed(failure.failure.kind, failure.failure.detail, help);
}

const ADVICE: Readonly<Record<string, string>> = {
  ValidationException: 'the value may be too long for its tier: 4 KB, or 8 KB with `tier=advanced`',
  HierarchyTypeMismatchException: 'the parameter is not a `SecureString`, and keeps its type; delete it first',
  ParameterMaxVersionLimitExceeded: 'the oldest of its 100 versions has a label: move the label to another version',
  ParameterLimitExceeded: 'the account holds as many parameters as it may; write `tier=advanced`, or delete some',
};

function namesOf({ Parameters, NextToken = null }: Readonly<Record<string, unknown>>): Page<string> | null {
  const names = Array.isArray(Parameters) ? Parameters.map((one) => objectIn(one)?.['Name']) : null;
  if (names === null || !(NextToken === null || typeof NextToken === 'string')) return null;
  const texts = names.filter((name) => typeof name === 'string');
  return texts.length === names.length ? { kind: 'page', items: texts, next: NextToken || null } : null;
}
