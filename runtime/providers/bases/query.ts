/** The query of a request: names as they are, values escaped. */
export function queryOf(parts: Readonly<Record<string, string | number | boolean>>): string {
  return Object.entries(parts)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}
