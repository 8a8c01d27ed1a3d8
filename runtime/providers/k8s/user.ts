/** A user of a kubeconfig: certificate, token, file of a token, password, or a program that signs in. */
import type { TlsSettings } from '../../http/http.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { objectIn } from '../bases/http-reply.js';
import { tokenOf } from '../bases/http-sign-in.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';
import { type ExecPlugin, execPluginIn } from './exec-plugin.js';
import { type KubeconfigFields, type KubeTable, pathIn, pemIn, textIn } from './kubeconfig.js';

export interface KubeUser {
  readonly kind: 'user';
  readonly signIn: KubeSignIn;
  /** Client certificate and key. */
  readonly tls: TlsSettings;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
}
export type KubeSignIn =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'authorization'; readonly header: string }
  | TokenFile
  | ExecPlugin;
export interface TokenFile {
  readonly kind: 'token file';
  readonly path: string;
  readonly shown: string;
}

export async function userOf(table: KubeTable, ports: ProviderPorts): Promise<KubeUser | Failed> {
  const { fields } = table;
  const refusal = refusedIn(fields);
  if (refusal !== null) return refusal;
  const certificate = await pemIn(table, 'client-certificate', ports);
  if (certificate !== null && 'failure' in certificate) return certificate;
  const key = await pemIn(table, 'client-key', ports);
  if (key !== null && 'failure' in key) return key;
  const signIn = signInOf(table);
  if (signIn.kind === 'failed') return signIn;
  const actsAs = textIn(fields, 'as');
  return {
    kind: 'user',
    signIn,
    tls: { ...(certificate !== null && { certificate }), ...(key !== null && { key }) },
    headers: actsAs === '' ? {} : { 'Impersonate-User': actsAs },
  };
}

/** The token as it is now: others replace it while this process runs. */
export async function tokenIn({ path, shown }: TokenFile, { files }: ProviderPorts): Promise<string | Failed> {
  try {
    const bytes = await files.read(path);
    if (bytes === null) return failed('missing-credential', `${shown} is a file that does not exist`);
    return tokenOf('token', (decodeUtf8(bytes) ?? '').trim());
  } catch (error) {
    return failedFile(error, shown);
  }
}

/** What would change who asks, and cannot be honoured, is not passed over. */
function refusedIn(fields: KubeconfigFields): Failed | null {
  if (objectIn(fields['auth-provider']) !== null)
    return failed(
      'unsupported',
      'the user of the kubeconfig signs in with `auth-provider`, which is not supported',
      'use a plugin for `exec`, which the vendor of the cluster offers',
    );
  const unknown = ['as-uid', 'as-groups', 'as-user-extra'].find((name) => fields[name] !== undefined);
  return unknown === undefined
    ? null
    : failed('unsupported', `the user of the kubeconfig has \`${unknown}\`, which is not supported`);
}

function signInOf({ fields, folder }: KubeTable): KubeSignIn | Failed {
  const exec = objectIn(fields['exec']);
  if (exec !== null) return execPluginIn(exec, folder);
  const path = textIn(fields, 'tokenFile');
  if (path !== '')
    return { kind: 'token file', path: pathIn(folder, path), shown: 'the `tokenFile` of the kubeconfig' };
  const given = textIn(fields, 'token');
  if (given !== '') {
    const token = tokenOf('token', given);
    return typeof token === 'string' ? { kind: 'authorization', header: `Bearer ${token}` } : token;
  }
  const [name, password] = [textIn(fields, 'username'), textIn(fields, 'password')];
  if (name === '' && password === '') return { kind: 'nothing' };
  return { kind: 'authorization', header: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}
