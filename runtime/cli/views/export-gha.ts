/** `export --format gha`: masks for the log, and lines for the environment file of a GitHub workflow (semantics 6.4). */

/** A mask for every non-empty line of every value; the percent sign is escaped first. */
export function maskLines(values: Iterable<readonly [string, string]>): string {
  const lines = [...values].flatMap(([, value]) => value.split('\n').filter((line) => line !== ''));
  return lines
    .map((line) => `::add-mask::${line.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}\n`)
    .join('');
}

/** `NAME=value`, or for values with a line break a block that ends in an unpredictable delimiter. */
export function environmentLines(values: Iterable<readonly [string, string]>, delimiter: () => string): string {
  return [...values]
    .map(([name, value]) => (value.includes('\n') ? block(name, value, delimiter()) : `${name}=${value}\n`))
    .join('');
}

function block(name: string, value: string, delimiter: string): string {
  return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
}
