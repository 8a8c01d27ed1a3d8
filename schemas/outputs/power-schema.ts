/** What a plan makes a machine do. */
import type {
  CommandPower,
  ExternalPower,
  FilePower,
  HostPower,
  ProgramPower,
  ReceivedCredential,
  StorePower,
  ValueOrigin,
  VariablePart,
  VariablePower,
} from '../powers/power.js';
import { described, FLAG, listOf, NAMES, type Schema, TEXT, TEXT_OR_NONE, table, words } from './json-schema.js';

const ORIGIN: Readonly<Record<keyof ValueOrigin, Schema>> = {
  stores: described('null: the default store of each user.', listOf(TEXT_OR_NONE)),
  text: described('A default or a template.', TEXT_OR_NONE),
  select: described('What is taken out of the value.', TEXT),
};

/** Of differences. */
export const POWERS: readonly Schema[] = [
  table<HostPower>({
    kind: { const: 'host' },
    host: TEXT,
    tls: FLAG,
    receives: listOf(table<ReceivedCredential>({ credential: TEXT, from: TEXT })),
    values: described('Secrets are written or cached there.', FLAG),
    stores: NAMES,
  }),
  table<ProgramPower>({ kind: { const: 'program' }, program: TEXT, stores: NAMES }),
  table<ExternalPower>({ kind: { const: 'external' }, scheme: TEXT, stores: NAMES }),
  table<CommandPower>({ kind: { const: 'command' }, command: TEXT, secrets: NAMES }),
  table<FilePower>({ kind: { const: 'file' }, path: TEXT, access: words('read', 'write') }),
  table<VariablePower>({
    kind: { const: 'variable' },
    name: TEXT,
    from: table<VariablePower['from']>(
      { ...ORIGIN, parts: listOf(table<VariablePart>({ secret: TEXT, ...ORIGIN }, ['select'])) },
      ['select', 'parts'],
    ),
  }),
];

/** Of trust, which differences do not have. */
export const STORE_POWER = table<StorePower>(
  {
    kind: { const: 'store' },
    store: described("Null: the user's default store.", TEXT_OR_NONE),
    hidden: described('Tells addresses apart of which parts are not shown.', TEXT),
    project: described('Whose entries by convention are used; null: none.', TEXT_OR_NONE),
    items: described('Entries that are named in another way; of a template, its pattern.', NAMES),
    access: words('read', 'write'),
  },
  ['hidden'],
);
