/** The sops store: a YAML, JSON, dotenv or INI document that SOPS encrypted (providers-local 11). */
import { sops } from '#schemas/providers/sops.js';
import { isPerProfile, sopsFormatOf } from '#schemas/providers/sops-entry.js';
import { pathPartProblem } from '#schemas/stores/path-placeholders.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import { filePathOf, type StoreUri } from '#schemas/addresses/store-uri.js';
import { openDocument } from './bases/document.js';
import { EntryNames } from './entry-names.js';
import { localPath } from './local-path.js';
import type { ProviderPorts, Refused, Store } from './provider.js';
import { optionVariables } from './sops/settings.js';
import { SopsFormat } from './sops/sops-format.js';
import { refused } from './store-failure.js';

export const descriptor = sops;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const pattern = filePathOf(uri) || sops.uri.defaultLocation;
  for (const name of ['project', 'profile'] as const) {
    const problem = isPerProfile(uri) ? pathPartProblem(ports.context[name]) : null;
    if (problem !== null)
      return refused('unsupported', `the name of the ${name} ${problem}, so it cannot be part of a path`);
  }
  const location = fillPlaceholders(pattern, { ...ports.context, key: '' });
  const path = localPath(location, ports);
  if (typeof path !== 'string') return path;
  const options = optionVariables(uri, ports);
  if ('failure' in options) return options as Refused;
  const format = sopsFormatOf(uri);
  const formatIn = (name: string) => {
    return new SopsFormat({ path, name, format }, options as Readonly<Record<string, string>>, ports);
  };
  const entries = new EntryNames(sops, uri, ports.context);
  return openDocument(sops, { ...uri, authority: '', path: location }, ports, formatIn, entries);
}
