/** What an agent may send in which values could come back: texts that lead to them, and calls that are drawn. */
import fc from 'fast-check';
import type { Era } from './mcp-client.js';
import { CANARIES, MANIFEST } from './mcp-world.js';

/** Texts whose findings are about files that have values. */
export const TRAPS: readonly string[] = [
  MANIFEST.replace('[project]', '[project]\nextends = ["team.env"]'),
  MANIFEST.replace('[project]', '[project]\nextends = ["../home/.vault-token"]'),
  MANIFEST.replace('name = "shop"', `name = "shop"\nextends = ["team.env", "/etc/passwd"]`),
  MANIFEST.replace('"dotenv://team.env"', `"vault://user:${CANARIES.credential}@host/kv"`),
  MANIFEST.replace(/default = "[^"]*"/u, 'default = "another"'),
  MANIFEST.replace(/, default = "[^"]*"/u, ''),
  // Values where they do not belong.
  ...[
    `API_KEY = "${CANARIES.stored}"`,
    `API_KEY = ${CANARIES.stored}`,
    `API_KEY = { description = "k", value = "${CANARIES.stored}" }`,
    `API_KEY = { description = "k", required = "${CANARIES.stored}" }`,
    `API_KEY = { description = "k", default = ["${CANARIES.stored}"] }`,
    `API_KEY = { description = "k", default = "\${${CANARIES.stored}}" }`,
    `API_KEY = { description = "k", default = " ${CANARIES.stored} " }`,
    `API_KEY = { description = "k", default = "https://user:${CANARIES.stored}@host/" }`,
    `API_KEY = { description = "k", default = "${CANARIES.stored}", type = "password", encoding = "base64", extract = "/a" }`,
    `API_KEY = { description = "k", default = "${CANARIES.stored}", required = true, prompt = true }`,
    `API_KEY = { description = "k", defualt = "${CANARIES.stored}" }`,
    `API_KEY = { description = "k", default = { text = "${CANARIES.stored}" } }`,
    `API_KEY = { description = "k", default = "${CANARIES.stored}", composed = "x" }`,
    `API_KEY = { description = "k", default = "${CANARIES.stored}", generate = true }`,
    `API_KEY = { description = "k", default = "${CANARIES.stored}`,
    `API_KEY = { description = "k", providers = ["onepassword+token://${CANARIES.stored}@vault"] }`,
    `API_KEY = { description = "k", providers = ["dotenv://x.env?password=${CANARIES.stored}"] }`,
    // In place of a name.
    ...[
      ...[`type = "${CANARIES.stored}"`, `encoding = "base64 ${CANARIES.stored}"`, `encoding = ["${CANARIES.stored}"]`],
      ...[`providers = "${CANARIES.stored}"`, `providers = "\`${CANARIES.stored}"`],
      ...[`composed = "\${${CANARIES.stored}}"`, `composed = "x\${DB_USER}\${${CANARIES.stored} x}"`],
      ...[
        `composed = "\${${CANARIES.stored}:-x}"`,
        `composed = "\${x:-${CANARIES.stored}}"`,
        `from = "${CANARIES.stored}"`,
      ],
      ...[`ref = "${CANARIES.stored}"`, `refs = "${CANARIES.stored}"`, `refs = { team = "${CANARIES.stored}" }`],
      ...[`extract = "${CANARIES.stored}"`, `format = "${CANARIES.stored}"`, `prompt = "${CANARIES.stored}"`],
      ...[
        `generate = "${CANARIES.stored}"`,
        `type = "\`a\`${CANARIES.stored}\`"`,
        `type = "a \`${CANARIES.stored}\` b"`,
      ],
    ].map((key) => `API_KEY = { description = "k", ${key} }`),
  ].map((line) => MANIFEST.replace(/^API_KEY = .*$/mu, line)),
  MANIFEST.replace('"API_KEY", ', `"API_KEY", "${CANARIES.stored}", `),
  MANIFEST.replace('revision = "1.0"', `revision = "${CANARIES.stored}"`),
  MANIFEST.replace('require_reason = false', `require_reason = "${CANARIES.stored}"`),
  MANIFEST.replace('[project]', `[project]\nextends = ["${CANARIES.stored}"]`),
  MANIFEST.replace(
    '"dotenv://team.env"',
    `{ uri = "dotenv://team.env", cache = { uri = "keyring", ttl = "${CANARIES.stored}" } }`,
  ),
];

export const TOOLS = ['list_secrets', 'lint', 'explain', 'plan', 'plan_diff', 'propose_edit', 'check', 'run'];
const odd = fc.oneof(
  fc.constantFrom<unknown>('API_KEY', 'DB_USER', 'default', 'production', 'web', 'show', 'asked', 'quiet', 'x', ''),
  fc.constantFrom<unknown>('HEAD', 'HEAD:team.env', '--output=x', 'team.env', '../team.env', 'E0203', 'W0604', null),
  fc.constantFrom<unknown>(...TRAPS),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
);
const written = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(fc.constantFrom('profile', 'scope', 'code', 'base', 'text', 'reason', 'command'), odd),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);
export const agentCalls = fc.array(
  fc.record({
    era: fc.constantFrom<Era>('handshake', 'stateless'),
    name: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...TOOLS) }, { weight: 1, arbitrary: fc.string() }),
    args: written,
    more: fc.oneof(fc.constant({}), fc.record({ requestState: fc.string(), inputResponses: fc.jsonValue() })),
  }),
  { minLength: 1, maxLength: 6 },
);
