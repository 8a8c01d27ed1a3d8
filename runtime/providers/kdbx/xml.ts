/**
 * The XML of KeePass databases as a tree that renders to the text it was parsed from: what is not changed stays as it was
 * written. Elements, texts, comments and CDATA; a document type is refused, since it could define entities.
 */

export interface XmlElement {
  readonly name: string;
  /** As written, from the name to the bracket: ` Protected="True"`. */
  readonly attributes: string;
  /** Written `<Name/>`; as soon as it has children, it is not. */
  readonly isEmptyTag: boolean;
  /** A string is everything between two elements, as written. */
  readonly children: (XmlElement | string)[];
}

/** The document as an element without a name; null if it is not well-formed, or beyond a limit. */
export function parseXml(text: string): XmlElement | null {
  const parsed = parseLimitedXml(text);
  return typeof parsed === 'string' ? null : parsed;
}

/** The same; the text is what the document has more of than the limit: a small file can be the compressed form of a large one. */
export function parseLimitedXml(text: string): XmlElement | string | null {
  const document: XmlElement = { name: '', attributes: '', isEmptyTag: false, children: [] };
  const open = [document];
  let elements = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    const parent = open.at(-1);
    if (found === null || parent === undefined) return null;
    const [, between, closing, opening, attributes = '', slash] = found;
    if (between !== undefined) parent.children.push(between);
    else if (closing !== undefined) {
      if (open.pop()?.name !== closing || open.length === 0) return null;
    } else if (opening !== undefined) {
      const element: XmlElement = { name: opening, attributes, isEmptyTag: slash === '/', children: [] };
      parent.children.push(element);
      if (slash !== '/') open.push(element);
      if (open.length > DEEPEST) return `more than ${DEEPEST} levels of elements`;
      if (++elements > MOST_ELEMENTS) return `more than ${MOST_ELEMENTS} elements`;
    }
  }
  return open.length === 1 && isOneElement(document) ? document : null;
}

/** Around the root element there are only comments, declarations and blanks. */
function isOneElement({ children }: XmlElement): boolean {
  const others = children.filter((child) => typeof child === 'string');
  return children.length - others.length === 1 && others.every((text) => /^(?:<[?!]|[\s\ufeff]*$)/u.test(text));
}

/** Groups in groups; far less than what a call stack takes. */
const DEEPEST = 500;
/** About 20,000 entries with long histories, in 600 MB of memory. */
const MOST_ELEMENTS = 2_000_000;

/** Without names of its groups, which take twice the time. Each alternative begins differently and none repeats what it repeats, so every text is read in one pass. */
const NAME = String.raw`[\p{L}_][\p{L}\p{N}_.:-]*`;
const TOKEN = new RegExp(
  String.raw`([^<]+|<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>)` +
    String.raw`|</(${NAME})\s*>` +
    String.raw`|<(${NAME})((?:\s+${NAME}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*?)(/?)>`,
  'uy',
);

export function renderXml({ name, attributes, isEmptyTag, children }: XmlElement): string {
  const content = children.map((child) => (typeof child === 'string' ? child : renderXml(child))).join('');
  if (name === '') return content;
  return isEmptyTag && content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

export function elementsIn(parent: XmlElement, name: string): readonly XmlElement[] {
  return parent.children.filter((child) => typeof child !== 'string' && child.name === name) as XmlElement[];
}

/** The first one of this name. */
export function elementIn(parent: XmlElement, name: string): XmlElement | null {
  return elementsIn(parent, name)[0] ?? null;
}

/** The text of an element that contains no elements; null if it contains some, or an unknown entity. */
export function textOf({ children }: XmlElement): string | null {
  let text = '';
  for (const child of children) {
    const part = typeof child === 'string' ? decodedText(child) : null;
    if (part === null) return null;
    text += part;
  }
  return text;
}

function decodedText(written: string): string | null {
  if (written.startsWith('<![CDATA[')) return written.slice('<![CDATA['.length, -']]>'.length);
  if (written.startsWith('<')) return '';
  const plain = written.replaceAll(/\r\n?/gu, '\n');
  if (!plain.includes('&')) return plain;
  let isKnown = true;
  const text = plain.replaceAll(/&([^;&\s]*);?/gu, (entity, name: string) => {
    const character = entity.endsWith(';') ? characterOf(name) : null;
    isKnown &&= character !== null;
    return character ?? '';
  });
  return isKnown ? text : null;
}

function characterOf(name: string): string | null {
  const named = ENTITIES.get(name);
  if (named !== undefined) return named;
  const digits = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/iu.exec(name);
  if (digits === null) return null;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : null;
}

const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The value of an attribute; null if there is none. None of those in KeePass databases needs entities. */
export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  const found = new RegExp(String.raw`\s${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'u').exec(attributes);
  return found?.[1] ?? found?.[2] ?? null;
}

/** A new element. */
export function element(name: string, children: readonly (XmlElement | string)[], attributes = ''): XmlElement {
  return { name, attributes, isEmptyTag: children.length === 0, children: [...children] };
}

/** A new element with this text. */
export function textElement(name: string, text: string, attributes = ''): XmlElement {
  return element(name, text === '' ? [] : [encodedText(text)], attributes);
}

function encodedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}
