/** Where everything of the drawing is: stores at the left, then secrets, then what is made of them, scopes at the right. */
import { columnsOf } from '../terminal-text.js';
import type { Block, Blocks } from './blocks.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface BlockBox extends Box {
  readonly block: Block;
  /** How many secrets stand side by side, and how wide each is. */
  readonly columns: number;
  readonly columnWidth: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly stores: ReadonlyMap<string, Box>;
  readonly blocks: ReadonlyMap<string, BlockBox>;
  readonly scopes: ReadonlyMap<string, Box>;
}

export const ROW = 20;
export const HEADER = 30;
export const PADDING = 12;
const GAP = 22;
const CHANNEL = 150;
const MARGIN = 24;
const TOP = 84;
const CARD = { width: 230, height: 46 };
const SCOPE = { width: 170, height: 40 };
const LEGEND = 56;
const CHARACTER = 7;

/** How wide a text is drawn, as far as can be known without its font. */
export function widthOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += columnsOf(character);
  return columns * CHARACTER;
}

export function layoutOf(
  { stores, stored, made, inputs }: Blocks,
  scopes: readonly string[],
  rowText: (block: Block, index: number) => string,
): Layout {
  const storedX = MARGIN + (stores.length === 0 ? 0 : CARD.width + CHANNEL);
  const blocks = new Map<string, BlockBox>();
  const storedWidth = stack(blocks, stored, storedX, rowText);
  const madeX = storedX + (stored.length === 0 ? 0 : storedWidth + CHANNEL);
  const inOrder = made.toSorted(
    (left, right) => middleOf(inputs.get(left.id), blocks) - middleOf(inputs.get(right.id), blocks),
  );
  const madeWidth = stack(blocks, inOrder, madeX, rowText);
  const scopesX = madeX + (made.length === 0 ? 0 : madeWidth + CHANNEL);
  const readers = linksBy(stored, ({ reads, caches }) => [...reads.map(({ store }) => store), ...caches]);
  const listing = linksBy([...stored, ...made], (block) => block.scopes);
  const storeBoxes = spread(
    stores.map(({ id }) => ({ id, at: middleOf(readers.get(id), blocks) })),
    MARGIN,
    CARD,
  );
  const scopeBoxes = spread(
    scopes.map((id) => ({ id, at: middleOf(listing.get(id), blocks) })),
    scopesX,
    SCOPE,
  );
  const all = [...storeBoxes.values(), ...blocks.values(), ...scopeBoxes.values()];
  const right = Math.max(MARGIN + 480, ...extentsOf(all, ({ x, width }) => x + width));
  const bottom = Math.max(TOP, ...extentsOf(all, ({ y, height }) => y + height));
  return { width: right + MARGIN, height: bottom + LEGEND, stores: storeBoxes, blocks, scopes: scopeBoxes };
}

/** One number: the arguments of a function are limited, and boxes are not. */
function extentsOf(boxes: readonly Box[], extent: (box: Box) => number): readonly number[] {
  return [boxes.reduce((most, box) => Math.max(most, extent(box)), 0)];
}

/** Puts the blocks below each other; gives the width of the widest. */
function stack(
  boxes: Map<string, BlockBox>,
  blocks: readonly Block[],
  x: number,
  rowText: (block: Block, index: number) => string,
): number {
  let y = TOP;
  let widest = 0;
  for (const block of blocks) {
    const { secrets } = block;
    const longest = secrets.reduce((most, _, index) => Math.max(most, widthOf(rowText(block, index))), 0);
    const columnWidth = Math.min(Math.max(longest + 20, 170), 340);
    const columns = secrets.length <= 12 ? 1 : secrets.length <= 60 ? 2 : 3;
    const width = columns * columnWidth + 2 * PADDING;
    const height = HEADER + Math.ceil(secrets.length / columns) * ROW + PADDING;
    boxes.set(block.id, { block, columns, columnWidth, x, y, width, height });
    y += height + GAP;
    widest = Math.max(widest, width);
  }
  return widest;
}

function linksBy(
  blocks: readonly Block[],
  namesOf: (block: Block) => readonly string[],
): ReadonlyMap<string, string[]> {
  const links = new Map<string, string[]>();
  for (const block of blocks) {
    for (const name of namesOf(block)) {
      const known = links.get(name);
      if (known === undefined) links.set(name, [block.id]);
      else known.push(block.id);
    }
  }
  return links;
}

/** The height at which these blocks stand on average; what has none stands at the top. */
function middleOf(ids: Iterable<string> | undefined, boxes: ReadonlyMap<string, Box>): number {
  const found = [...(ids ?? [])].flatMap((id) => boxes.get(id) ?? []);
  if (found.length === 0) return TOP;
  return found.reduce((sum, { y, height }) => sum + y + height / 2, 0) / found.length;
}

/** Cards as near to where they want to be as their order leaves room. */
function spread(
  cards: readonly { readonly id: string; readonly at: number }[],
  x: number,
  size: { readonly width: number; readonly height: number },
): ReadonlyMap<string, Box> {
  const boxes = new Map<string, Box>();
  let y = TOP;
  for (const { id, at } of cards.toSorted((left, right) => left.at - right.at)) {
    y = Math.max(y, at - size.height / 2);
    boxes.set(id, { x, y, ...size });
    y += size.height + GAP;
  }
  return boxes;
}
