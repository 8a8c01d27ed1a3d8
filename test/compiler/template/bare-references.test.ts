/** `$NAME` in a template. */
import { expect, test } from '@jest/globals';
import { bareReferences } from '#compiler/template/bare-references.js';

const textsIn = (template: string) => bareReferences(template).map(({ text }) => text);

test('a name behind a dollar sign', () => expect(textsIn('pg://$USER:$PASS@h')).toEqual(['$USER', '$PASS']));
test('an escape is none', () => expect(textsIn('$$USER')).toEqual([]));
test('nor is a reference', () => expect(textsIn('${USER}')).toEqual([]));
test('nor an amount', () => expect(textsIn('$5 and $x')).toEqual([]));
test('its place', () => expect(bareReferences('a$$$B')).toEqual([{ text: '$B', start: 3, end: 5 }]));
