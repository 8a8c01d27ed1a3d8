/** Workflows of GitHub and jobs of GitLab, against the schemas that both publish, as `check-jsonschema` has them. */
import { match, notStrictEqual, strictEqual } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromPyPI } from '../shared/installed.mjs';
import { manifestOf, run } from '../shared/tool.mjs';

const VERSION = '0.39.0';
const SCHEMAS = { github: 'vendor.github-workflows', gitlab: 'vendor.gitlab-ci' };

const SECRETS = `
API_KEY = { description = "x" }
USER_NAME = { description = "x", default = "it's \${{ a }} $HOME: 'b' # \\u2028 \\u0007" }
URL = { description = "x", composed = "postgres://\${USER_NAME}:\${API_KEY}@db/\${OTHER}" }
OTHER = { description = "x", ref = { item = "another_name" }, required = false }
TLS_KEY = { description = "x", as_path = true }
YES = { description = "x", default = "no" }
CONSTANT = { description = "x", composed = "\${YES}-\${YES}" }
`;
const SCOPES = `
[scopes.api]
secrets = ["URL", "OTHER", "YES"]
[scopes.Worker_2]
secrets = ["TLS_KEY", "CONSTANT", "USER_NAME"]
`;

export function ci(tool) {
  const place = fromPyPI(`check-jsonschema-${VERSION}`, `check-jsonschema==${VERSION}`);
  if (place === null) return {};
  const judge = (schema, file) =>
    run([join(place, 'bin/check-jsonschema'), '--builtin-schema', schema, file], {
      cwd: place,
      env: { PATH: process.env.PATH, HOME: place },
    });
  return Object.fromEntries(
    Object.entries(SCHEMAS).flatMap(([target, schema]) => [
      [`the schema of ${target} takes the document`, () => taken(tool, target, (file) => judge(schema, file))],
      [`the schema of ${target} refuses another`, () => refused(tool, target, (file) => judge(schema, file))],
    ]),
  );
}

async function taken(tool, target, judge) {
  for (const words of [
    [],
    ['--scope', 'api'],
    ['--no-defaults'],
    ['--service', 'web=Worker_2'],
    ['--', 'npm', 'test', "it's: a"],
  ]) {
    const { at, judged } = await emitted(tool, target, words, (text) => text, judge);
    strictEqual(judged.status, 0, `${at}: ${words.join(' ')}\n${judged.stdout}`);
  }
}

/** What it would not see has not been shown. */
async function refused(tool, target, judge) {
  const spoil = (text) => text.replace(/^( +)(?:runs-on|script):/mu, '$1unknown:');
  const { judged } = await emitted(tool, target, ['--', 'npm', 'test'], spoil, judge);
  notStrictEqual(judged.status, 0);
  match(judged.stdout, /unknown|not valid|Schema validation errors/u);
}

async function emitted(tool, target, words, change, judge) {
  const made = await tool(manifestOf('env', SECRETS, SCOPES), ['plan', 'emit', '--for', target, ...words]);
  strictEqual(made.status, 0, made.stderr);
  const file = join(made.at, 'document.yaml');
  writeFileSync(file, change(made.stdout));
  return { at: made.at, judged: await judge(file) };
}
