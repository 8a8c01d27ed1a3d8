/** TOML or a template that cannot be read. */
import { defineCodes } from './define.js';

export const syntax = defineCodes({
  E0101: {
    title: 'not valid TOML',
    kind: 'toml',
    message: (p: { problem: string }) => p.problem,
  },
});
