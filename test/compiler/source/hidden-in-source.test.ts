/** What is hidden of a line, whatever quotes and escapes spell it. */
import { expect, test } from '@jest/globals';
import { hiddenInSource } from '#compiler/source/hidden-in-source.js';

/** The lines of a text as they may be shown. */
function shown(text: string, isToml = true): string {
  const hiddenOn = hiddenInSource(text);
  let from = 0;
  const lines = text.split('\n').map((line) => {
    const start = from;
    from += line.length + 1;
    return hiddenOn({ start, end: start + line.length }, isToml).reduceRight(
      (rest, span) => `${rest.slice(0, span.start - start)}***${rest.slice(span.end - start)}`,
      line,
    );
  });
  return lines.join('\n');
}

test.each([
  ['url = "vault://user:pass@host/x" # a', 'url = "vault://user:***@host/x" # a'],
  [`url = 'vault://user:pa"ss@host'`, `url = 'vault://user:***@host'`],
  [String.raw`url = "vault://user:pa\"ss@host" # x`, 'url = "vault://user:***@host" # x'],
  [
    String.raw`url = "vault\u003a//user\U0000003apass\u0040host"`,
    String.raw`url = "vault\u003a//user\U0000003a***\u0040host"`,
  ],
  [String.raw`url = "vault://user:p\u0061ss@host"`, 'url = "vault://user:***@host"'],
  [String.raw`url = "dotenv:.env\u003ftoken\u003dpass"`, String.raw`url = "dotenv:.env\u003ftoken\u003d***"`],
  ['"vault://user:pass@host" = 1', '"vault://user:***@host" = 1'],
  ['["a://u:p@h","b://v:q@i","c://w"]', '["a://u:***@h","b://v:***@i","c://w"]'],
  ['["vault://h:8200","onepassword://a@V"]', '["vault://h:8200","onepassword://a@V"]'],
  ['a = """\nvault://user:pa\\\n  ss@host"""', 'a = """\nvault://user:***\n***@host"""'],
  ["a = '''\nvault://user:pa\nss@host''' # b", "a = '''\nvault://user:***\n***@host''' # b"],
  ['# see a://u:p@h', '# see a://u:***@h'],
  [`a = "it's" # don't, a://u:p@h`, `a = "it's" # don't, a://u:***@h`],
  ['a = 1', 'a = 1'],
  ['', ''],
])('%j', (text, expected) => expect(shown(text)).toBe(expected));

test.each([
  ['url = "vault://user:pa"ss@host"', 'url = "vault://user:***@host"'],
  [`url = 'vault://user:pa'ss@host'`, `url = 'vault://user:***@host'`],
  ['url = "vault://user:open@host', 'url = "vault://user:***@host'],
  ['url = vault://user:pass@host', 'url = vault://user:***@host'],
  ['url = vault:user:pass@host', 'url = vault:user:***@host'],
  [
    String.raw`"open url = "vault\u003a//user:pass\u0040host"`,
    String.raw`"open url = "vault\u003a//user:***\u0040host"`,
  ],
])('in what is not TOML: %j', (text, expected) => expect(shown(text, false)).toBe(expected));
