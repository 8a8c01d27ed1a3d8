/** Of files that are filled with values. */
import { inManifest, manifest, ONE, one, type Remedy, remedy } from './remedy.js';

const files = (template: string, more = one) => ({ ...more, 't.conf': template });
const inTemplate = (from: string, to: string) => `sed -i 's#${from}#${to}#' t.conf`;
const OPTIONAL = { 'manifest.toml': manifest('A = { description = "a", required = false }'), '.env': '' };

export const templates: readonly Remedy[] = [
  remedy('E1601', files('${A:-x}'), 'tool render t.conf', 'give the secret a `default`', inTemplate('{A:-x}', '{A}')),
  remedy('E1601', files('${a}'), 'tool render t.conf', 'write `$${`', inTemplate('${a', '$${a')),
  remedy(
    'E1601',
    files('${a}{{A}}'),
    'tool render t.conf',
    'choose other delimiters with `--delimiters`',
    ':',
    `tool render t.conf --delimiters '{{' '}}'`,
  ),
  remedy(
    'E1602',
    files('${TOKNE}', { '.env': 'TOKEN=1\n', 'manifest.toml': manifest('TOKEN = { description = "t" }') }),
    'tool render t.conf',
    'did you mean `TOKEN`?',
    inTemplate('TOKNE', 'TOKEN'),
  ),
  remedy(
    'E1602',
    files('${OTHER}'),
    'tool render t.conf',
    'declare `OTHER` in the manifest',
    `echo 'OTHER = { description = "o", default = "x" }' >> manifest.toml`,
  ),
  remedy('E1603', files('${A}', OPTIONAL), 'tool render t.conf', 'tool set A', 'tool set A value'),
  remedy(
    'E1603',
    files('${A}', OPTIONAL),
    'tool render t.conf',
    'give the secret a `default`',
    inManifest('required = false', 'default = "x"'),
  ),
  remedy('E1604', files('${A|jsn}'), 'tool render t.conf', 'forms are json', inTemplate('jsn', 'json')),
  remedy(
    'E1605',
    { 't.conf': '${A|xml}', '.env': 'A=AA==\n', 'manifest.toml': ONE.replace('"a"', '"a", encoding = "base64"') },
    'tool render t.conf',
    'with `|none`',
    inTemplate('xml', 'none'),
  ),
  remedy('E1606', one, 'tool render t.conf', 'name a file that you can read', `echo '\${A}' > t.conf`),
  remedy(
    'E1607',
    files('${A}'),
    'mkdir -p out; tool render t.conf --output out --check',
    'name another one with `--output`',
    'tool render t.conf --output other',
    'tool render t.conf --output other --check',
  ),
];
