/** What becomes of values in the output, and of everything else in it. */
import { match, strictEqual } from 'node:assert';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TOKEN = "canary-'from' a file/ö+";
const MANIFEST = `[project]
name = "redact"
revision = "1.0"
require_reason = false

[defaults]
providers = ["file:./values"]

[profiles.default]
TOKEN = { description = "With signs that are escaped" }
KEY = { description = "Several lines", as_path = true }
PASSWORD = { description = "Part of the address" }
ADDRESS = { description = "Made of it", composed = "db://user:\${PASSWORD}@host" }
REGION = { description = "Known to everyone", default = "in-the-manifest" }

[profiles.short]
PIN = { description = "Too short" }

[profiles.large]
LARGE = { description = "Too large", as_path = true }

[scopes.web]
secrets = ["ADDRESS"]
`;
const KEY = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\nAQEFAASCBKcwggSjAgEAAoIB\n-----END KEY-----\n';
const RANDOM_BYTES = 5_000_000;

export const replaced = (world) => {
  const { place, sh, folder } = world;
  place('redact/manifest.toml', MANIFEST);
  const values = 'redact/values/redact';
  for (const profile of ['default', 'short', 'large']) {
    place(`${values}/${profile}/TOKEN`, TOKEN);
    place(`${values}/${profile}/KEY`, KEY);
    place(`${values}/${profile}/PASSWORD`, 'canary-of-the-input');
  }
  place(`${values}/short/PIN`, '42');
  place(`${values}/large/LARGE`, 'x1'.repeat(3_000_000));
  const cd = 'cd redact && ';
  const prints =
    (script, stdout, stderr = '') =>
    () => {
      const result = sh(cd + script);
      strictEqual(result.stderr, stderr);
      strictEqual(result.stdout, stdout);
    };
  const shows = (script, stdout) => prints(`run sh -c '${script}'`, stdout);
  return {
    'a value is replaced by its name': shows('echo "is $TOKEN."', 'is [TOKEN].\n'),
    'on standard error, too': prints(`run sh -c 'echo "is $TOKEN." >&2'`, '', 'is [TOKEN].\n'),
    'in base64': shows('printf %s "$TOKEN" | base64 -w 0', '[TOKEN]'),
    'in base64 with a line end in it': prints(`run sh -c 'echo "$TOKEN" | base64 -w 0' | cut -c 1-7`, '[TOKEN]\n'),
    'in hex': shows('printf %s "$TOKEN" | od -An -v -tx1 | tr -d " \\n"', '[TOKEN]'),
    'as a shell traces it': prints(`run bash --norc -xc ': "$TOKEN"'`, '', "+ : '[TOKEN]'\n"),
    'in the file of a secret': shows('cat "$KEY"', '[KEY]\n'),
    'a line of it': shows('sed -n 3p "$KEY"', '[KEY]\n'),
    'a composed secret': shows('echo "$ADDRESS"', '[ADDRESS]\n'),
    'what a default supplies stays': shows('echo "$REGION"', 'in-the-manifest\n'),
    'an input that a scope hides, without its name': prints(
      `tool run --redact --scope web -- sh -c 'echo "\${ADDRESS#db://user:}"; echo "\${PASSWORD-unset}"'`,
      '[redacted]@host\nunset\n',
    ),
    'in pieces with pauses': prints(
      `run bash -c 'for ((i = 0; i < \${#TOKEN}; i++)); do printf %s "\${TOKEN:i:1}"; sleep 0.005; done'`,
      '[TOKEN]',
    ),
    'both streams into one place keep their order': prints(
      `{ run sh -c 'for i in 1 2 3 4 5; do echo "$i"; echo "$TOKEN" >&2; done'; } 2>&1`,
      [1, 2, 3, 4, 5].map((number) => `${number}\n[TOKEN]\n`).join(''),
    ),
    'streams can be opened by name': prints(
      `run sh -c 'echo out > /dev/stdout; echo err > /dev/stderr'`,
      'out\n',
      'err\n',
    ),
    'other bytes stay as they are': () => {
      sh(`head -c ${RANDOM_BYTES} /dev/urandom > random; run cat random > copy`);
      const hash = (path) =>
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex');
      strictEqual(hash('copy'), hash('random'));
    },
    'variables that are not UTF-8, and the output about them': prints(
      `ODD=$(printf 'b\\376'); export ODD; run sh -c 'printf "%s %s" "$ODD" "$TOKEN"'`,
      'b\xfe [TOKEN]',
    ),
    'files are removed before the output is complete': prints(
      `tool run --redact --remove-files -- sh -c 'echo "$KEY" > path; cat "$KEY"'; ls "$(cat path)" 2>/dev/null || echo removed`,
      '[KEY]\nremoved\n',
    ),
    'a value that is too short is named': () => {
      const { stdout, stderr } = sh(`${cd}tool run --redact --profile short -- sh -c 'echo "$PIN"'`);
      strictEqual(stdout, '42\n');
      match(stderr, /W1201.*\n.*`PIN`/u);
    },
    'values that are too large start nothing': () => {
      const { status, stdout, stderr } = sh(`${cd}tool run --redact --profile large -- echo started`);
      strictEqual(`${status} ${stdout}`, '1 ');
      match(stderr, /E1212.*\n(.*\n)*.*`LARGE`/u);
    },
    'a full device is a failure': () => {
      const { status, stderr } = sh(`${cd}run sh -c 'echo x' > /dev/full`);
      strictEqual(status, 1);
      match(stderr, /E1208.*\n.*no space left/u);
    },
  };
};
