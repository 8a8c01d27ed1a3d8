/** What the tests of both stores of Kubernetes have in common: the keys of one object, which is denied whole. */
import { dirname } from 'node:path';
import { FakeKubernetes } from '../../helpers/doubles/kubernetes.js';
import { addContext, kubeconfig } from '../../helpers/kubeconfig.js';
import type { HttpStoreCase, HttpStoreWorld } from './http-store.js';
import type { MachineRow } from './machine.js';
import { type StoreWorld, VALUE } from './store-world.js';

type Resource = 'secrets' | 'configmaps';
const nameOf = (key: string) => `tool--demo--default--${key}`;
const heldAs = (resource: Resource, text: string) =>
  resource === 'secrets' ? Buffer.from(text).toString('base64') : text;

/** Asked without a token, as through `kubectl proxy`. Two such stores share one kubeconfig, in which each has a context of its own. */
export function objectWorld(scheme: string, resource: Resource): StoreWorld {
  return {
    spec: (_, host) => `${scheme}://app?context=${host}`,
    hold: (at, _, host) => ({ KUBECONFIG: addContext(`${dirname(at)}/kubeconfig`, host) }),
    item: () => nameOf('HELD'),
    isSmall: true,
    server: () => {
      const server = new FakeKubernetes();
      server.tokens.set('', ['get', 'patch', 'create']);
      server.put(`default/${resource}/app`, { data: { [nameOf('HELD')]: heldAs(resource, VALUE) } });
      return (request) => server.answer(request);
    },
  };
}

export function objectCase(scheme: string, resource: Resource): HttpStoreCase {
  return {
    spec: `${scheme}://app`,
    credentials: {},
    homeFiles: { '.kube/config': kubeconfig({ token: 'canary-token' }) },
    make: () => httpWorld(resource),
    costs: { hundred: 1, misses: 1 },
  };
}

export function machineOfObject(scheme: string): readonly MachineRow[] {
  const uri = `${scheme}://app`;
  const both = { environment: { KUBECONFIG: 'AT/kube' } };
  const other = (server: string, more = {}) => ({ files: { kube: pointingAt(server, more) } });
  return [
    [uri, 'the server', both, other('one.test'), other('two.test')],
    [uri, 'a prefix of the server', both, other('k.test/a'), other('k.test/b')],
    [uri, 'the context', both, other('k.test'), other('k.test', { context: 'there' })],
    [uri, 'the namespace', both, other('k.test'), other('k.test', { namespace: 'other' })],
    [
      uri,
      'the file',
      { files: { kube: pointingAt('one.test'), other: pointingAt('two.test') } },
      { KUBECONFIG: 'AT/kube' },
      { KUBECONFIG: 'AT/other' },
    ],
  ];
}

function pointingAt(server: string, { context = 'here', namespace = 'team' } = {}): string {
  return JSON.stringify({
    'current-context': context,
    contexts: ['here', 'there'].map((name) => ({ name, context: { cluster: name, namespace } })),
    clusters: ['here', 'there'].map((name) => ({ name, cluster: { server: `https://${name}.${server}` } })),
  });
}

function httpWorld(resource: Resource): HttpStoreWorld {
  const server = new FakeKubernetes();
  server.tokens.clear();
  server.tokens.set('canary-token', ['get', 'patch', 'create']);
  const place = `default/${resource}/app`;
  return {
    double: server,
    put: (key, text) =>
      server.put(place, { data: { ...server.at(place)?.data, [nameOf(key)]: heldAs(resource, text) } }),
    refusal: (code) => ({ kind: 'Status', status: 'Failure', message: 'an error occurred', reason: 'Unknown', code }),
    denyReading: null,
    denyWriting: () => {
      server.tokens.set('canary-token', ['get']);
      return '`patch`';
    },
    expireToken: () => server.tokens.clear(),
  };
}
