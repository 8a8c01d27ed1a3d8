/** The cluster of a store: its server and how to sign in, from the kubeconfig or from inside the cluster (providers-cloud 3.12 (5)). */

import { isK8sNamespace } from '#schemas/providers/k8s-object.js';
import type { HttpServer, TlsSettings } from '../../http/http.js';
import { cleaned } from '../../values/cleaned.js';
import { variableIn } from '../../values/environment.js';
import { addressIn, basePathOf, isPrivate } from '../bases/endpoint.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type KubeconfigFields, type Kubeconfig, type KubeTable, pemIn, readKubeconfig, textIn } from './kubeconfig.js';
import { type KubeUser, userOf } from './user.js';

export interface Cluster {
  readonly kind: 'cluster';
  readonly server: HttpServer;
  /** Before the path of every request, as gateways of several clusters have it: `/k8s/clusters/c-1`; empty for most. */
  readonly basePath: string;
  /** The namespace of the context. */
  readonly namespace: string;
  readonly user: KubeUser;
  /** As the kubeconfig has it, for programs that sign in. */
  readonly fields: KubeconfigFields;
}

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

/** `context`: the one that the store names; empty for the current one. */
export async function findCluster(context: string, ports: ProviderPorts): Promise<Cluster | Failed> {
  const config = await readKubeconfig(ports);
  if (config?.kind === 'failed') return config;
  if (config !== null) return clusterOf(config, context, ports);
  if (context === '' && variableIn(ports.environment, 'KUBERNETES_SERVICE_HOST') !== '') return ownCluster(ports);
  return failed(
    'missing-credential',
    'no kubeconfig was found',
    'sign in to the cluster as for `kubectl`, or name the file in `KUBECONFIG`',
  );
}

async function clusterOf(config: Kubeconfig, wanted: string, ports: ProviderPorts): Promise<Cluster | Failed> {
  const name = wanted || config.currentContext;
  const context = config.contexts.get(name);
  if (context === undefined) return noContext(name, wanted !== '');
  const cluster = config.clusters.get(textIn(context.fields, 'cluster'));
  if (cluster === undefined) return incomplete(name, 'cluster');
  const userName = textIn(context.fields, 'user');
  const found = config.users.get(userName);
  if (found === undefined && userName !== '') return incomplete(name, 'user');
  const namespace = textIn(context.fields, 'namespace') || 'default';
  if (!isK8sNamespace(namespace))
    return failed(
      'failed',
      `context \`${cleaned(name)}\` of the kubeconfig has a namespace that is not valid in Kubernetes`,
    );
  const server = serverIn(cluster.fields);
  if (server.kind === 'failed') return server;
  const user = await userOf(found ?? { fields: {}, folder: '' }, ports);
  if (user.kind === 'failed') return user;
  const tls = await tlsOf(cluster, user, ports);
  if ('failure' in tls) return tls;
  const proxy = textIn(cluster.fields, 'proxy-url');
  return {
    kind: 'cluster',
    server: {
      origin: server.url.origin,
      tls,
      ...(proxy !== '' && { proxy: { address: proxy, setting: 'proxy-url' } }),
    },
    basePath: basePathOf(server.url),
    namespace,
    user: server.url.protocol === 'https:' ? user : NO_USER,
    fields: cluster.fields,
  };
}

/** A token of this machine is not sent over plain HTTP, as kubectl does not; `kubectl proxy` needs none. */
const NO_USER: KubeUser = { kind: 'user', signIn: { kind: 'nothing' }, tls: {}, headers: {} };

interface Server {
  readonly kind: 'server';
  readonly url: URL;
}

function serverIn(fields: KubeconfigFields): Server | Failed {
  const url = addressIn(textIn(fields, 'server'));
  if (url !== null && isPrivate(url)) return { kind: 'server', url };
  return failed(
    'failed',
    'the `server` of the cluster in the kubeconfig is not a usable address',
    'it must start with `https://`, or with `http://` on this machine',
  );
}

async function tlsOf(cluster: KubeTable, user: KubeUser, ports: ProviderPorts): Promise<TlsSettings | Failed> {
  const authorities = await pemIn(cluster, 'certificate-authority', ports);
  if (authorities !== null && 'failure' in authorities) return authorities;
  const serverName = textIn(cluster.fields, 'tls-server-name');
  return {
    ...user.tls,
    ...(authorities !== null && { authorities }),
    ...(serverName !== '' && { serverName }),
    ...(cluster.fields['insecure-skip-tls-verify'] === true && { isUnverified: true as const }),
  };
}

/** In a pod: the service account, whose token is replaced from time to time. */
async function ownCluster(ports: ProviderPorts): Promise<Cluster | Failed> {
  const host = variableIn(ports.environment, 'KUBERNETES_SERVICE_HOST');
  const port = variableIn(ports.environment, 'KUBERNETES_SERVICE_PORT') || '443';
  const text = `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(text)) return failed('failed', '`KUBERNETES_SERVICE_HOST` is not the name of a server');
  const account: KubeTable = { fields: { 'certificate-authority': 'ca.crt' }, folder: SERVICE_ACCOUNT };
  const authorities = await pemIn(account, 'certificate-authority', ports);
  if (authorities !== null && 'failure' in authorities) return authorities;
  const namespace = await ports.files.read(`${SERVICE_ACCOUNT}/namespace`).catch(() => null);
  const path = `${SERVICE_ACCOUNT}/token`;
  return {
    kind: 'cluster',
    server: { origin: new URL(text).origin, tls: authorities === null ? {} : { authorities } },
    basePath: '',
    namespace:
      Buffer.from(namespace ?? [])
        .toString()
        .trim() || 'default',
    user: {
      kind: 'user',
      signIn: { kind: 'token file', path, shown: 'the token of the service account' },
      tls: {},
      headers: {},
    },
    fields: {},
  };
}

function noContext(name: string, isWanted: boolean): Failed {
  const detail = `the kubeconfig has no context \`${cleaned(name)}\``;
  if (isWanted) return failed('failed', detail, '`kubectl config get-contexts` shows those it has');
  if (name !== '') return failed('failed', `${detail}, which it names as the current one`);
  return failed(
    'failed',
    'the kubeconfig names no current context',
    'choose one with `kubectl config use-context`, or write `?context=NAME` after the address',
  );
}

function incomplete(name: string, what: string): Failed {
  return failed('failed', `context \`${cleaned(name)}\` of the kubeconfig names a ${what} that is not in it`);
}
