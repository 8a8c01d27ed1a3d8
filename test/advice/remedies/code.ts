/** Of what programs read. */
import { inManifest, ONE, type Remedy, remedy } from './remedy.js';

const program = (text: string) => ({ 'manifest.toml': ONE, '.env': 'A=1\n', 'app.js': text });
const LINT = 'tool lint --code --strict';
const TOKEN = ONE.replace('A =', 'TOKEN =');

export const code: readonly Remedy[] = [
  remedy('W1701', program('process.env.A; process.env.B'), LINT, 'tool add B', 'tool add B --description b'),
  remedy(
    'W1701',
    program('process.env.A; process.env.B'),
    LINT,
    'accept it with `--allow B`',
    ':',
    `${LINT} --allow B`,
  ),
  remedy(
    'W1701',
    { ...program('[process.env.TOKNE, process.env.TOKEN]'), 'manifest.toml': TOKEN },
    LINT,
    'did you mean `TOKEN`?',
    'sed -i s/TOKNE/TOKEN/ app.js',
  ),
  remedy(
    'W1702',
    { ...program('process.env.A'), 'manifest.toml': `${ONE}OLD = { description = "o" }\n` },
    LINT,
    'remove the declaration',
    inManifest('^OLD.*', ''),
  ),
  remedy(
    'W1703',
    program('process.env.A; process.env[name]'),
    LINT,
    'accept it with a comment `tool: allow W1703`',
    'echo "process.env.A; process.env[name] // tool: allow W1703" > app.js',
  ),
  remedy(
    'W1704',
    { ...program('process.env.A'), 'other.js': 'const = process.env.;' },
    LINT,
    'accept it with `--allow W1704`',
    ':',
    `${LINT} --allow W1704`,
  ),
];
