/** The awsps store: parameters of AWS Systems Manager Parameter Store (providers-cloud 3.2). */
import { own } from '#schemas/named.js';
import { awsps } from '#schemas/providers/awsps.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { AwsApi, type Rejected } from './aws/aws-api.js';
import { arnOf, readParameters } from './awsps/read-parameters.js';
import { type EntryRequests, type EntryWrite, entryStore, oneAtATime } from './bases/entry-store.js';
import { objectIn } from './bases/http-reply.js';
import { itemsOfPages, type Page } from './bases/pages.js';
import type { Answer, Call, ProviderPorts, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = awsps;

const SERVICE = { title: 'AWS Parameter Store', name: 'ssm', target: 'AmazonSSM', setting: 'ssm' } as const;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Parameters(uri, ports));
}

class Parameters implements EntryRequests {
  readonly #uri: StoreUri;
  readonly #context: ProviderPorts['context'];
  readonly #api: AwsApi;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.#uri = uri;
    this.#context = ports.context;
    this.#api = new AwsApi(SERVICE, uri, ports);
  }

  container(): Promise<string> {
    return this.#api.identity();
  }

  target(name: string): string {
    return `item=${name}`;
  }

  missing(_: string, entry: Entry): string {
    return `parameter ${cleaned(idOf(entry))}`;
  }

  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const answers = await readParameters(this.#api, [...new Set(entries.map(idOf))], call);
    return entries.map((entry) => answers.get(idOf(entry)) ?? this.#api.malformed());
  }

  /** What is certain before the service is asked: it counts bytes, of which there are no fewer. */
  valueProblem({ value, expiresAt }: WriteEntry): Failed | null {
    if (expiresAt !== undefined) return failed('unsupported', 'AWS Parameter Store does not let values expire');
    const text = value.revealText();
    if (text === null) return failed('not-text', 'the value is not UTF-8 text');
    if (text === '') return failed('unsupported', 'AWS Parameter Store does not hold empty values');
    const most = TIERS[this.#uri.query.get('tier') ?? '']?.characters ?? MOST_CHARACTERS;
    if (text.length <= most) return null;
    const help = most < MOST_CHARACTERS ? 'write `tier=advanced` for up to 8192' : undefined;
    return failed('unsupported', `AWS Parameter Store holds up to ${most} characters in this tier`, help);
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api, wanted, (one) => this.#write(one, call));
  }

  /** The parameters right below the folder of this project and profile. */
  async list(call: Call) {
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
    return below.map((name) => ({ name, at: null, native: { item: `${folder}/${name}` } }));
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  /** A write adds a version, also if another writer adds one at the same time: no value is lost. */
  async #write({ entry: { name }, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const input = {
      Name: name,
      Value: value.revealText(),
      Type: 'SecureString',
      Overwrite: onlyIfAbsent !== true,
      ...keyAndTier(this.#uri.query),
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
