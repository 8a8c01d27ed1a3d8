/** Of files that are filled with values. */
import { inManifest, manifest, ONE, one, type Remedy, remedy } from './remedy.js';

const files = (template: string, more = one) => ({ ...more, 't.conf': template });
const inTemplate = (from: string, to: string) => `sed -i 's#${from}#${to}#' t.conf`;
const OPTIONAL = { 'manifest.toml': manifest('A = { description = "a", required = false }'), '.env': '' };

/** An editor that changes the file by a script of sed. */
const edit = (script: string) => `EDITOR="sed -i \\"${script}\\"" tool edit`;
const BYTES = { '.env': 'A=/w==\n', 'manifest.toml': ONE.replace('"a"', '"a", encoding = "base64"') };

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
  remedy(
    'E1611',
    one,
    'EDITOR=true tool edit --provider env',
    'with `--provider`',
    ':',
    'EDITOR=true tool edit --provider dotenv',
  ),
  remedy('E1612', one, 'tool edit', 'name an editor', ':', edit('s/=1/=2/')),
  remedy('E1613', one, 'EDITOR=flase tool edit', 'correct `VISUAL` or `EDITOR`', ':', edit('s/=1/=2/')),
  remedy('E1615', one, edit(`s/^A=/A='/`), 'a value over several lines needs quotes', ':', edit(`s/^A=1/A='2'/`)),
  remedy('E1616', one, edit('s/^A=/OTHER=/'), 'keep the names of the file', ':', edit('s/=1/=2/')),
  remedy(
    'E1616',
    { 'manifest.toml': manifest('TOKEN = { description = "t" }'), '.env': 'TOKEN=1\n' },
    edit('s/^TOKEN/TOKNE/'),
    'did you mean `TOKEN`?',
    ':',
    edit('s/=1/=2/'),
  ),
  remedy('E1617', one, edit('/^A=/p'), 'keep one of the two lines', ':', edit('s/=1/=2/')),
  remedy('E1618', one, edit('s/^A=1/A=/'), 'remove the line to keep the stored value', ':', edit('/^A=/d')),
  remedy('E1618', one, edit('s/^A=1/A=/'), 'tool delete A', 'tool delete A', edit('s/^A=/A=2/')),
  remedy('E1619', BYTES, edit('s/64:.*/64:%/'), 'write base64 after `base64:`', ':', edit('s/64:.*/64:AA==/')),
  remedy(
    'E1619',
    BYTES,
    edit('s/64:.*/64:%/'),
    'tool set A --from-file FILE',
    'echo > FILE',
    'tool set A --from-file FILE',
  ),
  remedy(
    'E1620',
    one,
    `EDITOR="sh -c 'sed -i s/1/2/ \\$0; tool set A 3'" tool edit`,
    'tool edit A',
    ':',
    'EDITOR="sed -i s/3/4/" tool edit A',
  ),
  remedy('E1621', one, 'EDITOR=rm tool edit', 'under its name', ':', edit('s/=1/=2/')),
  remedy('E1622', one, edit('s/^A=1/& #2/'), "write the value between `'`", ':', edit(`s/^A=1/A='1 #2'/`)),
];
