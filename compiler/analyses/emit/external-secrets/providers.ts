/** Stores as providers of External Secrets: what their addresses say, and placeholders for how the cluster signs in. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { ExternalSecretsProvider } from '#schemas/plan-emission.js';
import { vaultHost } from '#schemas/providers/akv.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { isWrapped } from '#schemas/providers/kv-engine.js';
import { k8sObjectIn } from '#schemas/providers/k8s-object.js';
import { isOff, withoutSlashes } from '#schemas/providers/option-text.js';
import { serverName } from '#schemas/providers/server-name.js';
import type { ReadEntry } from '../parts/recipe.js';
import type { Yaml } from '../parts/yaml.js';

export interface SignIn {
  /** The `Secret` that holds credentials. */
  readonly secret: string;
  readonly serviceAccount: string;
}
export interface Provided {
  readonly provider: Yaml;
  /** Keys that the `Secret` of the sign-in needs. */
  readonly keys: readonly string[];
  readonly hasServiceAccount: boolean;
  /** Placeholders that the address leaves open. */
  readonly open: readonly string[];
  /** How it signs in otherwise than `tool`: clauses after the store. */
  readonly remarks: readonly string[];
}
export interface RemoteRef {
  readonly key: string;
  readonly property?: string | undefined;
  readonly version?: string | undefined;
}
interface Provider {
  readonly provided: (uri: StoreUri, signIn: SignIn) => Provided;
  readonly remoteRef: (read: ReadEntry) => RemoteRef;
  /** Whether a missing entry can be told from one that cannot be read. */
  readonly knowsMissing: boolean;
}

export function providerOf({ scheme }: StoreUri): Provider | null {
  const name = descriptorOf(scheme)?.engines?.['external-secrets'];
  return name === undefined ? null : PROVIDERS[name];
}

const PROVIDERS: Readonly<Record<ExternalSecretsProvider, Provider>> = {
  'aws ParameterStore': { provided: aws('ParameterStore'), remoteRef: named, knowsMissing: true },
  'aws SecretsManager': { provided: aws('SecretsManager'), remoteRef: named, knowsMissing: true },
  azurekv: { provided: azure, remoteRef: named, knowsMissing: true },
  gcpsm: { provided: google, remoteRef: named, knowsMissing: true },
  kubernetes: { provided: kubernetes, remoteRef: keyOfObject, knowsMissing: false },
  vault: { provided: vault, remoteRef: pathInMount, knowsMissing: true },
};

function named({ entry: { name, field, version } }: ReadEntry): RemoteRef {
  return { key: name, property: field, version };
}

function keyOfObject({ uri, entry }: ReadEntry): RemoteRef {
  return { key: k8sObjectIn(uri).name, property: entry.name };
}

function pathInMount({ entry: { name, path, field } }: ReadEntry): RemoteRef {
  return { key: path?.join('/') ?? name, property: field };
}

function provided(provider: Yaml, more: Partial<Provided> = {}): Provided {
  return { provider, keys: [], hasServiceAccount: false, open: [], remarks: [], ...more };
}

function aws(service: string): Provider['provided'] {
  return ({ authority }, { serviceAccount }) => {
    const region = authority === '' ? '<REGION>' : authority;
    const auth = { jwt: { serviceAccountRef: { name: serviceAccount } } };
    const open = authority === '' ? [region] : [];
    return provided({ aws: { service, region, auth } }, { hasServiceAccount: true, open });
  };
}

function azure(uri: StoreUri, { serviceAccount }: SignIn): Provided {
  const serviceAccountRef = { name: serviceAccount };
  const azurekv = { vaultUrl: `https://${vaultHost(uri)}`, authType: 'WorkloadIdentity', serviceAccountRef };
  return provided({ azurekv }, { hasServiceAccount: true });
}

/** The identity of the controller signs in. */
function google({ authority }: StoreUri): Provided {
  return provided({ gcpsm: { projectID: authority } });
}

function kubernetes(uri: StoreUri, { serviceAccount }: SignIn): Provided {
  const { namespace } = k8sObjectIn(uri);
  const caProvider = { type: 'ConfigMap', name: 'kube-root-ca.crt', key: 'ca.crt' };
  const auth = { serviceAccount: { name: serviceAccount } };
  const provider = { kubernetes: { remoteNamespace: namespace ?? '<NAMESPACE>', server: { caProvider }, auth } };
  return provided(provider, { hasServiceAccount: true, open: namespace === null ? ['<NAMESPACE>'] : [] });
}

function vault(uri: StoreUri, signIn: SignIn): Provided {
  const { authority, path, userinfo, query } = uri;
  const hasTls = !isOff(query.get('tls'));
  const server = authority === '' ? '<SERVER>' : `${hasTls ? 'https' : 'http'}://${serverName(authority, hasTls)}`;
  const namespace = withoutSlashes(userinfo?.user ?? '');
  const { auth, ...needs } = vaultSignIn(query, signIn);
  const provider: Yaml = {
    vault: {
      server,
      ...(namespace !== '' && { namespace }),
      path: withoutSlashes(path) || 'secret',
      version: ['1', 'v1'].includes(query.get('kv') ?? '2') ? 'v1' : 'v2',
      ...(auth !== null && { auth }),
    },
  };
  return provided(provider, { ...needs, open: authority === '' ? [server] : [] });
}

function vaultSignIn(
  query: StoreUri['query'],
  { secret, serviceAccount }: SignIn,
): Partial<Provided> & { readonly auth: Yaml | null } {
  const way = query.get('auth') ?? 'token';
  const mount = withoutSlashes(query.get('auth_mount') ?? way);
  const role = query.get('role') ?? '';
  const serviceAccountRef = { name: serviceAccount };
  switch (way) {
    case 'none':
      return { auth: null };
    case 'approle': {
      const roleRef = { name: secret, key: 'role-id' };
      const secretRef = { name: secret, key: 'secret-id' };
      const keys = ['role-id', 'secret-id'];
      return { auth: { appRole: { path: mount, roleRef, secretRef } }, keys, remarks: unwrapped(query, 'secret-id') };
    }
    case 'kubernetes':
      return { auth: { kubernetes: { mountPath: mount, role, serviceAccountRef } }, hasServiceAccount: true };
    case 'jwt': {
      const audience = query.get('audience') ?? '';
      const token = { serviceAccountRef, ...(audience !== '' && { audiences: [audience] }) };
      const remarks = audience === '' ? ['shows tokens for the audience `vault`, for the address names none'] : [];
      const jwt = { path: mount, ...(role !== '' && { role }), kubernetesServiceAccountToken: token };
      return { auth: { jwt }, hasServiceAccount: true, remarks };
    }
    default:
      return {
        auth: { tokenSecretRef: { name: secret, key: 'token' } },
        keys: ['token'],
        remarks: unwrapped(query, 'token'),
      };
  }
}

function unwrapped(query: StoreUri['query'], key: string): readonly string[] {
  return isWrapped(query) ? [`does not unwrap \`${key}\`: give it what a wrapping token holds`] : [];
}
