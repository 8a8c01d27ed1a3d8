/** A YAML, JSON, dotenv or INI document encrypted by SOPS. */
import { placeholdersProblem } from '../addresses/placeholders.js';
import { filePathOf, type StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { hostsIn, optionTexts } from './option-reach.js';
import { sopsConventionName, sopsEntry, sopsRefusesChange } from './sops-entry.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const sops = {
  scheme: 'sops',
  title: 'SOPS document',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'file',
    defaultLocation: 'secrets.enc.yaml',
    query: {
      format: { values: ['yaml', 'yml', 'json', 'env', 'dotenv', 'ini'] },
      sops_config: {},
      age_key_file: {},
      age_key_cmd: {},
      age_recipients: {},
      age_ssh_private_key_file: {},
      age_ssh_private_key_cmd: {},
      kms_arn: {},
      aws_profile: {},
      aws_region: {},
      aws_access_key_id: {},
      azure_client_id: {},
      azure_tenant_id: {},
      azure_keyvault_urls: {},
      gcp_kms_ids: {},
      gcp_kms_client_type: {},
      gcp_kms_endpoint: {},
      gcp_kms_universe_domain: {},
      pgp_fp: {},
      gpg_exec: {},
      hc_vault_addr: {},
      hc_vault_allowlist: {},
      huawei_kms_ids: {},
      huawei_sdk_project_id: {},
      sops_decryption_order: {},
      sops_editor: {},
      sops_enable_local_keyservice: {},
      sops_keyservice: {},
    },
    refuses: fileProblem,
  },
  credentials: [
    { name: 'age_key', environment: ['SOPS_AGE_KEY'] },
    { name: 'aws_secret_access_key', environment: ['AWS_SECRET_ACCESS_KEY'] },
    { name: 'azure_client_secret', environment: ['AZURE_CLIENT_SECRET'] },
    { name: 'hc_vault_token', environment: ['VAULT_TOKEN'] },
    { name: 'huawei_sdk_ak', environment: ['HUAWEICLOUD_SDK_AK'] },
    { name: 'huawei_sdk_sk', environment: ['HUAWEICLOUD_SDK_SK'] },
    { name: 'google_oauth_access_token', environment: ['GOOGLE_OAUTH_ACCESS_TOKEN'] },
  ],
  abilities: () => abilities,
  reach: (uri) => ({
    hosts: hostsIn(uri, {
      hc_vault_addr: ['hc_vault_token'],
      gcp_kms_endpoint: ['google_oauth_access_token'],
      azure_keyvault_urls: [],
      sops_keyservice: [],
    }),
    programs: ['sops', ...optionTexts(uri, ['age_key_cmd', 'age_ssh_private_key_cmd', 'gpg_exec', 'sops_editor'])],
    files: optionTexts(uri, ['sops_config', 'age_key_file', 'age_ssh_private_key_file']),
  }),
  cost: { unit: 'process', perBatch: 1, writes: { batch: 4, each: 0 }, unlocks: false },
  entry: sopsEntry,
  refusesChange: sopsRefusesChange,
  conventionName: sopsConventionName,
  recipients: 'add a rule for the file to `.sops.yaml`, or `?age_recipients=age1…` to the address',
  plainText: false,
} as const satisfies ProviderDescriptor;

/** One document for all, or one per project and profile: then both are in the pattern. */
function fileProblem(uri: StoreUri): string | null {
  const path = filePathOf(uri) || 'secrets.enc.yaml';
  const hasPattern = path.includes('{') || path.includes('}');
  const problem = hasPattern ? placeholdersProblem(path) : null;
  if (problem !== null) return problem;
  if (path.includes('{key}')) return 'has `{key}` in its path; one document holds many keys';
  if (path.includes('{project}') !== path.includes('{profile}'))
    return 'needs both `{project}` and `{profile}`, or neither';
  return formatProblem(path.slice(path.lastIndexOf('/') + 1), uri.query.get('format') ?? null);
}

function formatProblem(name: string, format: string | null): string | null {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  if (format === 'ini' && extension !== 'ini') return 'has `format=ini`, but the file does not end in `.ini`';
  if (format !== null || ['yaml', 'yml', 'json', 'env', 'dotenv', 'ini'].includes(extension)) return null;
  return 'has a file name without a known format; add `?format=yaml`, `json` or `dotenv`';
}
