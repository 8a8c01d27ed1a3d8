/** The awsps store: parameters of AWS Systems Manager Parameter Store (providers-cloud 3.2). */
import { own } from '#schemas/named.js';
import { awsps, refusesParameterName, reservedProblem } from '#schemas/providers/awsps.js';
import type { At } from '#schemas/stores/address.js';
import { fillPlaceholders } from '#schemas/stores/placeholders.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import type { SecretValue } from '../values/secret-value.js';
import { AwsApi, type Rejected } from './aws/aws-api.js';
import { arnOf, readParameters } from './awsps/read-parameters.js';
import { objectIn } from './bases/http-reply.js';
import { itemsOfPages, type Page } from './bases/pages.js';
import { unfitName } from './entry-name.js';
import type { Answer, Call, ListAnswer, ProviderPorts, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, sentenceOf } from './store-failure.js';

export const descriptor = awsps;

const SERVICE = { title: 'AWS Parameter Store', name: 'ssm', target: 'AmazonSSM', setting: 'ssm' } as const;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return new ParameterStore(uri, ports.context, new AwsApi(SERVICE, uri, ports));
}

class ParameterStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #query: StoreUri['query'];
  readonly #context: ProviderPorts['context'];
  readonly #api: AwsApi;

  constructor(uri: StoreUri, context: ProviderPorts['context'], api: AwsApi) {
    this.shown = renderStoreUri(uri);
    this.#query = uri.query;
    this.#context = context;
    this.#api = api;
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const sound = requests.filter((at) => this.#problem(at) === null);
    const answers = await readParameters(this.#api, [...new Set(sound.map((at) => this.#idOf(at)))], call);
    return requests.map((at) => this.#problem(at) ?? answers.get(this.#idOf(at)) ?? this.#api.malformed());
  }

  /** One at a time: after a failure of the whole store no other parameter is in doubt. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.inBatch<WriteEntry, WriteAnswer>(entries, (entry) => this.#write(entry, call), 1);
  }

  /** The parameters right below the folder of this project and profile. */
  async list(call: Call): Promise<ListAnswer> {
    const folder = this.#nameOf({ kind: 'convention', ...this.#context, key: '' }).slice(0, -1);
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
    const problem = this.#writeProblem(at);
    return problem === null ? null : sentenceOf(problem);
  }

  async absence(at: At): Promise<string> {
    return `awsps: no parameter ${cleaned(this.#idOf(at))}`;
  }

  async target(at: At): Promise<string> {
    return `item=${this.#nameOf(at)}`;
  }

  async identity(at: At | null): Promise<string> {
    const account = await this.#api.identity();
    return at === null ? account : `${account}\n${this.#idOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  #nameOf(at: At): string {
    if (at.kind === 'native') return at.item;
    const prefix = this.#query.get('prefix') ?? '';
    const start = prefix === '' ? '' : `/${prefix.replaceAll(/^\/+|\/+$/g, '')}`;
    return fillPlaceholders(this.#query.get('template') ?? `${start}/tool/{project}/{profile}/{key}`, at);
  }

  /** The name with the version, as the service takes it. */
  #idOf(at: At): string {
    const version = at.kind === 'native' ? at.version : undefined;
    return version === undefined ? this.#nameOf(at) : `${this.#nameOf(at)}:${version}`;
  }

  #problem(at: At): Failed | null {
    const name = this.#nameOf(at);
    const problem = refusesParameterName(name) ?? (at.kind === 'native' ? null : reservedProblem(name));
    return unfitName(at, name, problem);
  }

  #writeProblem(at: At): Failed | null {
    const name = this.#nameOf(at);
    if (at.kind === 'native' && at.version !== undefined)
      return failed('unsupported', 'a version of a parameter is read-only', 'leave out `version` to write a new one');
    if (name.startsWith('arn:'))
      return failed('unsupported', 'a parameter is read-only by its ARN', 'write its name to change it');
    const reserved = reservedProblem(name);
    const refused = reserved === null ? null : failed('unsupported', `\`${cleaned(name)}\` ${reserved}`);
    return this.#problem(at) ?? refused;
  }

  /** A write adds a version, also if another writer adds one at the same time: no value is lost. */
  async #write({ at, value, expiresAt, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    const problem = this.#writeProblem(at) ?? valueProblem(value, expiresAt, this.#query.get('tier'));
    if (problem !== null) return problem;
    const name = this.#nameOf(at);
    const input = {
      Name: name,
      Value: value.revealText(),
      Type: 'SecureString',
      Overwrite: onlyIfAbsent !== true,
      ...keyAndTier(this.#query),
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
