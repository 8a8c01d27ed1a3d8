/** Errors of Google's APIs: their status and reason, and what to do about each (providers-cloud 3.3 (6), 4, 5). */
import { own } from '#schemas/named.js';
import { objectIn, type Reply } from '../bases/http-reply.js';

export interface GoogleError {
  /** `NOT_FOUND`. It decides, never the text. */
  readonly status: string;
  /** `SERVICE_DISABLED`; empty if there is none. */
  readonly reason: string;
  readonly message: string;
}

/** Null: no API of Google sent this. */
export function errorOf({ body }: Pick<Reply, 'body'>): GoogleError | null {
  const error = objectIn(objectIn(body)?.['error']);
  const { status, message, details } = error ?? {};
  if (typeof status !== 'string' || typeof message !== 'string') return null;
  const reasons = (Array.isArray(details) ? details : []).map((detail) => objectIn(detail)?.['reason']);
  return { status, message, reason: reasons.find((reason) => typeof reason === 'string') ?? '' };
}

/** Why access is denied if that is not a missing right; else undefined. */
export function helpFor({ status, reason }: GoogleError): string | undefined {
  return own(HELPS, reason) ?? own(HELPS, status);
}

const HELPS: Readonly<Record<string, string>> = {
  SERVICE_DISABLED:
    'enable the API with `gcloud services enable secretmanager.googleapis.com`, or, if you are signed in as a user, name a project that has it with `gcloud auth application-default set-quota-project`',
  USER_PROJECT_DENIED:
    'allow `serviceusage.services.use` on the quota project, or name another one in `GOOGLE_CLOUD_QUOTA_PROJECT`',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'give the virtual machine the access scope `cloud-platform`',
  CONSUMER_INVALID: 'check the project in the address, and the quota project',
  SECURITY_POLICY_VIOLATED: 'a service perimeter denies access from here; ask its administrator to allow it',
  UNAUTHENTICATED: 'Google does not accept these credentials: sign in again, or check the service account and its key',
};
