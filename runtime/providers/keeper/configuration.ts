/** What a device of Keeper Secrets Manager signs in with: its keys, and the server (providers-local 16.5, 25.16). */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { Replaced } from '../../files/files.js';
import { variableIn } from '../../values/environment.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { localPath, shownLocation } from '../local-path.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

/** The members of a configuration by name, as the vendor's programs write them. Keeper's library changes them. */
export type Members = Record<string, unknown>;

export interface Configuration {
  readonly kind: 'configuration';
  readonly members: Members;
  /** Binds this device when it first signs in; null: it is bound, or shall not be. */
  readonly token: string | null;
  /** Keeps what changed; where there is no file, it is forgotten. */
  save(): Promise<Replaced | null>;
}

/** A configuration that is given is not stored. `config`: its JSON, or that in Base64, as the vendor's console shows it. */
export async function configurationOf(uri: StoreUri, ports: ProviderPorts): Promise<Configuration | Failed> {
  const [config, token] = [await textOf('config', ports), await textOf('token', ports)];
  if (typeof config === 'object' && config !== null) return config;
  if (typeof token === 'object' && token !== null) return token;
  if (config === null) return inFile(uri, token, ports);
  if (token !== null) return BURNT;
  const members = membersIn(config) ?? membersIn(Buffer.from(config, 'base64').toString('utf8'));
  if (members === null) return failed('unsupported', 'credential `config` is not a configuration of Keeper', GET_ONE);
  const problem = problemOf(members) ?? (typeof members['appKey'] === 'string' ? null : UNBOUND);
  return problem ?? { kind: 'configuration', members, token: null, save: async () => null };
}

async function textOf(name: string, ports: ProviderPorts): Promise<string | null | Failed> {
  const given = await ports.credential(name);
  if (given === null) return null;
  return given.revealText()?.trim() || failed('unsupported', `credential \`${name}\` is empty, or not text`);
}

/** Of the address, else of `KSM_CONFIG_FILE`, else one that is there already. */
async function inFile(uri: StoreUri, token: string | null, ports: ProviderPorts): Promise<Configuration | Failed> {
  const named = uri.query.get('config_file') ?? variableIn(ports.environment, 'KSM_CONFIG_FILE');
  if (named === '' && token !== null) return UNKEPT;
  const location = named === '' ? USUAL_FILE : named;
  const path = localPath(location, ports);
  if (typeof path !== 'string') return { kind: 'failed', failure: path.failure };
  const shown = `\`${shownLocation(location.replace(/^\.\//, ''), ports)}\``;
  try {
    const bytes = await ports.files.read(path);
    const isEmpty = bytes === null || Buffer.from(bytes).toString('utf8').trim() === '';
    if (isEmpty && token === null)
      return named === '' ? NONE : failed('missing-credential', `${shown}: no such file`, BIND);
    // Keeper's library takes a file that is not JSON for an empty one, and replaces it.
    const members = isEmpty ? {} : membersIn(Buffer.from(bytes).toString('utf8'));
    if (members === null) return failed('malformed', `${shown} is not a configuration of Keeper`, GET_ONE);
    const isBound = typeof members['clientId'] === 'string';
    const problem = isBound || token === null ? problemOf(members) : null;
    return problem ?? { kind: 'configuration', members, token, save: saving(path, members, ports) };
  } catch (error) {
    return failedFile(error, shown);
  }
}

/** Replaces the file as a whole, if there is something new. */
function saving(path: string, members: Members, { files }: ProviderPorts): Configuration['save'] {
  let saved = JSON.stringify(members);
  return async () => {
    const now = JSON.stringify(members);
    if (now === saved) return null;
    const bytes = Buffer.from(`${JSON.stringify(members, null, 2)}\n`);
    const replaced = await files.update(path, () => bytes);
    saved = now;
    return replaced;
  };
}

function membersIn(text: string): Members | null {
  const members = objectIn(jsonIn(text));
  return members === null ? null : { ...members };
}

/** Each is quoted by its name alone: the values are keys. */
function problemOf(members: Members): Failed | null {
  const missing = ['hostname', 'clientId', 'privateKey'].find((name) => typeof members[name] !== 'string');
  if (missing !== undefined) return failed('unsupported', `the configuration of Keeper has no \`${missing}\``, GET_ONE);
  if (typeof members['appKey'] !== 'string' && typeof members['clientKey'] !== 'string')
    return failed('unsupported', 'the configuration of Keeper has no `appKey`', GET_ONE);
  const host = `${members['hostname']}`;
  return HOST.test(host) ? null : failed('unsupported', '`hostname` of the configuration of Keeper is not a host name');
}

/** With a port if one is written. */
export const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const USUAL_FILE = 'client-config.json';
const GET_ONE = 'add a device to the application in Keeper and copy its configuration';
const BIND =
  'set `KSM_CONFIG`, bind the credential `config`, or bind a new device with `KSM_TOKEN` and `config_file` of the address';
const NONE = failed('missing-credential', 'no configuration of Keeper was found', BIND);
const BURNT = failed(
  'unsupported',
  'a one-time token binds a new device, whose keys would be lost: the configuration that is given is not stored',
  'unset `KSM_TOKEN` or unbind `token`; or unset `KSM_CONFIG` or unbind `config`, and name a file in `config_file`',
);
/** Keeper gives the key of the application only once, to a device that it binds with its first request. */
const UNBOUND = failed(
  'unsupported',
  'the configuration of Keeper is one of a new device that is not bound yet, whose keys would be lost: it is not stored',
  'write it to a file, and name this with `config_file` in the address, or in `KSM_CONFIG_FILE`',
);
const UNKEPT = failed(
  'unsupported',
  'a one-time token binds a new device, and no file is named for its keys',
  'name one with `config_file` in the address, or in `KSM_CONFIG_FILE`',
);
