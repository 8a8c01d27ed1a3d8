/** Kubeconfigs of tests. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** In YAML, of which JSON is a part. */
export function kubeconfig(
  user: object,
  cluster: object = { server: 'https://k8s.test:6443' },
  context: object = {},
): string {
  return JSON.stringify({
    'current-context': 'here',
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'here', context: { cluster: 'c', user: 'u', ...context } }],
  });
}

/** One cluster, one user with a token, one context. */
export const KUBECONFIG = kubeconfig({ token: 'root' });

/** Adds a server on loopback to the file, with a context that has its name; gives the path. */
export function addContext(path: string, host: string): string {
  const held = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { clusters: [], contexts: [] };
  const clusters = [...held.clusters, { name: host, cluster: { server: `http://${host}` } }];
  const contexts = [...held.contexts, { name: host, context: { cluster: host } }];
  writeFileSync(path, JSON.stringify({ clusters, contexts }));
  return path;
}
