/** Of the credential helpers of Git and Docker. */
import { manifest, type Remedy, remedy } from './remedy.js';

const URL = 'https://example.com';
const configure = `tool git configure --url ${URL}`;
const login = `echo token | tool git login ${URL}`;
const get =
  `printf 'url=${URL}/x\\n\\n' | ` +
  `tool git credential get --url ${URL} --file manifest.toml --username-secret USER --token-secret TOKEN`;

export const credentialHelpers: readonly Remedy[] = [
  remedy(
    'E1401',
    {},
    `git init -q .; git config credential.${URL}.helper store; ${configure}`,
    'remove it from that file first',
    `git config --unset credential.${URL}.helper`,
    configure,
  ),
  remedy(
    'E1402',
    { '~/.gitconfig': '[broken\n' },
    `${configure} --global --yes`,
    'correct the file and run the command again',
    'rm ~/.gitconfig',
  ),
  remedy('E1403', {}, `${configure} --global`, 'add `--yes`', ':', `${configure} --global --yes`),
  remedy(
    'E1404',
    {
      '.env': 'USER=u\nTOKEN="a\\nb"\n',
      'manifest.toml': manifest('USER = { description = "u" }\nTOKEN = { description = "t" }'),
    },
    get,
    'store the value again without it',
    'printf ab | tool set TOKEN',
  ),
  remedy('E1406', {}, configure, 'run this in a repository', 'git init -q .'),
  remedy('E1406', {}, configure, 'add `--global`', ':', `${configure} --global --yes`),
  remedy('E1407', {}, login, 'name one with `--provider`', ':', `${login} --provider dotenv://tokens.env`),
];
