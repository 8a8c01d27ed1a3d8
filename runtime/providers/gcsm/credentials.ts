/** Application default credentials: where Google's own programs find them, in their order (providers-cloud 3.3 (5)). */
import { join } from 'node:path';
import { cleaned } from '../../values/cleaned.js';
import { variableIn } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';
import { type CredentialFields, fieldsIn, tableIn, textIn } from './credential-fields.js';
import { federated } from './federation.js';
import { impersonated } from './impersonation.js';
import { accountOfMachine } from './metadata-server.js';
import { googleUser, workforceUser } from './refreshed-token.js';
import { serviceAccount } from './service-account.js';
import { isSendable, type TokenSource } from './token.js';

export interface Credentials {
  readonly kind: 'credentials';
  readonly token: TokenSource;
  /** The project that is billed for the requests; empty: the one of the credentials. */
  readonly quotaProject: string;
}

/** A file that is named must be there and fit: nothing else is tried in its place, which could be another identity. */
export async function findCredentials(ports: ProviderPorts): Promise<Credentials | Failed> {
  const fields = await credentialFile(ports);
  if (fields !== null && isFailed(fields)) return fields;
  const token = fields === null ? accountOfMachine(ports) : tokensOf(fields, ports);
  if (isFailed(token)) return token;
  const quotaProject =
    variableIn(ports.environment, 'GOOGLE_CLOUD_QUOTA_PROJECT') || textIn(fields ?? {}, 'quota_project_id');
  if (quotaProject !== '' && !isSendable(quotaProject))
    return failed('unsupported', 'the quota project is not the id of a project');
  return { kind: 'credentials', token, quotaProject };
}

/** Null: there is none. */
async function credentialFile(ports: ProviderPorts): Promise<CredentialFields | Failed | null> {
  const named = variableIn(ports.environment, 'GOOGLE_APPLICATION_CREDENTIALS');
  const path = named || usualPath(ports);
  const shown = named === '' ? "gcloud's `application_default_credentials.json`" : NAMED_FILE;
  if (path === null) return null;
  try {
    const bytes = await ports.files.read(path);
    if (bytes !== null) return fieldsIn(bytes) ?? failed('unsupported', `${shown} is not a credential file of Google`);
    return named === '' ? null : failed('missing-credential', `${shown} does not exist`);
  } catch (error) {
    return failedFile(error, shown);
  }
}

const NAMED_FILE = 'the file that `GOOGLE_APPLICATION_CREDENTIALS` names';

function usualPath({ environment, home }: ProviderPorts): string | null {
  const own = variableIn(environment, 'CLOUDSDK_CONFIG');
  const data = process.platform === 'win32' ? variableIn(environment, 'APPDATA') : '';
  const folder = own || (data === '' ? home && join(home, '.config/gcloud') : join(data, 'gcloud'));
  return folder && join(folder, 'application_default_credentials.json');
}

function tokensOf(fields: CredentialFields, ports: ProviderPorts): TokenSource | Failed {
  const universe = textIn(fields, 'universe_domain');
  if (universe !== '' && universe !== 'googleapis.com')
    return failed('unsupported', `the credential file is for \`${cleaned(universe)}\`, which is not supported`);
  const type = textIn(fields, 'type');
  switch (type) {
    case 'service_account':
      return serviceAccount(fields);
    case 'authorized_user':
      return googleUser(fields, ports.http);
    case 'external_account':
      return federated(fields, ports);
    case 'external_account_authorized_user':
      return workforceUser(fields, ports.http);
    case 'impersonated_service_account':
      return impersonating(fields, ports);
    default:
      return failed('unsupported', `the type \`${cleaned(type)}\` of the credential file is not supported`);
  }
}

/** The identity that acts as the service account is in the file itself. */
function impersonating(fields: CredentialFields, ports: ProviderPorts): TokenSource | Failed {
  const own = tableIn(fields, 'source_credentials');
  if (textIn(own, 'type') === 'impersonated_service_account')
    return failed('unsupported', 'the `source_credentials` of the credential file impersonate a service account, too');
  const source = tokensOf(own, ports);
  if (isFailed(source)) return source;
  const delegates = fields['delegates'];
  const impersonation = {
    url: textIn(fields, 'service_account_impersonation_url'),
    delegates: (Array.isArray(delegates) ? delegates : []).filter((name) => typeof name === 'string'),
    seconds: 3600,
  };
  return impersonated(source, impersonation, ports.http);
}

function isFailed(found: CredentialFields | TokenSource | Failed): found is Failed {
  return 'failure' in found && 'kind' in found;
}
