/** Where a manifest can be edited, and the edits that are tried there: other values of the same kind. */
type Table = Record<string, unknown>;
type KeyPath = readonly string[];

/** Settings of secrets, of profiles and of the project, and aliases. */
export function sitesOf(manifest: Table): readonly KeyPath[] {
  const profiles = Object.entries((manifest['profiles'] ?? {}) as Record<string, Record<string, Table>>);
  const settings = profiles.flatMap(([profile, tables]) =>
    Object.entries(tables).flatMap(([name, table]) =>
      Object.keys(table).map((key) => ['profiles', profile, name, key]),
    ),
  );
  const aliases = Object.keys((manifest['providers'] ?? {}) as Table).map((alias) => ['providers', alias]);
  return [...settings, ...aliases, ...(manifest['defaults'] === undefined ? [] : [['defaults', 'providers']])];
}

/** The manifest with each of the other values. */
export function* editsOf(manifest: Table, path: KeyPath): Generator<Table> {
  const value = path.reduce<unknown>((at, key) => (at as Table)[key], manifest);
  for (const other of others(value, path)) yield withValue(manifest, path, other);
}

function others(value: unknown, path: KeyPath): readonly unknown[] {
  if (path[0] === 'providers') return otherStores(value);
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return otherTexts(value, path.at(-1) ?? '');
  if (Array.isArray(value)) return [[...value, 'dotenv:.edited'], ['dotenv:.edited']];
  return otherTables(value as Table);
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  encoding: ['hex', 'base64'],
  type: ['hex', 'uuid', 'pkcs8_private_key', 'x509_certificate'],
  format: ['pem', 'der'],
  from: ['A', 'B'],
};

function otherTexts(value: string, key: string): readonly string[] {
  return (WORDS[key] ?? [`${value}x`]).filter((word) => word !== value);
}

function otherStores(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return ['dotenv:.edited'];
  const table = value as Table;
  return 'fallback' in table
    ? [{ ...table, fallback: ['dotenv:.edited'] }]
    : [
        { ...table, uri: 'dotenv:.edited' },
        { ...table, uri: 'onepassword://Edited' },
      ];
}

function otherTables(table: Table): readonly unknown[] {
  if ('item' in table) return [{ ...table, item: `${String(table['item'])}x` }];
  if ('pointer' in table) return [{ ...table, pointer: `${String(table['pointer'])}x` }];
  const [key = '', inner] = Object.entries(table)[0] ?? [];
  if (typeof inner === 'object' && inner !== null && 'item' in inner) return [{ ...table, [key]: { item: 'edited' } }];
  return [true, false];
}

function withValue(table: Table, [key = '', ...rest]: KeyPath, value: unknown): Table {
  return { ...table, [key]: rest.length === 0 ? value : withValue(table[key] as Table, rest, value) };
}
