/**
 * The keys that requests are signed with (providers-cloud 3.1 (5)). Variables, keys in a profile and `credential_process`
 * are read here; roles, single sign-on, containers and metadata services are left to a library, which is large.
 */
import { variableIn } from '../../values/environment.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import type { AwsProfile } from './aws-profile.js';
import type { AwsKeys } from './signature.js';

export interface LimitedKeys extends AwsKeys {
  readonly kind: 'keys';
  /** Milliseconds; null: they do not expire. */
  readonly expiresAt: number | null;
}

/** The profile that the address names comes before the environment's keys, which come before any other profile. */
export async function keysOf(
  profile: AwsProfile | Failed,
  isNamedByAddress: boolean,
  region: string,
  ports: ProviderPorts,
  call: Call,
): Promise<LimitedKeys | Failed> {
  const keys =
    (isNamedByAddress ? null : keysIn((name) => variableIn(ports.environment, name.toUpperCase()))) ??
    (await keysOfProfile(profile, region, ports, call));
  return keys.kind === 'failed' || isSendable(keys)
    ? keys
    : failed('unsupported', 'the keys for AWS contain characters that are not valid in keys');
}

async function keysOfProfile(
  profile: AwsProfile | Failed,
  region: string,
  ports: ProviderPorts,
  call: Call,
): Promise<LimitedKeys | Failed> {
  if (profile.kind === 'failed') return profile;
  const { settings } = profile;
  const isRole = settings.has('role_arn');
  const written = isRole ? null : keysIn((name) => settings.get(name) ?? '');
  if (written !== null) return written;
  const command = settings.get('credential_process');
  if (!isRole && command !== undefined) {
    const { keysFromProcess } = await import('./credential-process.js');
    return keysFromProcess(command, ports, call);
  }
  const { keysFromLibrary } = await import('./credential-library.js');
  return keysFromLibrary(profile, region, ports, call);
}

function keysIn(get: (name: string) => string): LimitedKeys | null {
  const [accessKeyId, secretAccessKey] = [get('aws_access_key_id'), get('aws_secret_access_key')];
  if (accessKeyId === '' || secretAccessKey === '') return null;
  return {
    kind: 'keys',
    accessKeyId,
    secretAccessKey,
    sessionToken: get('aws_session_token') || null,
    expiresAt: null,
  };
}

function isSendable({ accessKeyId, sessionToken }: AwsKeys): boolean {
  return [accessKeyId, sessionToken ?? 'none'].every((text) => /^[\x21-\x7e]+$/.test(text));
}
