/** Stores of Kubernetes before a server in memory: Secret and ConfigMap `app` in namespace `default`, with the key HELD by convention. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { beforeEach } from '@jest/globals';
import type { HttpOutcome } from '#runtime/http/http.js';
import type { Programs } from '#runtime/programs/programs.js';
import type { ProviderPorts, Store, WriteAnswer, WriteEntry } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { FakeKubernetes } from '../../../helpers/doubles/kubernetes.js';
import { type FakeHttp, type FakeRequest, type FakeResponse, fakeHttp } from '../../../helpers/fake-http.js';
import { KUBECONFIG } from '../../../helpers/kubeconfig.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from '../open-store.js';

export const folder = temporaryFolder();
export const SECRET = 'k8s+secret://app';
export const CONFIGMAP = 'k8s+configmap://app';
export const HELD = 'tool--demo--default--HELD';

interface K8sWorld {
  server: FakeKubernetes;
  fake: FakeHttp;
  requests: FakeRequest[];
  /** An answer that comes before the server's own, to those requests for which there is one. */
  first: (request: FakeRequest) => FakeResponse | HttpOutcome | null;
}
/** Made again for each test. */
export const world: K8sWorld = made();
beforeEach(() => {
  Object.assign(world, made());
  write('home/.kube/config', KUBECONFIG);
});

function made(): K8sWorld {
  const server = new FakeKubernetes();
  server.put('default/secrets/app', { data: { [HELD]: base64('canary-held') } });
  server.put('default/configmaps/app', { data: { [HELD]: 'canary-held' } });
  const fake = fakeHttp((request) => {
    world.requests.push(request);
    return world.first(request) ?? world.server.answer(request);
  });
  return { server, fake, requests: [], first: () => null };
}

/** A file below the folder of the test. */
export function write(name: string, content: string): string {
  const path = `${folder}/${name}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

export function ports(variables: Readonly<Record<string, string>> = {}, programs?: Programs): ProviderPorts {
  return { ...portsIn(folder, variables), http: world.fake.http, ...(programs && { programs }) };
}

export const opened = (spec = SECRET, given = ports()): Promise<Store> => openStore(spec, given);

export async function read(store: Store, ...addresses: readonly At[]) {
  return (await store.read(addresses, CALL)).map(inShort);
}

/** Why one entry is not read; else its answer. */
export async function failure(store: Store, at: At = convention('HELD')) {
  const [answer] = await store.read([at], CALL);
  return answer?.kind === 'failed' ? answer.failure : inShort(answer);
}

export async function set(
  store: Store,
  key: string,
  text: string | Uint8Array,
  more: Partial<WriteEntry> = {},
): Promise<WriteAnswer | undefined> {
  const value = typeof text === 'string' ? SecretValue.fromText(text) : SecretValue.fromBytes(text);
  return (await store.write?.([{ at: convention(key), value, ...more }], CALL))?.[0];
}

export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
