/** What `k8s+secret` and `k8s+configmap` share: one object of a namespace, each of whose keys is an entry. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitName, unfitPart } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import type { Reach, UriShape } from './descriptor.js';

/** `NAME[@NAMESPACE]`; without a namespace that of the context applies. */
export function k8sShape(scheme: string): UriShape {
  return {
    user: 'optional',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: `${scheme}://NAME@NAMESPACE`,
    query: { context: {} },
    refuses: objectProblem,
    identity: (uri) => {
      const { name, namespace } = k8sObjectIn(uri);
      return `${scheme}://${name}@${namespace ?? ''}?${uri.query.get('context') ?? ''}`;
    },
  };
}

/** The kubeconfig, or the pod, names the server and what signs in to it. */
export function k8sReach(): Reach {
  return { machine: ['host', 'program', 'file'] };
}

/** Without an `@`, the only part is the name. */
export function k8sObjectIn({ userinfo, authority }: StoreUri): {
  readonly name: string;
  readonly namespace: string | null;
} {
  return userinfo === null ? { name: authority, namespace: null } : { name: userinfo.user, namespace: authority };
}

export function isK8sNamespace(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
}

const PART = /^[A-Za-z0-9_.]+(?:-[A-Za-z0-9_.]+)*$/;

/** Different names never give one key. */
export function k8sEntry(at: At): Entry | Unfit {
  const help = 'use letters, digits, `_`, `.` and single dashes, or give the secret a `ref`';
  const key = at.kind === 'convention' ? k8sConventionName(at) : at.item;
  return unfitPart(at, PART, 'a key of Kubernetes', help) ?? unfitName(at, key, keyProblem(key)) ?? entryNamed(key);
}

export function k8sConventionName({ project, profile, key }: PlaceholderValues): string {
  return `tool--${project}--${profile}--${key}`;
}

/** A key of an object, as the API server accepts it. */
function keyProblem(item: string): string | null {
  const isKey = /^[-._a-zA-Z0-9]{1,253}$/.test(item) && item !== '.' && !item.startsWith('..');
  return isKey ? null : 'is not a valid key: use up to 253 letters, digits, `-`, `_` and `.`';
}

function objectProblem(uri: StoreUri): string | null {
  if (uri.authority.includes(':')) return 'has a port: write `NAME@NAMESPACE`';
  const { name, namespace } = k8sObjectIn(uri);
  if (!/^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name) || name.length > 253)
    return 'has a name that is not valid in Kubernetes: use lower-case letters, digits, `-` and `.`';
  if (namespace !== null && !isK8sNamespace(namespace))
    return 'has a namespace that is not valid in Kubernetes: use lower-case letters, digits and `-`';
  return null;
}
