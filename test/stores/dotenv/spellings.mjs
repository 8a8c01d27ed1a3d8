/** The ways in which a value can be written in a dotenv file: bare and in each kind of quotes, with and without escapes. */
export function spellings(value) {
  const onOneLine = (text) => text.replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  const escaped = (pattern) => value.replace(pattern, '\\$&');
  return [
    value,
    escaped(/[\\'"$#` \t]/g),
    ...[value, escaped(/[\\']/g), escaped(/'/g), escaped(/\\/g)].map((text) => `'${text}'`),
    ...[
      value,
      escaped(/[\\"$]/g),
      escaped(/["\\]/g),
      escaped(/"/g),
      escaped(/\$/g),
      value.replaceAll('$', '$$$$'),
    ].flatMap((text) => [`"${text}"`, `"${onOneLine(text)}"`]),
    `\`${value}\``,
  ];
}
