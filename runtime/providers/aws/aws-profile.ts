/** A profile of the files that AWS's own tools share: `~/.aws/config` and `~/.aws/credentials` (providers-cloud 3.1 (5)). */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../../values/cleaned.js';
import { firstVariableIn, variableIn } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

export interface AwsProfile {
  readonly kind: 'profile';
  readonly name: string;
  /** Who names it; null: it is the default one. */
  readonly namedBy: 'address' | 'environment' | null;
  readonly settings: AwsSettings;
  /** Settings of services, such as `ssm.endpoint_url`. */
  readonly services: AwsSettings;
}
export type AwsSettings = ReadonlyMap<string, string>;

/** The profile's name as far as it is known without its files. */
export function profileNameOf(uri: StoreUri, { environment }: ProviderPorts): Pick<AwsProfile, 'name' | 'namedBy'> {
  const user = uri.userinfo?.user ?? '';
  if (user !== '') return { name: user, namedBy: 'address' };
  const variable = firstVariableIn(environment, ['AWS_PROFILE', 'AWS_DEFAULT_PROFILE']);
  return variable === '' ? { name: 'default', namedBy: null } : { name: variable, namedBy: 'environment' };
}

/** A profile that is named and does not exist is a failure: another one would belong to someone else. */
export async function loadProfile(uri: StoreUri, ports: ProviderPorts): Promise<AwsProfile | Failed> {
  const { name, namedBy } = profileNameOf(uri, ports);
  const config = await sectionsOf('config', 'AWS_CONFIG_FILE', ports);
  const credentials = await sectionsOf('credentials', 'AWS_SHARED_CREDENTIALS_FILE', ports);
  if ('failure' in config) return config;
  if ('failure' in credentials) return credentials;
  const inConfig = config.get(`profile ${name}`) ?? (name === 'default' ? config.get(name) : undefined);
  const parts = [inConfig, credentials.get(name)].filter((part) => part !== undefined);
  if (parts.length === 0 && namedBy !== null) {
    const help = `write the profile with \`aws configure --profile ${cleaned(name)}\`, or name another one`;
    return failed('missing-credential', `the AWS files have no profile \`${cleaned(name)}\``, help);
  }
  const settings = new Map(parts.flatMap((part) => [...part]));
  const services = config.get(`services ${settings.get('services') ?? ''}`) ?? new Map<string, string>();
  return { kind: 'profile', name, namedBy, settings, services };
}

type Sections = ReadonlyMap<string, AwsSettings>;

async function sectionsOf(
  file: string,
  variable: string,
  { environment, files, home }: ProviderPorts,
): Promise<Sections | Failed> {
  const named = variableIn(environment, variable);
  if (named === '' && home === null) return new Map();
  try {
    const bytes = await files.read(named || `${home}/.aws/${file}`);
    return bytes === null ? new Map() : parseSections(decodeUtf8(bytes) ?? '');
  } catch (error) {
    return failedFile(error, named === '' ? `\`~/.aws/${file}\`` : `the file that \`${variable}\` names`);
  }
}

/** Sections in brackets, `name = value`, and indented lines that belong to a name above that has no value: `ssm.endpoint_url`. The case of names does not count. */
function parseSections(text: string): Sections {
  const sections = new Map<string, Map<string, string>>();
  let section = new Map<string, string>();
  let above = '';
  for (const line of text.split(/\r?\n/)) {
    const [content = ''] = line.split(/(?:^|\s)[#;]/u);
    const header = /^\s*\[([^\]]+)\]/.exec(content)?.[1];
    if (header !== undefined) {
      const name = nameOfSection(header);
      section = sections.get(name) ?? new Map();
      sections.set(name, section);
      above = '';
      continue;
    }
    const [, indent = '', key = '', value = ''] = /^(\s*)([^=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(content) ?? [];
    if (key === '') continue;
    // Only a name without a value has lines that belong to it: a section may be indented as a whole.
    if (value === '') above = `${key}.`;
    else if (indent === '') above = '';
    if (value !== '') section.set((above + key).toLowerCase(), value);
  }
  return sections;
}

/** With one blank after its kind: `profile prod`. A name with blanks is written in quotes. */
function nameOfSection(header: string): string {
  const plain = header.trim().replaceAll(/\s+/g, ' ');
  return plain.replace(/^(\S+ )?(["'])(.*)\2$/u, '$1$3');
}
