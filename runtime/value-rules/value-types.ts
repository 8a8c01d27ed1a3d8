/** What values may be, as rules of policies name it: how the type is described, and what it accepts. */
import type { ValueType } from '#schemas/secret-types/value-types.js';
import { matcherOf } from '#schemas/value-pattern/matcher.js';
import { readPattern } from '#schemas/value-pattern/read-pattern.js';
import { isAddress, isDay, isHttpUrl, isJson, isJwt, isNetwork, isPem, isUrl } from './value-forms.js';

export interface ValueTypeFacts {
  /** In a sentence that starts with "a value of this type is …". */
  readonly words: string;
  /** What the whole value fits; left out: `accepts` says it all. */
  readonly pattern?: string;
  /** What a pattern cannot say. */
  readonly accepts?: (text: string) => boolean;
}

const LABEL = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const NAME = `(${LABEL}\\.)*${LABEL}`;
/** RFC 5322: between the dots before the `@`. */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const WHOLE = '(0|[1-9][0-9]*)';
const NUMBER = `-?${WHOLE}(\\.[0-9]+)?([eE][+-]?[0-9]+)?`;
const DECIMAL = '[0-9]+([.,][0-9]+)?';
const IDENTIFIER = '(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const BASE64 = (letters: string) => `([${letters}]{4})*([${letters}]{4}|[${letters}]{3}=?|[${letters}]{2}(==)?)`;

export const valueTypes: Readonly<Record<ValueType, ValueTypeFacts>> = {
  port: {
    words: 'a whole number from 1 to 65535',
    pattern: '[1-9][0-9]{0,4}',
    accepts: (text) => Number(text) <= 65_535,
  },
  url: {
    words: 'a scheme, `://` and a place, without blanks',
    pattern: '[A-Za-z][A-Za-z0-9+.-]*:([A-Za-z0-9+.-]+:)*@?//[^\\s\\x00-\\x1f\\x7f"<>]+',
    accepts: isUrl,
  },
  http_url: {
    words: 'a URL that starts with `http://` or `https://`',
    pattern: '(?i)https?://[^\\s\\x00-\\x1f\\x7f"<>/\\\\][^\\s\\x00-\\x1f\\x7f"<>]*',
    accepts: isHttpUrl,
  },
  email: {
    words: 'an address such as `name@example.com`',
    pattern: `${ATOM}(\\.${ATOM})*@${NAME}`,
    accepts: (text) => text.length <= 254 && text.indexOf('@') <= 64,
  },
  hostname: {
    words: 'a name of DNS, such as `db.example.com`',
    pattern: `${NAME}\\.?`,
    accepts: (text) => text.length <= 253 && !/(^|\.)[0-9]+\.?$/u.test(text),
  },
  ip: { words: 'an address of IPv4 or IPv6', accepts: isAddress },
  cidr: { words: 'an IP address, `/` and the length of a prefix', accepts: isNetwork },
  integer: { words: 'a whole number, as JSON writes it', pattern: `-?${WHOLE}` },
  number: { words: 'a number, as JSON writes it', pattern: NUMBER },
  boolean: { words: '`true` or `false`', pattern: 'true|false' },
  uuid: {
    words: '32 hexadecimal digits in five groups, such as `123e4567-e89b-12d3-a456-426614174000`',
    pattern: '[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}',
  },
  json: { words: 'a document of JSON', accepts: isJson },
  base64: {
    words: 'text of base64, of the usual alphabet or that of URLs, with or without `=`',
    pattern: `${BASE64('A-Za-z0-9+/')}|${BASE64('A-Za-z0-9_-')}`,
  },
  hex: { words: 'hexadecimal digits, two for each byte', pattern: '([0-9A-Fa-f]{2})+' },
  jwt: { words: 'a signed JSON Web Token', pattern: '([A-Za-z0-9_-]+\\.){2}[A-Za-z0-9_-]+', accepts: isJwt },
  pem: { words: 'PEM: base64 between lines of `BEGIN` and `END`', accepts: isPem },
  semver: {
    words: 'a version such as `1.2.3` or `1.2.3-rc.1`',
    pattern: `${WHOLE}\\.${WHOLE}\\.${WHOLE}(-${IDENTIFIER}(\\.${IDENTIFIER})*)?(\\+[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?`,
  },
  date: {
    words: 'a day such as `2026-01-31`',
    pattern: '[0-9]{4}-[0-9]{2}-[0-9]{2}',
    accepts: isDay,
  },
  duration: {
    words: 'a time such as `90s`, `1h30m` or `PT1H30M`',
    pattern: `(${DECIMAL}(ns|us|\\u00b5s|\\u03bcs|ms|s|m|h|d|w))+|P${DECIMAL}W|P(${DECIMAL}Y)?(${DECIMAL}M)?(${DECIMAL}D)?(T(${DECIMAL}H)?(${DECIMAL}M)?(${DECIMAL}S)?)?`,
    // ISO 8601: only the last number has a fraction.
    accepts: (text) => !/[PT]$/u.test(text) && !/^P.*[.,][0-9]+[A-Z]./u.test(text),
  },
  aws_access_key_id: {
    words: '`AKIA` or `ASIA` and 16 capital letters and digits',
    pattern: '(AKIA|ASIA)[A-Z0-9]{16}',
  },
  github_token: {
    words: 'a token of GitHub, which starts with `ghp_`, `gho_`, `ghu_`, `ghs_`, `ghr_` or `github_pat_`',
    // Tokens of installations may hold a JSON Web Token.
    pattern: '(gh[pousr]|github_pat)_[A-Za-z0-9_]{36,255}|ghs_[A-Za-z0-9_]+(\\.[A-Za-z0-9_-]+){2}',
  },
  stripe_key: {
    words: 'a key of Stripe, which starts with `sk_`, `rk_` or `pk_` and `live_` or `test_`',
    pattern: '(sk|rk|pk)_(live|test)_[A-Za-z0-9]{16,255}',
  },
  slack_token: {
    words: 'a token of Slack, which starts with `xoxb-`, `xoxp-` or the like, or with `xapp-`',
    pattern: '((xoxe\\.)?xox[a-z]|xapp|xwfp)-[A-Za-z0-9%-]{10,1000}',
  },
};

/** Whether a text is of a type: made once for all values. */
export function acceptsOf(type: ValueType): (text: string) => boolean {
  const { pattern, accepts = () => true } = valueTypes[type];
  const fits = pattern === undefined ? () => true : fitsOf(pattern);
  return (text) => fits(text) && accepts(text);
}

function fitsOf(text: string): (value: string) => boolean {
  const read = readPattern(text);
  if (read.kind === 'problem') throw new Error(`the pattern of a type cannot be read: ${read.problem}`);
  return matcherOf(read.pattern);
}
