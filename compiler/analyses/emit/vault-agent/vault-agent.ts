/** Vault Agent, and that of OpenBao, as the supervisor of one service: it starts the service with its variables and writes its files. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { isWrapped } from '#schemas/providers/kv-engine.js';
import { isOff, withoutSlashes } from '#schemas/providers/option-text.js';
import { serverName } from '#schemas/providers/server-name.js';
import { type Dialect, valueExpression, valueTemplate } from '../parts/go-template.js';
import { plainLine, quoted } from '../parts/quoted.js';
import { type EntryRecipe, type Made, type ReadEntry, type Service, shownIn } from '../parts/recipe.js';
import type { About, Drafted, Target } from '../target.js';

export const vaultAgent: Target = {
  title: 'Vault Agent',
  extent: 'service',
  hasCommand: true,
  engine: {
    unreadable: ({ uri, entry }) => {
      if (descriptorOf(uri.scheme)?.engines?.['vault-agent'] !== 'kv') return 'another kind of store';
      // The function `secret` takes a URL: what follows a `?` would choose a version.
      return /[?#%]/.test(entry.name) ? 'a path with `?`, `#` or `%`' : null;
    },
    decodes: ['base64', 'base64url'],
    extracts: ['json'],
    // Templates have each value once, however often it is used.
    longest: Number.POSITIVE_INFINITY,
    knowsMissing: () => false,
    serverOf: ({ uri }) => JSON.stringify([addressOf(uri), namespaceOf(uri), signInKey(uri)]),
  },
  document,
};

function document([service]: readonly Service[], { label, command }: About): Drafted {
  if (service === undefined) return { text: '', notes: [] };
  const shown = shownIn(service);
  const folder = `/run/${label}`;
  const uri = [...service.secrets.values()].flatMap(({ recipe }) =>
    recipe?.kind === 'entry' ? [recipe.entry.uri] : [],
  )[0];
  const hasFiles = shown.some(({ isFile }) => isFile);
  const started = command.length === 0 ? ['<COMMAND>'] : command;
  return {
    text: [
      ...(uri === undefined ? [] : serverLines(uri)),
      ...shown.flatMap((made) => ['', ...variableLines(service, made, folder)]),
      '',
      'exec {',
      `  command = [${started.map(hcl).join(', ')}]`,
      '  restart_on_secret_changes = "never"',
      '}',
    ].join('\n'),
    notes: [
      ...(command.length === 0 ? ['fill in `<COMMAND>`, or give the command after `--`'] : []),
      ...(uri === undefined ? [] : notesOf(uri)),
      ...(hasFiles ? [`files are written to \`${folder}\`, which must exist`] : []),
    ],
  };
}

function serverLines(uri: StoreUri): readonly string[] {
  const namespace = namespaceOf(uri);
  return [
    '',
    'vault {',
    `  address = ${hcl(addressOf(uri))}`,
    ...(namespace === '' ? [] : [`  namespace = ${hcl(namespace)}`]),
    '}',
    ...signInLines(uri),
  ];
}

/** A token comes from the variables of the agent. */
function signInLines({ query }: StoreUri): readonly string[] {
  const way = query.get('auth') ?? 'token';
  if (way === 'none') return [];
  const settings: Readonly<Record<string, string>> = SETTINGS[way] ?? {};
  const role = query.get('role') ?? '';
  const mount = query.get('auth_mount');
  const config = { ...settings, ...(role !== '' && way !== 'approle' && { role }) };
  return [
    '',
    'auto_auth {',
    `  method ${hcl(METHODS[way] ?? way)} {`,
    ...(mount === undefined ? [] : [`    mount_path = ${hcl(`auth/${withoutSlashes(mount)}`)}`]),
    '    config = {',
    ...Object.entries(config).map(([name, value]) => `      ${name} = ${value === 'false' ? value : hcl(value)}`),
    '    }',
    '  }',
    '}',
  ];
}

/** A token in a file is one more way to sign in. */
const METHODS: Readonly<Record<string, string>> = { token: 'token_file' };
const SETTINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  token: { token_file_path: '/run/agent/token' },
  approle: {
    role_id_file_path: '/run/agent/role-id',
    secret_id_file_path: '/run/agent/secret-id',
    remove_secret_id_file_after_reading: 'false',
  },
  jwt: { path: '/run/agent/jwt' },
};

function notesOf(uri: StoreUri): readonly string[] {
  const way = uri.query.get('auth') ?? 'token';
  const audience = uri.query.get('audience') ?? '';
  const files = Object.values(SETTINGS[way] ?? {}).filter((path) => path.startsWith('/'));
  return [
    ...(uri.authority === '' ? ['fill in `<SERVER>`, which the plan does not name'] : []),
    ...(files.length === 0 ? [] : [`the agent signs in with ${files.map((file) => `\`${file}\``).join(' and ')}`]),
    ...(isWrapped(uri.query)
      ? [`the agent does not unwrap \`${files.at(-1)}\`: write what a wrapping token holds to it`]
      : []),
    ...(way === 'jwt' && audience !== '' ? [`the token in it must be for the audience \`${audience}\``] : []),
  ];
}

/** A supervisor has no other way to write a file than a function of the template. */
function variableLines(service: Service, made: Made, folder: string): readonly string[] {
  const { secret, recipe, isFile } = made;
  const path = `${folder}/${secret}`;
  const { opening, closing, expression } = valueExpression(service, made, dialect);
  const template = isFile
    ? `${opening}{{ writeToFile ${quoted(path)} "" "" "0400" ${expression} }}${path}${closing}`
    : valueTemplate(service, made, dialect);
  return [
    ...(recipe?.kind === 'text' ? [`# ${plainLine(secret)}: the default of the manifest`] : []),
    `env_template ${hcl(secret)} {`,
    `  contents = ${hcl(template)}`,
    '  error_on_missing_key = true',
    '}',
  ];
}

/** In a string of HCL, `${` starts an expression. */
function hcl(text: string): string {
  return quoted(text).replaceAll('${', '\\u0024{');
}

const dialect: Dialect = {
  // A value that is not there yet makes no other.
  load: ({ secret }, recipe) => ({
    opening: `{{ with secret ${quoted(pathOf(recipe.entry))} }}{{ $${secret} := ${fieldOf(recipe)} }}`,
    closing: '{{ end }}',
  }),
  plain: (_made, recipe) => `{{ with secret ${quoted(pathOf(recipe.entry))} }}{{ ${fieldOf(recipe)} }}{{ end }}`,
  named: () => null,
  functions: { fromJson: 'parseJSON', kindIs: 'sprig_kindIs', fail: 'sprig_fail' },
};

function fieldOf({ entry: { uri, entry }, decode }: EntryRecipe): string {
  const data = isVersioned(uri) ? '.Data.data' : '.Data';
  const field = entry.field ?? 'value';
  const value = /^[A-Za-z_]\w*$/.test(field) ? `${data}.${field}` : `index ${data} ${quoted(field)}`;
  if (decode === null) return value;
  return `${decode === 'base64' ? 'base64Decode' : 'base64URLDecode'} (${value})`;
}

function pathOf({ uri, entry: { name, path } }: ReadEntry): string {
  const mount = withoutSlashes(uri.path) || 'secret';
  return [mount, ...(isVersioned(uri) ? ['data'] : []), ...(path ?? [name])].join('/');
}

function isVersioned({ query }: StoreUri): boolean {
  return !['1', 'v1'].includes(query.get('kv') ?? '2');
}

function addressOf({ authority, query }: StoreUri): string {
  const hasTls = !isOff(query.get('tls'));
  return authority === '' ? '<SERVER>' : `${hasTls ? 'https' : 'http'}://${serverName(authority, hasTls)}`;
}

function namespaceOf({ userinfo }: StoreUri): string {
  return withoutSlashes(userinfo?.user ?? '');
}

function signInKey({ query }: StoreUri): readonly unknown[] {
  return ['auth', 'auth_mount', 'role'].map((name) => query.get(name) ?? null);
}
