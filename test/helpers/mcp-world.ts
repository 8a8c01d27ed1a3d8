/** A project with values that must never be seen, and a user who approved commands for it. */
import { type McpWorld, openMcpWorld } from './mcp-client.js';

export const CANARIES = {
  stored: 'canary-of-a-store-5e2f',
  hidden: 'canary-of-a-hidden-input-81aa',
  default: 'canary-of-a-default-04bd',
  environment: 'canary-of-the-environment-33aa',
  credential: 'canary-of-a-credential-9c07',
} as const;

export const MANIFEST = `[project]
name = "shop"
revision = "1.0"
require_reason = false

[providers]
team = "dotenv://team.env"

[profiles.default]
API_KEY = { description = "Key of the payment service", providers = ["team"] }
DB_PASSWORD = { description = "Password of the database", providers = ["team"] }
DB_USER = { description = "User of the database", default = "${CANARIES.default}" }
DB_URL = { description = "Address of the database", composed = "postgres://\${DB_USER}:\${DB_PASSWORD}@db/shop" }

[profiles.production]
API_KEY = { required = true }

[scopes.web]
secrets = ["API_KEY", "DB_URL"]
`;

export const TEAM = `API_KEY=${CANARIES.stored}\nDB_PASSWORD=${CANARIES.hidden}\n`;

/** `commands`: their tables without the manifest. */
export function shopWith(commands: Readonly<Record<string, string>> = {}, files = {}): McpWorld {
  const tables = Object.entries(commands).map(
    ([name, table]) => `\n[agents.commands.${name}]\nmanifest = "{WORK}/manifest.toml"\n${table}\n`,
  );
  return openMcpWorld({
    'manifest.toml': MANIFEST,
    'team.env': TEAM,
    '~/.config/tool/config.toml': `[defaults]\nprovider = "dotenv://.env"\n${tables.join('')}`,
    ...files,
  });
}

/** An approved command of a shell. */
export function shell(script: string, more = 'approve = "never"'): string {
  return `run = ["sh", "-c", ${JSON.stringify(script)}]\n${more}`;
}

/** How a value may be spelled in what an agent reads. */
export function spellings(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    bytes.toString('base64').replace(/=+$/u, '').slice(0, -1),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    [...value].reverse().join(''),
  ];
}

export function leaksIn(text: string): readonly string[] {
  return Object.values(CANARIES).filter((value) => spellings(value).some((spelling) => text.includes(spelling)));
}
