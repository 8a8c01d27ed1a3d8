import { expect, test } from '@jest/globals';
import { guessed } from '#schemas/diagnostics/did-you-mean.js';

const guess = (word: string) => guessed(word, ['default', 'production', 'preview', 'staging'], 'profiles');
const LIST = 'rofiles are `default`, `production`, `preview` and `staging`';

test('a slip', () => expect(guess('prodcution')).toBe(`did you mean \`production\`? P${LIST}`));
test('a beginning', () => expect(guess('prod')).toBe(`did you mean \`production\`? P${LIST}`));
test('case does not matter', () => expect(guess('STAG')).toBe(`did you mean \`staging\`? P${LIST}`));
test('a beginning of two names', () => expect(guess('pr')).toBe(`p${LIST}`));
test('a single letter', () => expect(guess('s')).toBe(`p${LIST}`));
test('no names', () => expect(guessed('prod', [], 'profiles')).toBeNull());
