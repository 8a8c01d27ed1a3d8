/** Stores of AWS before a service in memory. */
import type { HttpOutcome } from '#runtime/http/http.js';
import type { ProviderPorts, Store, WriteAnswer } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { type FakeAws, KEYS } from '../../../helpers/doubles/aws.js';
import { type FakeHttp, type FakeResponse, fakeHttp } from '../../../helpers/fake-http.js';
import { CALL, convention, inShort, openStore, portsIn } from '../open-store.js';

export const REGION = 'eu-central-1';
type Variables = Readonly<Record<string, string>>;

/** A store over the service; `first` answers before it where it gives something. */
export async function opened(
  spec: string,
  aws: FakeAws,
  more: {
    readonly folder?: string;
    readonly variables?: Variables;
    readonly first?: () => FakeResponse | HttpOutcome | null;
    readonly ports?: Partial<ProviderPorts>;
  } = {},
): Promise<{ readonly store: Store; readonly fake: FakeHttp }> {
  const { folder = '/nonexistent', variables = KEYS, first = () => null, ports = {} } = more;
  const fake = fakeHttp((request) => first() ?? aws.answer(request));
  const store = await openStore(spec, { ...portsIn(folder, variables), http: fake.http, ...ports });
  return { store, fake };
}

export async function read(store: Store, ...addresses: readonly At[]): Promise<(string | undefined)[]> {
  return (await store.read(addresses, CALL)).map(inShort);
}

export async function failure(store: Store, at: At = convention('HELD')) {
  const [answer] = await store.read([at], CALL);
  return answer?.kind === 'failed' ? answer.failure : answer?.kind;
}

export async function write(
  store: Store,
  key: string,
  value: string | Uint8Array,
  more = {},
): Promise<WriteAnswer | undefined> {
  const secret = typeof value === 'string' ? SecretValue.fromText(value) : SecretValue.fromBytes(value);
  return (await store.write?.([{ at: convention(key), value: secret, ...more }], CALL))?.[0];
}

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `KEY_${index}`);
export { CALL, convention };
