/** Of what programs read. */
import { inManifest, ONE, type Remedy, remedy } from './remedy.js';

const program = (text: string) => ({ 'manifest.toml': ONE, '.env': 'A=1\n', 'app.js': text });
const LINT = 'tool lint --code --strict';
const TOKEN = ONE.replace('A =', 'TOKEN =');

const ADD = 'tool add --from-code';

export const code: readonly Remedy[] = [
  remedy('E1701', program('process.env.TOKEN'), `${ADD} TOKNE`, 'did you mean `TOKEN`?', ':', `${ADD} TOKEN`),
  remedy(
    'E1701',
    program('process.env.A'),
    `${ADD} OTHER`,
    'leave out `--from-code`',
    ':',
    'tool add OTHER --description o',
  ),
  remedy(
    'E1702',
    {
      ...program('process.env.A'),
      'manifest.toml': `${ONE}\n[profiles.x.defaults]\ninherit = false\n[profiles.x]\nB = { description = "b" }\n`,
    },
    `${ADD} A --profile x`,
    'use `tool add A --profile NAME`',
    ':',
    'tool add A --profile x --description a',
  ),
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
