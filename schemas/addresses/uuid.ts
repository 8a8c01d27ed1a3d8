/** UUIDs as people and programs spell them. */

/** With hyphens. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As servers spell it; null: the text is not one. With or without hyphens, in braces, as a URN. */
export function canonicalUuid(text: string): string | null {
  const [, bare = text] = /^\{(.*)\}$/.exec(text) ?? /^urn:uuid:(.*)$/i.exec(text) ?? [];
  const isSpelled = UUID.test(bare) || /^[0-9a-f]{32}$/i.test(bare);
  if (!isSpelled) return null;
  return bare
    .replaceAll('-', '')
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
