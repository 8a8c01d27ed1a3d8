/** Values of many parameters, ten in a request (providers-cloud 3.2 (4)). */
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import type { AwsApi } from '../aws/aws-api.js';
import { inBatches } from '../aws/in-batches.js';
import { objectIn } from '../bases/http-reply.js';
import type { Answer, Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** Names and ARNs, with `:version` or `:label` after those that are pinned. */
type Ids = readonly string[];
type ById = ReadonlyMap<string, Answer>;

const MOST_IN_BATCH = 10;

/** One answer for each id. */
export async function readParameters(api: AwsApi, ids: Ids, call: Call): Promise<ById> {
  const known = await readInBatches(api, ids, true, call);
  const pinned = ids.filter((id) => known.get(id)?.kind === 'absent' && nameIn(id) !== id);
  if (pinned.length === 0) return known;
  // A parameter without the version that is asked for is not a missing parameter: a default must not replace it.
  const bare = await readInBatches(api, [...new Set(pinned.map(nameIn))], false, call);
  const answers = pinned.map((id) => [id, withoutVersion(id, bare.get(nameIn(id)) ?? api.malformed())] as const);
  return new Map([...known, ...answers]);
}

/** One forbidden or odd name makes a whole request fail: then each is asked for alone. */
function readInBatches(api: AwsApi, ids: Ids, isDecrypted: boolean, call: Call): Promise<Map<string, Answer>> {
  const ofMany = (names: Ids) => readBatch(api, names, isDecrypted, call);
  const ofOne = async (id: string) => {
    const answers = await ofMany([id]);
    return 'failure' in answers ? answers : (answers.get(id) ?? api.malformed());
  };
  return inBatches<Answer>(api, ids, { most: MOST_IN_BATCH, ofMany, ofOne });
}

async function readBatch(api: AwsApi, ids: Ids, isDecrypted: boolean, call: Call): Promise<ById | Failed> {
  const input = { Names: ids, WithDecryption: isDecrypted };
  const right = `allow \`ssm:GetParameters\` on \`${arnOf(nameIn(ids[0] ?? ''))}\``;
  const got = await api.ask({ name: 'GetParameters', input, right }, call);
  if (got.kind === 'done') return answersIn(got.output, ids) ?? api.malformed();
  if (got.kind === 'failed') return got;
  const isOfOne = /^(AccessDenied|ValidationException|InvalidKeyId)/.test(got.code);
  return isOfOne && ids.length > 1 ? new Map() : got.failure;
}

interface Parameter {
  readonly names: readonly unknown[];
  readonly selector: string;
  readonly value: string;
}

function answersIn({ Parameters, InvalidParameters }: Readonly<Record<string, unknown>>, ids: Ids): ById | null {
  if (!Array.isArray(Parameters) || !Array.isArray(InvalidParameters)) return null;
  const found = Parameters.map(parameterIn).filter((one) => one !== null);
  if (found.length !== Parameters.length) return null;
  const answers = new Map<string, Answer>();
  for (const id of ids) {
    const match = ids.length === 1 ? found[0] : matching(id, found);
    if (match !== undefined) answers.set(id, { kind: 'found', value: SecretValue.fromText(match.value) });
    else if (InvalidParameters.includes(id)) answers.set(id, { kind: 'absent' });
  }
  return answers;
}

/** By name or ARN, since both may have been asked for, and by what follows the colon. */
function matching(id: string, found: readonly Parameter[]): Parameter | undefined {
  const name = nameIn(id);
  const pin = id.slice(name.length);
  const named = found.filter(({ names }) => names.includes(name));
  const exact = named.find(({ selector }) => selector === pin);
  // Several parameters of one name cannot be told apart if the service leaves their selectors out.
  return named.length > 1 && named.every(({ selector }) => selector === '') ? undefined : exact;
}

function parameterIn(entry: unknown): Parameter | null {
  const { Name, ARN, Selector, Value } = objectIn(entry) ?? {};
  if (typeof Name !== 'string' || typeof Value !== 'string') return null;
  const selector = typeof Selector === 'string' && Selector !== '' ? `:${Selector.replace(/^:/, '')}` : '';
  return { names: [Name, ARN], selector, value: Value };
}

function withoutVersion(id: string, bare: Answer): Answer {
  if (bare.kind !== 'found') return bare;
  const name = nameIn(id);
  const pin = cleaned(id.slice(name.length + 1));
  return failed('failed', `parameter \`${cleaned(name)}\` has no version or label \`${pin}\``);
}

/** Without what pins the version; the colons of an ARN are before its name. */
function nameIn(id: string): string {
  const start = id.startsWith('arn:') ? id.indexOf(':parameter') + 1 : 0;
  const colon = id.indexOf(':', start);
  return colon === -1 ? id : id.slice(0, colon);
}

/** What a policy names. */
export function arnOf(name: string): string {
  const text = cleaned(name);
  return text.startsWith('arn:') ? text : `arn:aws:ssm:*:*:parameter${text.startsWith('/') ? '' : '/'}${text}`;
}
