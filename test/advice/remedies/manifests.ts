/** Of files that make a project. */
import { inManifest, ONE, one, type Remedy, remedy } from './remedy.js';

export const manifests: readonly Remedy[] = [
  remedy(
    'E0102',
    { 'manifest.toml': '' },
    `printf '# \\351\\n' > manifest.toml; cat plain >> manifest.toml 2>/dev/null; tool lint`,
    'save the file as UTF-8',
    `{ echo '# é'; printf '${ONE.replaceAll('\n', '\\n')}'; } > manifest.toml`,
    'tool lint',
  ),
  remedy(
    'E0301',
    { 'manifest.toml': ONE.replace('revision', 'extends = ["bas"]\nrevision'), 'base/manifest.toml': ONE },
    'tool lint',
    'folders or `.toml` files, relative',
    inManifest('"bas"', '"base"'),
  ),
  remedy(
    'E0307',
    { 'manifest.toml': ONE.replace('revision', 'extends = ["/base"]\nrevision'), 'base/manifest.toml': ONE },
    'tool lint',
    'write the path relative',
    inManifest('"/base"', '"base"'),
  ),
  remedy('E0308', {}, 'tool check', 'create one with `tool init`', 'tool init', 'tool lint'),
  remedy(
    'E0308',
    { 'sub/other.toml': ONE, '.env': 'A=1\n' },
    'tool check',
    'pass its path with `--file`',
    ':',
    'cp .env sub/; tool --file sub/other.toml check',
  ),
  remedy(
    'E0310',
    {
      'manifest.toml': ONE.replace('revision', 'extends = ["../outside.toml"]\nrevision'),
      '../outside.toml': 'x = 1\n',
    },
    'git init -q .; tool lint',
    'entries of `extends` must be manifests',
    `printf '${ONE.replaceAll('\n', '\\n')}' > ../outside.toml`,
    'tool lint',
  ),
  remedy('E0313', one, 'tool init', 'add secrets with `tool add NAME`', ':', 'tool add B --description b'),
  remedy(
    'E0315',
    one,
    'tool add defaults --description d',
    'choose another name',
    ':',
    'tool add DEFAULTS --description d',
  ),
  remedy('E0316', one, 'tool add A --description a', 'edit the manifest', inManifest('"a"', '"another"'), 'tool check'),
  remedy(
    'W0303',
    { '.env': 'A=1\n' },
    'git init -q .; tool init --from dotenv://.env',
    'add it to `.gitignore`',
    'echo .env > .gitignore; rm manifest.toml',
    'tool init --from dotenv://.env',
  ),
];
