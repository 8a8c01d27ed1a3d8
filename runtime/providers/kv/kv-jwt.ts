/** JWTs for a login: from the environment, from Actions of GitHub and Forgejo, and of the service account of a pod (providers-cloud 3.6 (5)). */

import { variableIn } from '../../values/environment.js';
import { isPrivate } from '../bases/endpoint.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn } from '../bases/http-reply.js';
import { lastingSignIn, tokenOf } from '../bases/http-sign-in.js';
import { tokenInFile } from '../bases/token-file.js';
import type { Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { settingOf, variableOf } from './kv-product.js';
import type { KvLogin } from './kv-sign-in.js';

/** Requested anew for each login: a JWT of Actions is valid for minutes. */
export async function jwtOfEnvironment(login: KvLogin, call: Call): Promise<string | Failed> {
  const { product, ports } = login;
  const given = settingOf(product, 'JWT', ports.environment);
  if (given !== '') return given;
  const path = settingOf(product, 'JWT_FILE', ports.environment);
  if (path !== '') return tokenInFile(path, `the file that \`${variableOf(product, 'JWT_FILE')}\` names`, login.ports);
  const url = variableIn(ports.environment, URL_VARIABLE);
  const token = variableIn(ports.environment, TOKEN_VARIABLE);
  if (url !== '' && token !== '') return jwtOfActions(url, token, login, call);
  return failed(
    'missing-credential',
    'sign-in by `auth=jwt` needs a JWT',
    `set \`${variableOf(product, 'JWT')}\`, or give the job of Actions the permission \`id-token: write\``,
  );
}

const URL_VARIABLE = 'ACTIONS_ID_TOKEN_REQUEST_URL';
const TOKEN_VARIABLE = 'ACTIONS_ID_TOKEN_REQUEST_TOKEN';
const SERVICE_ACCOUNT_TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

/** Of the pod, or of the file that the variable names. */
export async function jwtOfAccount(login: KvLogin): Promise<string | Failed> {
  const variable = variableOf(login.product, 'JWT_FILE');
  const named = settingOf(login.product, 'JWT_FILE', login.ports.environment);
  if (named !== '') return tokenInFile(named, `the file that \`${variable}\` names`, login.ports);
  const jwt = await tokenInFile(SERVICE_ACCOUNT_TOKEN, 'the token of the service account', login.ports);
  if (typeof jwt === 'string' || jwt.failure.kind !== 'missing-credential') return jwt;
  const help = `run it in a pod, or name the file of the token in \`${variable}\``;
  return failed('missing-credential', 'sign-in by `auth=kubernetes` needs the token of a service account', help);
}

async function jwtOfActions(text: string, token: string, login: KvLogin, call: Call): Promise<string | Failed> {
  const { uri, product, ports } = login;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['https:', 'http:'].includes(url.protocol) || !isPrivate(url))
    return failed('unsupported', `\`${URL_VARIABLE}\` is not an address that starts with \`https://\``);
  // `audience=` in the address is none: it overrides the variable.
  const written = uri.queryPairs.find(([name]) => name === 'audience')?.[1];
  const audience = written ?? settingOf(product, 'JWT_AUDIENCE', ports.environment);
  if (audience !== '') url.searchParams.set('audience', audience);
  const bearer = tokenOf(TOKEN_VARIABLE, token);
  if (typeof bearer !== 'string') return bearer;
  const api = new HttpApi(ports.http, {
    product: 'Actions',
    server: async () => ({ origin: url.origin }),
    signIn: async () => lastingSignIn({ authorization: `Bearer ${bearer}`, accept: 'application/json' }),
    messageOf: (body) => {
      const message = objectIn(body)?.['message'];
      return typeof message === 'string' ? message : null;
    },
    plainHelp: `\`${URL_VARIABLE}\` must start with \`https://\``,
  });
  try {
    const reply = await api.ask({ method: 'GET', path: `${url.pathname}${url.search}`, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return api.failureOf(reply, 'give the job the permission `id-token: write`');
    const jwt = objectIn(reply.body)?.['value'];
    return typeof jwt === 'string' && jwt !== '' ? jwt : api.malformed(reply);
  } finally {
    await api.close();
  }
}
