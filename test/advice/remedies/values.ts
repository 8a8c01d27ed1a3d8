/** Of values that are missing or wrong, and of stores that refuse. */
import { inManifest, manifest, one, type Remedy, remedy } from './remedy.js';

export const values: readonly Remedy[] = [
  remedy(
    'E1001',
    { ...one, '.env': '' },
    'tool check',
    'tool set A --profile default',
    'tool set A 1 --profile default',
  ),
  remedy(
    'E1002',
    {
      '.env': '',
      'manifest.toml': manifest(
        'A = { description = "a", required = { at_least_one = "g" } }\nB = { description = "b", required = { at_least_one = "g" } }',
      ),
    },
    'tool check',
    'tool set A --profile default',
    'tool set A 1 --profile default',
  ),
  remedy(
    'E1002',
    {
      '.env': 'A=1\nB=2\n',
      'manifest.toml': manifest(
        'A = { description = "a", required = { exactly_one = "g" } }\nB = { description = "b", required = { exactly_one = "g" } }',
      ),
    },
    'tool check',
    'keep the value of one member',
    'tool delete B',
  ),
  remedy(
    'E1003',
    { ...one, '.env': '' },
    'tool get A',
    'tool set A --profile default',
    'tool set A 1 --profile default',
  ),
  remedy(
    'E1004',
    { '.env': 'A=%\n', 'manifest.toml': manifest('A = { description = "a", encoding = "hex" }') },
    'tool get A',
    'store the value again with `tool set`',
    'tool set A 1',
  ),
  remedy(
    'E1005',
    {
      '.env': 'A=x\n',
      'manifest.toml': manifest('A = { description = "a", extract = { format = "json", pointer = "/a" } }'),
    },
    'tool get A',
    'fix the stored document',
    `printf 'A=\\047{"a":1}\\047\\n' > .env`,
  ),
  remedy(
    'E1006',
    {
      's/demo/default/A': '',
      '.env': '',
      'manifest.toml': manifest(
        'A = { description = "a", providers = ["file:./s"] }\nB = { description = "b", composed = "x${A}" }',
      ),
    },
    `printf '\\377' > s/demo/default/A; tool get B`,
    'give the input `as_path = true`',
    inManifest('"file:./s"\\]', '"file:./s"], as_path = true'),
  ),
  remedy(
    'E1008',
    {
      '.env': '',
      'manifest.toml': manifest('A = { description = "a", type = "command", generate = { command = "false" } }'),
    },
    'tool run -- true',
    'tool set A',
    'tool set A 1',
  ),
  remedy(
    'W1001',
    { ...one, '.env': 'A=\n' },
    'tool check',
    'tool set A --profile default',
    'tool set A 1 --profile default',
  ),
  remedy(
    'W1002',
    {
      '.env': 'A=p@ss\n',
      'manifest.toml': manifest(
        'A = { description = "a" }\nURL = { description = "u", composed = "postgres://u:${A}@h/d" }',
      ),
    },
    'tool check',
    'tool set A --profile default',
    'tool set A p%40ss --profile default',
  ),
  remedy(
    'W1112',
    { ...one, '.env': 'A=1\nNEW_FLAG=1\n' },
    'tool check',
    'tool add --from dotenv://.env NEW_FLAG --profile default',
    'tool add --from dotenv://.env NEW_FLAG --profile default',
  ),
  remedy(
    'E0317',
    { ...one, '.env': 'A=1\nNEW_FLAG=1\n' },
    'tool add --from .env NEW_FLAGS',
    'did you mean `NEW_FLAG`?',
    ':',
    'tool add --from .env NEW_FLAG',
  ),
  remedy(
    'E1110',
    { ...one, bytes: '' },
    `printf '\\377' > bytes; tool set A --from-file bytes`,
    'encoding = "base64"',
    inManifest('"a" }', '"a", encoding = "base64" }'),
  ),
  remedy(
    'E1112',
    {
      ...one,
      'manifest.toml': manifest(
        'A = { description = "a", providers = ["e"] }',
        '[providers]\ne = { uri = "ejson:x.ejson", credentials = { private_key = "env" } }\n',
      ),
      'x.ejson': '{"_public_key":"63ccf05a9492e68e12eeb1c705888aebdcc0080af7e594fc402beb24cce9d14f","A":"EJ[1:x:x:x]"}',
    },
    'tool get A',
    'set the variable private_key',
    ':',
    'private_key=00 tool get A || true',
  ),
  remedy(
    'E1113',
    { '.env': '', 'manifest.toml': manifest('A = { description = "a", providers = ["dotenv", "teem"] }') },
    'tool get A',
    'declare it under `[providers]`',
    `printf '[providers]\\nteem = "dotenv:team.env"\\n' >> manifest.toml; echo A=1 > team.env`,
  ),
  remedy(
    'E1114',
    { ...one, 'manifest.toml': manifest('A = { description = "a", providers = ["env"] }') },
    'tool set A 1',
    'choose a writable store with `--provider`',
    ':',
    'tool set A 1 --provider dotenv',
  ),
  remedy(
    'E1115',
    {
      '.env': 'A=1\n',
      'manifest.toml': manifest('A = { description = "a" }\nB = { description = "b", composed = "${A}" }'),
    },
    'tool set B 1',
    'change the secrets that its template refers to',
    ':',
    'tool set A 2',
  ),
  remedy(
    'E1117',
    {
      '.env': 'A={}\n',
      'manifest.toml': manifest(
        'A = { description = "a" }\nB = { description = "b", from = "A", extract = { format = "json", pointer = "/x" } }',
      ),
    },
    'tool set B 1',
    'change `A` instead',
    ':',
    'tool set A 2',
  ),
  remedy(
    'E1118',
    one,
    "tool set A ''",
    'declare `default = ""`',
    `tool delete A; ${inManifest('"a" }', '"a", default = "" }')}`,
    'tool get A',
  ),
  remedy(
    'E1122',
    one,
    'tool cache clear A',
    'whose `providers` is an alias with a `cache`',
    `${inManifest('"a" }', '"a", providers = ["c"] }')}; printf '[providers]\\nc = { uri = "dotenv", cache = { provider = "dotenv:cache.env", max_age = "1h" } }\\n' >> manifest.toml`,
  ),
  remedy(
    'E1126',
    one,
    'tool import dotenv://.env --delete-source',
    'name another source',
    'echo A=2 > old.env; tool delete A',
    'tool import dotenv://old.env --delete-source',
  ),
  remedy(
    'E1127',
    {
      '.env': '',
      'old.env': 'A=1\nB=2\n',
      'manifest.toml': manifest(
        'A = { description = "a", ref = { item = "X" } }\nB = { description = "b", ref = { item = "X" } }',
      ),
    },
    'tool import dotenv://old.env',
    'give each secret an entry of its own',
    `sed -i '/^B/s#"X"#"Y"#' manifest.toml`,
  ),
  remedy(
    'E1130',
    {
      ...one,
      'manifest.toml': manifest(
        'A = { description = "a", providers = ["v"], ref = { item = "i", field = "f" } }',
        '[providers]\nv = { uri = "vault://127.0.0.1:1/secret?tls=false", credentials = { token = "env" } }\n',
      ),
    },
    'tool config provider login v',
    'bind the credential to a store that can be written',
    inManifest('token = "env"', 'token = "dotenv"'),
    'tool config provider login v || true',
  ),
  remedy(
    'E1107',
    {
      ...one,
      '.env': 'A="x\n',
    },
    'tool get A',
    'a line is `KEY=value`',
    `echo A=x > .env`,
  ),
  remedy(
    'E1116',
    {
      '.env': 'A={}\n',
      'manifest.toml': manifest('A = { description = "a", extract = { format = "json", pointer = "/x" } }'),
    },
    'tool set A 1',
    'change the document itself',
    `printf 'A=\\047{"x":1}\\047\\n' > .env`,
    'tool get A',
  ),
];
