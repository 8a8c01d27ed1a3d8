/** Values that some format reads as something else. Names say which. */
export const texts = {
  PLAIN: 'correct-horse-battery',
  EMPTY: '',
  BLANK: ' ',
  LEADING_BLANKS: '  two before',
  TRAILING_BLANKS: 'two behind  ',
  TABS: '\ta\tb\t',
  SINGLE_QUOTE: "it's 'quoted'",
  DOUBLE_QUOTE: 'say "so"',
  UNBALANCED: `"'`,
  BACKTICKS: '`id` ``',
  DOLLARS: 'pa$$ $HOME ${HOME} $(id) $1',
  PERCENT: '%PATH% %0A %%',
  BANGS: '!! !$ a!b !',
  BANGS_AFTER_BACKSLASHES: 'a\\!b\\\\!c \\\\',
  BACKSLASHES: 'C:\\new\\temp \\\\ \\" \\',
  HASHES: '#start # middle#',
  EQUALS: '=a=b==',
  COLON: 'key: value',
  SEMICOLONS: 'a; b && c | d > e < f &',
  BRACES: '{a,b} [c] (d) {{e}} *?~',
  YAML_WORD: 'yes',
  NUMBER: '0123',
  JSON: '{"a":["b",null,1.5e3]}',
  DASHES: '---\t- x',
  COMMENT_SIGNS: '; // REM <!-- --> /* */',
  ACCENTS: 'Größe é ñ ключ 値',
  CURLY_QUOTES: '‘a’ ‚b‛ “c” „d‟',
  EMOJI: '🙂👩‍👩‍👧',
  SEPARATORS: 'a\u2028b\u2029c\u00a0d',
  REPLACEMENT: '\ufffd',
  NONCHARACTER: 'a\u{10ffff}b\ufdd0',
  CONTROL: '\u0001\u0007\b\u000b\f\u001b[31m\u007f',
  C1: '\u0080\u0085\u009b',
  MARK: '\ufeffmarked',
  NAME_AGAIN: 'export NAME=value',
  URL: 'postgres://u:p%40ss@h:5432/d?x=1&y=2#f',
};

/** What docker and csh have no spelling for. */
export const lines = {
  LINE_END: 'one\ntwo',
  FINAL_LINE_END: 'one\n',
  BLANK_LINES: '\n\n a\n',
  PEM: '-----BEGIN KEY-----\nMIIB\n-----END KEY-----\n',
  CONTINUED: 'a\\\nb',
};

/** Docker drops or keeps them, as they stand; the others keep them. */
export const returns = { CARRIAGE_RETURN: 'a\rb', WINDOWS_END: 'a\r\nb\r\n', LAST_RETURN: 'a\r' };

export const long = { LONG: 'long "$x" '.repeat(6_000) };

export const bytes = {
  NOT_TEXT: Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x80]),
  NUL: Buffer.from('a\0b'),
};
