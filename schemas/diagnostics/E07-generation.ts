/** Secret types and their options. */
import { type OptionFault, optionWords } from '../secret-types/judge-options.js';
import { defineCodes } from './define.js';

type Faulty = { fault: OptionFault };
const words = {
  message: ({ fault }: Faulty) => optionWords(fault).message,
  help: ({ fault }: Faulty) => optionWords(fault).help,
};

export const generation = defineCodes({
  E0701: {
    title: 'generate without a type',
    kind: 'invalid_spec',
    message: (p: { secret: string }) => `\`${p.secret}\` has \`generate\` but no \`type\``,
    help: () => 'add the type to generate, such as `type = "password"`',
  },
  E0702: { title: 'type that cannot be generated', kind: 'invalid_spec', ...words },
  E0704: { title: 'option not supported by the type', kind: 'invalid_spec', ...words },
  E0705: { title: 'missing option of generate', kind: 'invalid_spec', ...words },
  E0706: { title: 'invalid value of a generate option', kind: 'invalid_spec', ...words },
  E0707: { title: 'option of another algorithm', kind: 'invalid_spec', ...words },
});

/** The code of each fault. */
export function optionDiagnostic(fault: OptionFault) {
  switch (fault.kind) {
    case 'not-generated':
      return generation.E0702;
    // An option that no type has is an unknown key already (E0203).
    case 'unknown':
    case 'misplaced':
      return generation.E0704;
    case 'missing':
      return generation.E0705;
    case 'value':
      return generation.E0706;
    case 'wrong-algorithm':
      return generation.E0707;
  }
}
