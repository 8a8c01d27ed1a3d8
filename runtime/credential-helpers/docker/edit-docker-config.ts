/** Docker's configuration: which registries have this tool as their helper, changed in place. */
import { isRecord } from '#schemas/is-record.js';
import { hasTwins, jsonIn } from '../../values/json.js';
import { layoutOf, memberText, objectAt, objectWith, withMember, withoutMember } from './json-members.js';
import { registryName } from './registry.js';

const HELPERS = 'credHelpers';
const OURS = 'tool';

/** What `configure` created for its member; null if all was there. Then `unconfigure` knows what to leave. */
export type Created = 'file' | 'table' | null;

export type DockerEdit =
  /** `text`: null for no file. */
  | { readonly kind: 'edited'; readonly text: string | null; readonly created: Created }
  | { readonly kind: 'foreign'; readonly helper: string }
  | { readonly kind: 'unusable'; readonly why: string };

export function withRegistry(text: string | null, registry: string): DockerEdit {
  const config = configIn(text);
  if (config.kind === 'unusable') return config;
  const foreign = Object.entries(config.helpers ?? {}).find(
    ([name, helper]) => registryName(name) === registry && !(name === registry && helper === OURS),
  );
  if (foreign !== undefined) return { kind: 'foreign', helper: String(foreign[1]) };
  if (config.helpers?.[registry] === OURS) return { kind: 'edited', text, created: null };
  const before = text ?? '{}';
  const root = objectAt(before, 0);
  const layout = layoutOf(before, root);
  const member = memberText(registry, JSON.stringify(OURS), layout);
  const table = root.members.find(({ name }) => name === HELPERS);
  if (table !== undefined) {
    const inTable = withMember(before, objectAt(before, table.valueStart), member, layout, 2);
    return { kind: 'edited', text: inTable, created: null };
  }
  const made = memberText(HELPERS, objectWith(member, layout, 2), layout);
  const created = text === null ? 'file' : 'table';
  return { kind: 'edited', text: withMember(before, root, made, layout, 1), created };
}

/** `created`: for the registries that are removed, and others before them. */
export function withoutRegistries(text: string | null, registries: readonly string[], created: Created): DockerEdit {
  const config = configIn(text);
  if (config.kind === 'unusable') return config;
  const own = registries.filter((registry) => config.helpers?.[registry] === OURS);
  if (text === null || own.length === 0) return { kind: 'edited', text, created };
  const left = own.reduceRight(withoutRegistry, text);
  const root = objectAt(left, 0);
  const table = root.members.find(({ name }) => name === HELPERS);
  const isEmpty = table !== undefined && objectAt(left, table.valueStart).members.length === 0;
  if (!isEmpty || created === null) return { kind: 'edited', text: left, created };
  const without = withoutMember(left, root, HELPERS);
  const isNothing = created === 'file' && objectAt(without, 0).members.length === 0;
  return { kind: 'edited', text: isNothing ? null : without, created: null };
}

function withoutRegistry(text: string, registry: string): string {
  const table = objectAt(text, 0).members.find(({ name }) => name === HELPERS);
  return table === undefined ? text : withoutMember(text, objectAt(text, table.valueStart), registry);
}

interface Config {
  readonly kind: 'config';
  /** Null if there is no such table. */
  readonly helpers: Readonly<Record<string, unknown>> | null;
}

function configIn(text: string | null): Config | Extract<DockerEdit, { kind: 'unusable' }> {
  const value = text === null ? {} : jsonIn(text);
  if (!isRecord(value)) return { kind: 'unusable', why: 'it is not a JSON object' };
  if (text !== null && hasTwins(Buffer.from(text), value)) return { kind: 'unusable', why: 'it has a member twice' };
  if (!Object.hasOwn(value, HELPERS)) return { kind: 'config', helpers: null };
  const helpers = value[HELPERS];
  return isRecord(helpers)
    ? { kind: 'config', helpers }
    : { kind: 'unusable', why: `\`${HELPERS}\` in it is not an object` };
}
