/** Programs that sign in to a cluster: the ExecCredential protocol of kubectl (providers-cloud 3.12 (5)). */
import { cleaned } from '../../values/cleaned.js';
import { jsonIn } from '../../values/json.js';
import { endedWith } from '../bases/failure-table.js';
import { objectIn } from '../bases/http-reply.js';
import { tokenOf } from '../bases/http-sign-in.js';
import type { Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { Cluster } from './cluster.js';
import { type KubeconfigFields, pathIn, textIn } from './kubeconfig.js';

export interface ExecPlugin {
  readonly kind: 'exec';
  readonly apiVersion: string;
  readonly command: string;
  readonly words: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly installHint: string;
  readonly wantsCluster: boolean;
}

/** What the program gave. */
export interface ExecCredential {
  readonly kind: 'credential';
  /** Null: it gave a certificate. */
  readonly token: string | null;
  readonly certificate: { readonly certificate: Uint8Array; readonly key: Uint8Array } | null;
  /** Milliseconds; Infinity if it did not say. */
  readonly until: number;
}

const VERSIONS = ['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'];

export function execPluginIn(exec: KubeconfigFields, folder: string): ExecPlugin | Failed {
  const [apiVersion, command] = [textIn(exec, 'apiVersion'), textIn(exec, 'command')];
  if (!VERSIONS.includes(apiVersion))
    return failed('unsupported', 'the `exec` of the kubeconfig has an `apiVersion` that is not supported');
  if (command === '') return failed('unsupported', 'the `exec` of the kubeconfig has no `command`');
  if (exec['interactiveMode'] === 'Always')
    return failed(
      'unsupported',
      `\`${cleaned(command)}\`, which signs in to the cluster, must be run on a terminal`,
      'sign in with it first, and set `interactiveMode: IfAvailable`',
    );
  return {
    kind: 'exec',
    apiVersion,
    // As for kubectl, a name is found in PATH, and a path starts from the kubeconfig.
    command: command.includes('/') ? pathIn(folder, command) : command,
    words: listIn(exec, 'args').filter((word): word is string => typeof word === 'string'),
    variables: variablesIn(exec),
    installHint: textIn(exec, 'installHint'),
    wantsCluster: exec['provideClusterInfo'] === true,
  };
}

/** Runs the program. It gets no terminal, and the whole environment: only the user knows which variables it needs. */
export async function runExecPlugin(
  plugin: ExecPlugin,
  cluster: Cluster,
  ports: ProviderPorts,
  call: Call,
): Promise<ExecCredential | Failed> {
  const { command, words, variables } = plugin;
  const name = cleaned(command.split('/').at(-1) ?? '');
  const shown = `\`${name}\`, which signs in to the cluster,`;
  const vendor: Vendor = {
    name: command,
    install: cleaned(plugin.installHint) || 'it signs in to the cluster, as the kubeconfig says: install it',
    credentials: 'all',
    variables: { ...variables, KUBERNETES_EXEC_INFO: JSON.stringify(requestOf(plugin, cluster)) },
    failures: { rows: [{ kind: 'denied', detail: endedWith(shown) }] },
  };
  const done = await new VendorProgram(vendor, ports).output(words, call);
  if (done.kind === 'failed') return done;
  return credentialIn(done.stdout, plugin) ?? failed('malformed', `\`${name}\` did not print an \`ExecCredential\``);
}

/** The cluster as the kubeconfig has it, with its authority in place of the path. */
function requestOf({ apiVersion, wantsCluster }: ExecPlugin, { fields, server }: Cluster): KubeconfigFields {
  const { 'certificate-authority': _, extensions, ...shown } = fields;
  const authority = server.tls?.authorities;
  const data = authority && { 'certificate-authority-data': Buffer.from(authority).toString('base64') };
  const config = (Array.isArray(extensions) ? extensions : [])
    .map(objectIn)
    .find((extension) => extension?.['name'] === 'client.authentication.k8s.io/exec')?.['extension'];
  const told = { ...shown, ...data, ...(config !== undefined && { config }) };
  return { kind: 'ExecCredential', apiVersion, spec: { interactive: false, ...(wantsCluster && { cluster: told }) } };
}

function credentialIn(output: Buffer, { apiVersion }: ExecPlugin): ExecCredential | null {
  const printed = objectIn(jsonIn(output));
  const status = objectIn(printed?.['status']);
  if (printed?.['kind'] !== 'ExecCredential' || printed['apiVersion'] !== apiVersion || status === null) return null;
  const [given, certificate, key, expiry] = [
    'token',
    'clientCertificateData',
    'clientKeyData',
    'expirationTimestamp',
  ].map((name) => textIn(status, name));
  const token = given ? tokenOf('token', given) : null;
  const pair = certificate && key ? { certificate: Buffer.from(certificate), key: Buffer.from(key) } : null;
  if ((token === null && pair === null) || (token !== null && typeof token !== 'string')) return null;
  const until = expiry ? Date.parse(expiry) : Number.POSITIVE_INFINITY;
  return Number.isNaN(until) ? null : { kind: 'credential', token, certificate: pair, until };
}

function variablesIn(exec: KubeconfigFields): Readonly<Record<string, string>> {
  const pairs = listIn(exec, 'env').map(objectIn);
  return Object.fromEntries(
    pairs.flatMap((pair) => (pair === null ? [] : [[textIn(pair, 'name'), textIn(pair, 'value')]])),
  );
}

function listIn(fields: KubeconfigFields, name: string): readonly unknown[] {
  const value = fields[name];
  return Array.isArray(value) ? value : [];
}
