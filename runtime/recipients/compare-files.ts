/** The file of a store and its list, compared by what they show without an identity: nothing is decrypted, no program is started. */
import { basename, dirname, join, relative } from 'node:path';
import { age } from '#schemas/providers/age.js';
import { sops } from '#schemas/providers/sops.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import { filePathOf, type StoreUri } from '#schemas/addresses/store-uri.js';
import { locatedAt, type PathBase } from '../files/located-at.js';
import { readRegularFile } from '../files/read-file.js';
import { decodeUtf8 } from '../values/utf8.js';
import { ageStanzas, compareHeader, listedRecipients } from './age-recipients.js';
import type { RecipientComparison } from './difference.js';
import { compareSops, sopsKeysIn } from './sops-recipients.js';
import type { SopsRule } from './sops-rule.js';

export interface ComparedFiles {
  /** What messages call the list. */
  readonly list: string;
  readonly comparison: RecipientComparison;
}
export interface FileOwner extends PathBase {
  readonly project: string;
  readonly profile: string;
}

/** Null for a store without a file or a list, or where either cannot be read here. */
export async function compareFiles(uri: StoreUri, owner: FileOwner): Promise<ComparedFiles | null> {
  if (uri.scheme === age.scheme) return compareAge(uri, owner);
  return uri.scheme === sops.scheme ? compareDocument(uri, owner) : null;
}

function compareAge(uri: StoreUri, owner: FileOwner): ComparedFiles | null {
  const list = uri.query.get('recipients-file');
  const text = list === undefined ? null : textAt(list, owner);
  const file = bytesAt(filePathOf(uri) || age.uri.defaultLocation, owner);
  const stanzas = file && ageStanzas(file);
  if (list === undefined || text === null || stanzas === null) return null;
  return { list: `\`${list}\``, comparison: compareHeader(stanzas, listedRecipients(text)) };
}

async function compareDocument(uri: StoreUri, owner: FileOwner): Promise<ComparedFiles | null> {
  const location = fillPlaceholders(filePathOf(uri) || sops.uri.defaultLocation, { ...owner, key: '' });
  const path = locatedAt(location, owner);
  const text = textAt(location, owner);
  const keys = text === null ? null : sopsKeysIn(text);
  const list = path === null ? null : await sopsList(uri, path, owner);
  return keys && list && { list: list.name, comparison: compareSops(keys, list.rule) };
}

async function sopsList(
  { query }: StoreUri,
  path: string,
  owner: FileOwner,
): Promise<{ readonly rule: SopsRule; readonly name: string } | null> {
  const { ruleOfAddress, sopsRuleFor } = await import('./sops-rule.js');
  const ofAddress = query.get('age_recipients') ?? '';
  if (ofAddress !== '') return { rule: ruleOfAddress(ofAddress), name: '`age_recipients`' };
  const named = query.get('sops_config');
  const config = named === undefined ? nearestRules(owner.baseFolder) : locatedAt(named, owner);
  const text = config && textAt(config, owner);
  if (config === null || text === null) return null;
  const rule = sopsRuleFor(text, relative(dirname(config), path));
  return rule && { rule, name: `\`${basename(config)}\`` };
}

function nearestRules(folder: string): string | null {
  const path = join(folder, '.sops.yaml');
  if (bytesOf(path) !== null) return path;
  return dirname(folder) === folder ? null : nearestRules(dirname(folder));
}

function textAt(location: string, owner: FileOwner): string | null {
  const bytes = bytesAt(location, owner);
  return bytes && decodeUtf8(bytes);
}

function bytesAt(location: string, owner: FileOwner): Uint8Array | null {
  const path = locatedAt(location, owner);
  return path === null ? null : bytesOf(path);
}

function bytesOf(path: string): Uint8Array | null {
  try {
    return readRegularFile(path);
  } catch {
    return null;
  }
}
