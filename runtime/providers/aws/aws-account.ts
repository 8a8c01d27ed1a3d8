/** Which account of AWS requests are for, as far as that is known without a request. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { variableIn } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { type AwsProfile, profileNameOf } from './aws-profile.js';

/** Settings of a profile that decide on its account, besides its keys. */
const DECIDING = ['role_arn', 'sso_account_id', 'sso_role_name', 'source_profile', 'credential_process'];

/** Keys of the environment count before every profile but one that the address names. */
export function accountOf(uri: StoreUri, profile: AwsProfile | Failed, ports: ProviderPorts): string {
  const { name, namedBy } = profileNameOf(uri, ports);
  const settings = profile.kind === 'failed' ? new Map<string, string>() : profile.settings;
  const given = namedBy === 'address' ? '' : variableIn(ports.environment, 'AWS_ACCESS_KEY_ID');
  const key = given || (settings.get('aws_access_key_id') ?? '');
  return JSON.stringify([name, accountOfKey(key), ...DECIDING.map((setting) => settings.get(setting) ?? '')]);
}

/** Keys are replaced from time to time, those of a session with each session; the account is in all of them. */
function accountOfKey(key: string): string {
  const [, digits] = /^A[KS]IA([A-Z2-7]{9})[A-Z2-7]{3,}$/.exec(key) ?? [];
  if (digits === undefined) return key;
  const bits = Array.from(digits, (digit) => BASE_32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return Number.parseInt(bits.slice(1, 1 + ACCOUNT_BITS), 2).toString();
}

const BASE_32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ACCOUNT_BITS = 40;
