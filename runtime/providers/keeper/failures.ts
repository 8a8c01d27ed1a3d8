/** What Keeper, its library or the way to it say, as failures of the store (providers-local 16, 25.16). */
import { saying } from '../../programs/saying.js';
import type { HttpFailure } from '../../http/http.js';
import { jsonIn } from '../../values/json.js';
import { KIND_OF } from '../bases/http-api.js';
import { objectIn } from '../bases/http-reply.js';
import type { StoreFailure } from '../provider.js';
import { busy, type Failed, failed, messageOf, StoreFailureError } from '../store-failure.js';

/** Of an answer that is an error: `{"error":"access_denied","message":"…"}`, or another document in its place. */
export function failureOf(error: unknown, hidden: readonly string[]): Failed {
  if (error instanceof StoreFailureError) return { kind: 'failed', failure: error.failure };
  const text = messageOf(error);
  const answer = objectIn(jsonIn(text));
  const code = `${answer?.['result_code'] ?? answer?.['error'] ?? ''}`;
  const words = saying(
    `${answer?.['message'] ?? answer?.['additional_info'] ?? (answer === null ? text : code)}`,
    hidden.join('\n'),
  );
  const row = ROWS.find(({ says }) => says.test(`${code} ${text}`));
  if (row !== undefined) return failed(row.kind, row.detail ?? `Keeper answered: ${words}`, row.help);
  return failed(answer === null ? 'malformed' : 'failed', `Keeper answered: ${words || 'nothing'}`);
}

interface Row {
  readonly says: RegExp;
  readonly kind: StoreFailure['kind'];
  readonly detail?: string;
  readonly help?: string;
}

const NEW_DEVICE = 'add a device to the application in Keeper and bind its configuration as `config`';
const ROWS: readonly Row[] = [
  { says: /throttle/i, kind: 'busy', help: 'try again in a minute' },
  {
    says: /signature is invalid|invalid_client|client.*(?:not found|unknown|expired|revoked)|device.*(?:expired|removed)/i,
    kind: 'denied',
    help: NEW_DEVICE,
  },
  // Also what comes of a clock that is wrong, and of a device that is locked to another address.
  {
    says: /access_denied|forbidden|permission|not authorized|unauthorized/i,
    kind: 'denied',
    help: 'check the rights of the application in the folder, the clock, and the address that the device is locked to',
  },
  {
    says: /Unable to load the key/,
    kind: 'unsupported',
    detail: 'the application of Keeper has no access to the folder of the address',
    help: 'share the folder with the application, and let it edit',
  },
  { says: /Server rejected the custom server public key|Key number/, kind: 'unsupported', help: NEW_DEVICE },
  {
    says: /already initialized/,
    kind: 'unsupported',
    detail: 'the file has the keys of another device',
    help: 'name another `config_file`, or unset `KSM_TOKEN`',
  },
  { says: /revision|out_of_sync|conflict/i, kind: 'conflict', help: 'try again' },
  {
    says: /unable to authenticate data|Unsupported state|Invalid (?:authentication tag|key|initialization)/i,
    kind: 'malformed',
    detail: 'what Keeper sent cannot be decrypted with the keys of the configuration',
    help: NEW_DEVICE,
  },
];

/** No usable response came. */
export function transportFault({ why, detail }: HttpFailure): StoreFailureError {
  const help = why === 'untrusted' ? 'name its authority in `NODE_EXTRA_CA_CERTS`' : undefined;
  return new StoreFailureError(failed(KIND_OF[why], detail, help).failure);
}

export function throttled(): StoreFailureError {
  return new StoreFailureError(
    busy('Keeper takes no more requests from this device now', null, 'try again in a minute').failure,
  );
}
