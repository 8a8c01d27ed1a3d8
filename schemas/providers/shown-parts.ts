/**
 * What of each provider's URI may be shown, in one word for its location and the names of its options. The descriptors
 * say the same and more; what hides credentials is needed by a start that does not load them. `catalogue.test.ts` holds
 * both to the same.
 */

export interface ShownParts {
  /**
   * `path`: a file, folder or pattern, in which `:` and `@` are ordinary. `server`: what is before an `@` is no part of
   * it. `user`: a user may be named there. `token`: people put a token there.
   */
  readonly location: 'path' | 'server' | 'user' | 'token';
  /** Names of the options whose values may be shown; one that ends in `.*` allows any ending. */
  readonly options: readonly string[];
}

const PARTS = {
  aac: 'server auth suffix audience key_vault_auth key_vault_suffix label prefix tag',
  age: 'path identity recipients-file armor',
  akv: 'server auth suffix',
  awsps: 'user prefix template kms_key_id tier',
  awssm: 'user prefix kms_key_id tag.*',
  bw: 'user org organization collection server folder type field',
  bws: 'user',
  cloudflare: 'server account_id scopes auth wrangler_profile',
  dashlane: 'server',
  doppler: 'server',
  dotenv: 'path',
  ejson: 'path',
  env: 'server',
  file: 'path',
  fly: 'server stage detach',
  gcsm: 'server',
  gopass: 'path',
  infisical: 'server env path tls',
  'k8s+configmap': 'user context',
  'k8s+secret': 'user context',
  kdbx: 'path keyfile prefix',
  keeper: 'server config_file folder',
  keyring: 'path',
  lastpass: 'path',
  null: 'server',
  onepassword: 'user',
  'onepassword+token': 'token',
  openbao: 'user tls kv auth auth_mount role audience wrapped field',
  pass: 'path store_dir',
  passbolt: 'server server folder template',
  protonpass: 'server',
  scaleway: 'server project_id path',
  setec: 'server prefix tls',
  sops: 'path format sops_config age_key_file age_key_cmd age_recipients age_ssh_private_key_file age_ssh_private_key_cmd kms_arn aws_profile aws_region aws_access_key_id azure_client_id azure_tenant_id azure_keyvault_urls gcp_kms_ids gcp_kms_client_type gcp_kms_endpoint gcp_kms_universe_domain pgp_fp gpg_exec hc_vault_addr hc_vault_allowlist huawei_kms_ids huawei_sdk_project_id sops_decryption_order sops_editor sops_enable_local_keyservice sops_keyservice',
  'systemd-credential': 'server',
  vault: 'user tls kv auth auth_mount role audience wrapped field',
} as const satisfies Readonly<Record<string, string>>;

/** Null: nothing is known of the scheme. `1password` is a former name of `onepassword`. */
export function shownPartsOf(scheme: string): ShownParts | null {
  const name = scheme.toLowerCase().replace(/^1password/u, 'onepassword');
  if (!Object.hasOwn(PARTS, name)) return null;
  const [location, ...options] = PARTS[name as keyof typeof PARTS].split(' ');
  return { location: location as ShownParts['location'], options };
}

/** Whether the value of this option may be shown. */
export function isShownOption({ options }: ShownParts, name: string): boolean {
  const dot = name.indexOf('.');
  return options.includes(name) || (dot > 0 && options.includes(`${name.slice(0, dot)}.*`));
}
