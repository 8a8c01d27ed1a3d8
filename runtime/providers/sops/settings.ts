/** What the options of an address and the stores of credentials say to SOPS: variables of its environment (providers-local 11.1). */
import { dirname, join, relative } from 'node:path';
import type { sops } from '#schemas/providers/sops.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { SopsRule } from '../../recipients/sops-rule.js';
import { variableIn } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { usualKeyFiles } from '../age/usual-identities.js';
import { localPath, shownLocation } from '../local-path.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { refused } from '../store-failure.js';

export type Variables = Readonly<Record<string, string>>;
type Option = Exclude<keyof typeof sops.uri.query, 'format'>;

const VARIABLES: Readonly<Record<Option, string>> = {
  sops_config: 'SOPS_CONFIG',
  age_key_file: 'SOPS_AGE_KEY_FILE',
  age_key_cmd: 'SOPS_AGE_KEY_CMD',
  age_recipients: 'SOPS_AGE_RECIPIENTS',
  age_ssh_private_key_file: 'SOPS_AGE_SSH_PRIVATE_KEY_FILE',
  age_ssh_private_key_cmd: 'SOPS_AGE_SSH_PRIVATE_KEY_CMD',
  kms_arn: 'SOPS_KMS_ARN',
  aws_profile: 'AWS_PROFILE',
  aws_region: 'AWS_REGION',
  aws_access_key_id: 'AWS_ACCESS_KEY_ID',
  azure_client_id: 'AZURE_CLIENT_ID',
  azure_tenant_id: 'AZURE_TENANT_ID',
  azure_keyvault_urls: 'SOPS_AZURE_KEYVAULT_URLS',
  gcp_kms_ids: 'SOPS_GCP_KMS_IDS',
  gcp_kms_client_type: 'SOPS_GCP_KMS_CLIENT_TYPE',
  gcp_kms_endpoint: 'SOPS_GCP_KMS_ENDPOINT',
  gcp_kms_universe_domain: 'SOPS_GCP_KMS_UNIVERSE_DOMAIN',
  pgp_fp: 'SOPS_PGP_FP',
  gpg_exec: 'SOPS_GPG_EXEC',
  hc_vault_addr: 'VAULT_ADDR',
  hc_vault_allowlist: 'SOPS_HC_VAULT_ALLOWLIST',
  huawei_kms_ids: 'SOPS_HUAWEICLOUD_KMS_IDS',
  huawei_sdk_project_id: 'HUAWEICLOUD_SDK_PROJECT_ID',
  sops_decryption_order: 'SOPS_DECRYPTION_ORDER',
  sops_editor: 'SOPS_EDITOR',
  sops_enable_local_keyservice: 'SOPS_ENABLE_LOCAL_KEYSERVICE',
  sops_keyservice: 'SOPS_KEYSERVICE',
};
const PATHS: ReadonlySet<Option> = new Set(['sops_config', 'age_key_file', 'age_ssh_private_key_file']);
/** They run programs, or decide where keys and tokens are sent: an address comes with a checkout (providers-local 11.8, 24.5). */
const ONLY_OF_USERS: ReadonlySet<Option> = new Set([
  'age_key_cmd',
  'age_ssh_private_key_cmd',
  'gpg_exec',
  'sops_editor',
  'sops_keyservice',
  'hc_vault_addr',
  'hc_vault_allowlist',
  'gcp_kms_endpoint',
  'gcp_kms_universe_domain',
]);

/** Variables by which the user names programs that SOPS runs for keys: no address can set them. */
const PROGRAMS = [VARIABLES.age_key_cmd, VARIABLES.age_ssh_private_key_cmd, VARIABLES.gpg_exec];

/** Whether SOPS runs programs of the user, of which only the user knows what they need. */
export function runsOfUser({ environment }: ProviderPorts): boolean {
  return PROGRAMS.some((name) => variableIn(environment, name) !== '');
}

/** The variables for these options, with absolute paths. */
export function optionVariables(uri: StoreUri, ports: ProviderPorts): Variables | Refused {
  const variables: Record<string, string> = {};
  for (const [option, value] of uri.query) {
    if (!isOption(option)) continue;
    const name = VARIABLES[option];
    const text = PATHS.has(option) ? localPath(value, ports) : value;
    if (typeof text !== 'string') return text;
    if (ONLY_OF_USERS.has(option) && variableIn(ports.environment, name) !== value) {
      const detail = `\`${option}\` could run a program or send keys elsewhere, and is used only if your own environment has it`;
      return refused('unsupported', detail, `set \`${name}\`, and remove \`${option}\` from the address`);
    }
    variables[name] = text;
  }
  return variables;
}

function isOption(name: string): name is Option {
  return Object.hasOwn(VARIABLES, name);
}

/** The creation rules: those of the address, else the nearest above the manifest; null: what the environment says. */
export async function configFile(options: Variables, ports: ProviderPorts): Promise<string | null> {
  const written = options[VARIABLES.sops_config];
  if (written !== undefined) return written;
  for (let folder = ports.baseFolder; ; folder = dirname(folder)) {
    const path = join(folder, '.sops.yaml');
    if (await isFile(path, ports)) return path;
    if (dirname(folder) === folder) return null;
  }
}

/** For whom the document should be encrypted, and what messages call the list; null if only SOPS can tell. */
export async function listOf(
  path: string,
  options: Variables,
  ports: ProviderPorts,
): Promise<{ readonly rule: SopsRule; readonly name: string } | null> {
  const { ruleOfAddress, sopsRuleFor } = await import('../../recipients/sops-rule.js');
  const name = VARIABLES.age_recipients;
  const [ofAddress, ofUser] = [options[name] ?? '', variableIn(ports.environment, name)];
  if (ofAddress !== '') return { rule: ruleOfAddress(ofAddress), name: '`age_recipients`' };
  if (ofUser !== '') return { rule: ruleOfAddress(ofUser), name: `\`${name}\`` };
  const config = (await configFile(options, ports)) ?? variableIn(ports.environment, VARIABLES.sops_config);
  const bytes = config === '' ? null : await ports.files.read(config).catch(() => null);
  const text = bytes && decodeUtf8(bytes);
  if (text === null) return null;
  const rule = await sopsRuleFor(text, relative(dirname(config), path));
  return rule && { rule, name: `\`${shownLocation(config, ports)}\`` };
}

async function isFile(path: string, { files }: ProviderPorts): Promise<boolean> {
  return files.read(path).then(
    (bytes) => bytes !== null,
    () => false,
  );
}

/** Where SOPS looks for keys of age that are text: a credential and files. Files that cannot be read are left to SOPS. */
export async function ageIdentities(options: Variables, ports: ProviderPorts): Promise<readonly string[]> {
  const credential = await ports.credential('age_key');
  const { [VARIABLES.age_key_file]: written } = options;
  // An address replaces the file of the variable, and not the usual one.
  const files = written === undefined ? usualKeyFiles(ports) : [written, ...usualKeyFiles(ports).slice(-1)];
  const texts = await Promise.all(files.map((path) => ports.files.read(path).catch(() => null)));
  const lines = [
    credential?.revealText() ?? '',
    ...texts.map((bytes) => (bytes === null ? '' : String(Buffer.from(bytes)))),
  ];
  return lines.flatMap((text) => text.match(/^\s*AGE-SECRET-KEY-[A-Z0-9-]+/gmu) ?? []).map((line) => line.trim());
}
