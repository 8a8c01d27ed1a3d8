/** A store before its double, without sockets: for what one HTTP store has that the others do not. */
import type { ProviderPorts, Store, WriteAnswer } from '#runtime/providers/provider.js';
import { CredentialFault } from '#runtime/stores/credential-fault.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { type FakeHttp, type FakeRequest, type FakeResponse, fakeHttp } from '../../helpers/fake-http.js';
import { CALL, inShort, openStore, portsIn } from './open-store.js';

export interface HttpWorld {
  readonly fake: FakeHttp;
  readonly sent: FakeRequest[];
  readonly credential: ProviderPorts['credential'];
  readonly open: (spec: string) => Promise<Store>;
}

/** `bound`: those of the credentials that the alias binds; the others are of the environment. */
export function httpWorld(
  answer: (request: FakeRequest) => FakeResponse,
  credentials: Readonly<Record<string, string>> = { token: 'canary-token' },
  variables: Readonly<Record<string, string>> = {},
  bound: readonly string[] = Object.keys(credentials),
): HttpWorld {
  const sent: FakeRequest[] = [];
  const fake = fakeHttp((request) => {
    sent.push(request);
    return answer(request);
  });
  const ports: ProviderPorts = {
    ...portsIn('/nowhere', variables),
    http: fake.http,
    credential: async (name, ask) => {
      const text = ask?.bound === true && !bound.includes(name) ? undefined : credentials[name];
      if (text !== undefined) return SecretValue.fromText(text);
      if (ask?.required) throw new CredentialFault({ kind: 'missing-credential', detail: `no ${name}` });
      return null;
    },
  };
  return { fake, sent, credential: ports.credential, open: (spec) => openStore(spec, ports) };
}

export async function readAll(store: Store, ...addresses: readonly At[]): Promise<readonly (string | undefined)[]> {
  return (await store.read(addresses, CALL)).map(inShort);
}

/** What went wrong with one entry, or the kind of its answer. */
export async function failureOf(store: Store, at: At) {
  const [answer] = await store.read([at], CALL);
  return answer?.kind === 'failed' ? answer.failure : answer?.kind;
}

export async function writeOne(store: Store, at: At, text: string, more = {}): Promise<WriteAnswer | undefined> {
  return (await store.write?.([{ at, value: SecretValue.fromText(text), ...more }], CALL))?.[0];
}
