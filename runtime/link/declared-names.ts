/** The names that flat entries of this project may have, over all profiles: those of secrets, of coordinates, and of credentials. */
import type { Coordinates, CredentialSource, Plan, PlannedStore } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';

/** Whether an entry of this name is one that the manifest or an alias may read, in any profile. In doubt it is. */
export function declaredNames(plan: Plan, user: UserConfig): (name: string) => boolean {
  const secrets = new Set(Object.keys(plan.secrets));
  const aliases = [...Object.values(plan.stores), ...Object.values(user.aliases)];
  const items = new Set(itemsIn(plan));
  for (const alias of aliases) for (const item of credentialsOf(alias)) items.add(item);
  const templates = aliases.flatMap((alias) =>
    'template' in alias && alias.template ? [patternOf(alias.template)] : [],
  );
  return (name) =>
    secrets.has(name) ||
    items.has(name) ||
    templates.some((pattern) => {
      const key = pattern.exec(name)?.groups?.['key'];
      return key !== undefined && secrets.has(key);
    });
}

function* itemsIn({ secrets }: Plan): Iterable<string> {
  for (const meanings of Object.values(secrets)) {
    for (const { source } of meanings) {
      if (source.kind !== 'stored') continue;
      const { naming } = source;
      if (naming.kind === 'ref') yield naming.at.item;
      if (naming.kind === 'refs') for (const { item } of Object.values(naming.by)) yield item;
    }
  }
}

function credentialsOf(alias: PlannedStore): readonly string[] {
  if (alias.kind === 'fallback') return [];
  return Object.entries(alias.credentials).flatMap(([name, { ref }]: [string, CredentialSource]) =>
    ref === undefined ? [name] : [name, ref.item],
  );
}

/** `SHOP_{key}` as a pattern of the names that it makes. */
function patternOf({ item }: Coordinates): RegExp {
  const parts = item.split(/(\{(?:key|project|profile)\})/u).map((part, index, all) => {
    if (part === '{key}') return all.indexOf(part) === index ? '(?<key>.+)' : '.+';
    return part === '{project}' || part === '{profile}' ? '.+' : escaped(part);
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}
