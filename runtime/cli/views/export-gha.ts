/** `export --format gha`: masks for the log, and lines for the environment file of a GitHub workflow (semantics 6.4). */

/** A mask for each line; the percent sign is escaped first. */
export function maskLines(lines: Iterable<string>): string {
  return [...lines].map((line) => `::add-mask::${escapedData(line)}\n`).join('');
}

function escapedData(line: string): string {
  return line.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
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
