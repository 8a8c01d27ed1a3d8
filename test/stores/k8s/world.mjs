/** What the cases share: users with roles, kubeconfigs, stores as a program opens them, and the tool in folders of its own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slowWay } from '../shared/loopback.mjs';
import { openStore } from '../shared/store.mjs';
import { toolIn } from '../shared/tool.mjs';

export const MERGE = { type: 'application/merge-patch+json' };

export function makeWorld(server, folder, command) {
  const { ask, origin, authority } = server;
  let places = 0;
  const fresh = (name) => `${name}-${places++}`;
  const tool = toolIn(folder, command);
  const world = {
    server,
    ask,
    folder,
    fresh,
    path: (object, resource = 'secrets', namespace = 'default') =>
      `/api/v1/namespaces/${namespace}/${resource}/${object}`,
    put: (object, content, resource = 'secrets') => {
      const kind = resource === 'secrets' ? 'Secret' : 'ConfigMap';
      const json = { apiVersion: 'v1', kind, metadata: { name: object }, ...content };
      return ask('POST', `/api/v1/namespaces/default/${resource}`, json);
    },
    /** The path of a kubeconfig with this user; by default the administrator. */
    kubeconfig: (user = { token: 'canary-admin' }, cluster = {}, context = {}) => {
      const path = join(folder, `${fresh('kubeconfig')}.yaml`);
      const clusters = [{ name: 'c', cluster: { server: origin, 'certificate-authority': authority, ...cluster } }];
      const contexts = [{ name: 'here', context: { cluster: 'c', user: 'u', ...context } }];
      const config = { apiVersion: 'v1', kind: 'Config', 'current-context': 'here', clusters, contexts };
      writeFileSync(path, JSON.stringify({ ...config, users: [{ name: 'u', user }] }));
      return path;
    },
    /** A token of a new service account with these rules in its namespace. */
    tokenWith: async (rules) => {
      const name = fresh('account');
      const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
      const metadata = { name };
      await ask('POST', '/api/v1/namespaces/default/serviceaccounts', { metadata });
      await ask('POST', `${rbac}/roles`, { metadata, rules });
      await ask('POST', `${rbac}/rolebindings`, {
        metadata,
        subjects: [{ kind: 'ServiceAccount', name, namespace: 'default' }],
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      });
      const path = `/api/v1/namespaces/default/serviceaccounts/${name}/token`;
      const { token } = (await ask('POST', path, { spec: {} })).body.status;
      await effective(ask, token, rules);
      return token;
    },
    /** A store of the project `shop`; the kubeconfig of the administrator if none is given. */
    open: (spec, kubeconfig = world.kubeconfig()) => openStore(spec, { variables: { KUBECONFIG: kubeconfig }, folder }),
    /** The tool with the kubeconfig of the administrator, unless another one or null is given. */
    tool: (manifest, args, { kubeconfig = world.kubeconfig(), ...more } = {}) =>
      tool(manifest, args, { environment: kubeconfig === null ? {} : { KUBECONFIG: kubeconfig }, ...more }),
    /** A way to the server in plain HTTP on loopback, as `kubectl proxy` has it, which holds its responses until nothing arrives for so long. */
    delayed: (ms) => {
      const headers = { authorization: 'Bearer canary-admin' };
      return slowWay(origin, ms, { onward: { ca: readFileSync(authority), headers } });
    },
  };
  return world;
}

export const base64 = (text) => Buffer.from(text).toString('base64');

/** A role counts some moments after it was created. */
async function effective(ask, token, rules) {
  const [{ resources, verbs, resourceNames = [''] }] = rules;
  const resourceAttributes = { namespace: 'default', verb: verbs[0], resource: resources[0], name: resourceNames[0] };
  const review = { spec: { resourceAttributes } };
  for (let tries = 0; tries < 200; tries++) {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const { body } = await ask('POST', path, review, { token });
    if (body.status?.allowed === true) return;
    await new Promise((resume) => setTimeout(resume, 50));
  }
  throw new Error('the role did not take effect');
}
