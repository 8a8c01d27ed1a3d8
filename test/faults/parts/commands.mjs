/** Every command, with what is right about it: which codes it may end with, and what it must have done when it says that it is done. */

const TROUBLE_OF_SIDES = [0, 1, 2];
const CHILD = [0, 1, 126, 127];
const HANDLED = [0, 1];

/**
 * `codes`: what it may end with, whatever fails. `trouble`: what it ends with where its product cannot be printed; 1 if not
 * given. `mostErrors`: the side of a difference, and what is wrong with it. `hasFindings`: errors are its product. `hasPaths`: its product differs from run to run. `done`: what is wrong in a
 * project after it ended with 0, in words, or null.
 */
export const COMMANDS = [
  { words: ['--version'], codes: HANDLED },
  { words: ['--help'], codes: HANDLED },
  { words: ['check'], codes: HANDLED },
  { words: ['check', '--json'], codes: HANDLED },
  { words: ['check', '--explain'], codes: HANDLED },
  { words: ['run', '--', 'sh', '-c', 'test "$API_KEY" = canary-api-key'], codes: CHILD },
  { words: ['run', '--scope', 'worker', '--', 'true'], codes: CHILD },
  { words: ['export', '--format', 'json'], codes: HANDLED, hasPaths: true },
  { words: ['export', '--format', 'dotenv', '--scope', 'worker'], codes: HANDLED },
  { words: ['get', 'API_KEY'], codes: HANDLED },
  { words: ['get', 'DOCUMENT'], codes: HANDLED },
  { words: ['set', 'API_KEY', 'fresh-api-key'], codes: HANDLED, done: has('.env', 'API_KEY=fresh-api-key\n') },
  {
    words: ['set', 'CERTIFICATE', 'fresh-certificate'],
    codes: HANDLED,
    done: has('values/faults/default/CERTIFICATE', 'fresh-certificate'),
  },
  {
    words: ['--file', 'moved.toml', 'delete', 'THREE'],
    codes: HANDLED,
    done: lacks('third.env', 'THREE='),
  },
  { words: ['--file', 'moved.toml', 'cache', 'clear'], codes: HANDLED },
  {
    words: ['--file', 'moved.toml', 'import', 'dotenv://old.env'],
    codes: HANDLED,
    done: has('moved.env', 'TWO=canary-two\n'),
  },
  {
    words: ['--file', 'moved.toml', 'import', 'dotenv://old.env', '--delete-source'],
    codes: HANDLED,
    done: lacks('old.env', 'canary'),
  },
  {
    words: ['add', 'ADDED', '--description', 'Another'],
    codes: HANDLED,
    done: has('manifest.toml', 'ADDED = { description = "Another" }\n'),
  },
  { words: ['audit'], codes: HANDLED },
  { words: ['audit', '--json', '--tail', '2'], codes: HANDLED, hasPaths: true },
  { words: ['completions', 'bash'], codes: HANDLED },
  { words: ['config', 'global', 'show'], codes: HANDLED },
  { words: ['config', 'global', 'provider', 'list'], codes: HANDLED },
  { words: ['config', 'global', 'provider', 'add', 'team', 'dotenv://team.env'], codes: HANDLED, hasPaths: true },
  { words: ['config', 'global', 'provider', 'remove', 'team'], codes: HANDLED, hasPaths: true },
  { words: ['check', '--profile', 'fresh'], codes: HANDLED, done: has('.env', '\nSALT=') },
  { words: ['plan'], codes: HANDLED },
  { words: ['plan', '--format', 'json'], codes: HANDLED },
  { words: ['plan', '--hash'], codes: HANDLED },
  { words: ['plan', '--output', 'plan.json'], codes: HANDLED, done: has('plan.json', '"integrity"') },
  { words: ['plan', 'diff', 'manifest.toml', 'twin.toml'], codes: TROUBLE_OF_SIDES, trouble: 2, mostErrors: 2 },
  {
    words: ['plan', 'diff', 'manifest.toml', 'other.toml', '--format', 'markdown'],
    codes: TROUBLE_OF_SIDES,
    trouble: 2,
  },
  { words: ['lint'], codes: HANDLED, hasFindings: true },
  { words: ['lint', '--format', 'sarif'], codes: HANDLED, hasFindings: true },
  { words: ['explain', 'E0203'], codes: HANDLED },
  { words: ['schema', '--config', 'project'], codes: HANDLED },
  {
    words: ['schema', '--config', 'project', '--output', 'schema.json'],
    codes: HANDLED,
    done: has('schema.json', '"$schema"'),
  },
  { words: ['render', 'app.template'], codes: HANDLED },
  {
    words: ['render', 'app.template', '--output', 'app.conf'],
    codes: HANDLED,
    done: has('app.conf', 'key=canary-api-key\n'),
  },
  { words: ['edit'], codes: HANDLED, done: has('.env', 'API_KEY=fresh-api-key') },
  { words: ['edit', 'CERTIFICATE', '--format', 'json'], codes: HANDLED },
  { words: ['types'], codes: HANDLED },
  { words: ['types', '--output', 'secrets.ts'], codes: HANDLED, done: has('secrets.ts', 'export const load') },
  {
    words: ['plan', 'graph', '--format', 'html', '--output', 'plan.html'],
    codes: HANDLED,
    done: has('plan.html', '</html>'),
  },
  { words: ['plan', 'emit', '--for', 'external-secrets', '--profile', 'default'], codes: HANDLED },
  {
    words: ['plan', 'emit', '--for', 'compose', '--profile', 'default', '--output', 'compose.yaml'],
    codes: HANDLED,
    done: has('compose.yaml', 'environment:'),
  },
];

export const nameOf = ({ words }) => `tool ${words.join(' ')}`;

function has(path, text) {
  return (project) =>
    project.read(path)?.includes(text) ? null : `it ended with 0, and ${path} does not hold the new text`;
}

function lacks(path, text) {
  return (project) =>
    project.read(path)?.includes(text) === true ? `it ended with 0, and ${path} still holds the text` : null;
}
