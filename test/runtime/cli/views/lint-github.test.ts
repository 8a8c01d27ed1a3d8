/** Annotations that say what was found, and nothing that a manifest would like to say to the runner. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lintGithub } from '#runtime/cli/views/lint-github.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { lintFiles } from '../../../helpers/lint.js';

interface Annotation {
  readonly command: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

/** How the runner takes a line apart. */
function parsed(line: string): Annotation {
  const [, command = '', properties = '', text = ''] = /^::([a-z]+)(?: ([^:]*))?::(.*)$/su.exec(line) ?? [];
  const pairs = properties
    .split(',')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]);
  return { command, properties: Object.fromEntries(pairs), text: unescaped(text) };
}

function unescaped(text: string): string {
  return text
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%0D', '\r')
    .replaceAll('%0A', '\n')
    .replaceAll('%25', '%');
}

const annotate = (diagnostic: Partial<Diagnostic>) => {
  const whole: Diagnostic = {
    code: 'E0203',
    severity: 'error',
    title: 'unknown key',
    message: 'm',
    at: null,
    about: null,
    labels: [],
    quote: null,
    help: null,
    kind: 'toml',
    ...diagnostic,
  };
  return lintGithub({ diagnostics: [whole], locate: () => null });
};
const linesOf = (text: string) => text.split(/\r\n|[\n\r]/u).filter((line) => line !== '');

describe('annotations', () => {
  test('carry severity, place, title, message, labels and help', async () => {
    const files = {
      'manifest.toml':
        '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\nMODE = { description = "a", required = true, default = "x" }\n',
    };
    const [line = ''] = linesOf(lintGithub(await lintFiles(files)));
    expect(parsed(line)).toEqual({
      command: 'error',
      properties: {
        file: 'manifest.toml',
        line: '5',
        endLine: '5',
        col: '29',
        endColumn: '37',
        title: 'E0401: required secret with a default',
      },
      text: '`MODE` has both `required = true` and a `default`\nmanifest.toml:5:46: the default is here\nhelp: remove `required = true`; a secret with a default always has a value',
    });
  });

  test('of several lines have no columns', () => {
    const at = { file: 'm', path: [], part: 'key' } as const;
    const located = { line: 1, column: 2, endLine: 3, endColumn: 4, start: 0, end: 0, source: null, hidden: [] };
    const whole = annotate({});
    expect(whole).toBe('::error title=E0203%3A unknown key::m\n');
    const diagnostics: Diagnostic[] = [
      {
        code: 'W0601',
        severity: 'warning',
        title: 't',
        message: 'm',
        at,
        about: null,
        labels: [],
        quote: null,
        help: null,
        kind: 'toml',
      },
    ];
    expect(lintGithub({ diagnostics, locate: () => located })).toBe(
      '::warning file=m,line=1,endLine=3,title=W0601%3A t::m\n',
    );
  });

  test.each([
    '\n::error::forged',
    '\r::set-output name=a::b',
    '%0A::error::forged',
    'a,file=b',
    'a::b',
    '\u2028::error::x',
    '\x1b[2J',
  ])('cannot be forged by %j', (evil) => {
    const at = { file: `x${evil}`, path: [], part: 'key' } as const;
    const text = annotate({ message: evil, help: evil, at, labels: [{ at, text: evil }] });
    expect(linesOf(text)).toHaveLength(1);
    const { command, properties } = parsed(linesOf(text)[0] ?? '');
    expect([command, Object.keys(properties)]).toEqual(['error', ['file', 'title']]);
    expect(text).not.toMatch(/[\x1b\u2028]/u);
  });

  test('are one line each and parse back, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, file) => {
        const text = annotate({ message, at: { file, path: [], part: 'key' } });
        expect(linesOf(text)).toHaveLength(1);
        const { command, properties } = parsed(linesOf(text)[0] ?? '');
        expect(command).toBe('error');
        expect(Object.keys(properties)).toEqual(['file', 'title']);
      }),
    );
  });
});
