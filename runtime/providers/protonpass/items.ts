/** Items of Proton Pass, as `pass-cli` prints them (providers-local 17, 25.17). */
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { severalNamed } from '../bases/named-item.js';
import { wholeList } from '../bases/whole-list.js';
import { type Failed, failed } from '../store-failure.js';

export interface ProtonItem {
  readonly kind: 'item';
  readonly id: string;
  readonly shareId: string;
  readonly title: string;
  /** Empty if it is not known. Texts of one form, which sort as times do. */
  readonly createdAt: string;
  /** Null: not in this output. */
  readonly note: string | null;
  /** What is lost if a new note takes its place; null: nothing, as far as this output shows. */
  readonly besides: string | null;
}

/** Those that are not in the trash: `item list` shows all (list.rs), in two shapes, since version 2.0.3 without contents. */
export function itemsIn(output: Uint8Array): readonly ProtonItem[] | Failed {
  const listed = objectIn(jsonIn(output))?.['items'];
  if (!Array.isArray(listed)) return failed('malformed', '`pass-cli item list` printed something that is not a list');
  const kept = listed.filter((item) => !/^trashed$/i.test(String(objectIn(item)?.['state'])));
  return wholeList(kept, itemOf) ?? WITHOUT_IDS;
}

/** The item that `item view` prints, with its content. */
export function viewedIn(output: Uint8Array): ProtonItem | Failed {
  const view = objectIn(jsonIn(output));
  const item = itemOf(view?.['item']);
  if (item === null || item.note === null)
    return failed('malformed', '`pass-cli item view` printed something that is not an item');
  return Array.isArray(view?.['attachments']) && view['attachments'].length > 0
    ? { ...item, besides: item.besides ?? FILES }
    : item;
}

/**
 * Of the items of a title the newest: while a value is replaced, the old item and the new one exist (25.17). Null: there is none. Two
 * of the same moment are as good as each other.
 */
export function newestOf(items: readonly ProtonItem[], title: string): ProtonItem | null | Failed {
  const named = items.filter((item) => item.title === title);
  const newest = named.reduce<ProtonItem | null>((one, other) => {
    return one === null || other.createdAt > one.createdAt ? other : one;
  }, null);
  const twins = named.filter(({ createdAt }) => createdAt === newest?.createdAt);
  if (twins.length < 2) return newest;
  const ids = twins.map(({ id }) => id);
  return severalNamed('items have this title', ids, 'rename or delete all but one of them');
}

const WITHOUT_IDS = failed('malformed', '`pass-cli item list` printed an item without its ids or its title');

function itemOf(value: unknown): ProtonItem | null {
  const item = objectIn(value) ?? {};
  const content = objectIn(item['content']);
  const { id, share_id: shareId, create_time: createdAt = item['modify_time'], title = content?.['title'] } = item;
  if (typeof id !== 'string' || typeof shareId !== 'string' || typeof title !== 'string') return null;
  const note = content?.['note'];
  return {
    kind: 'item',
    id,
    shareId,
    title,
    createdAt: typeof createdAt === 'number' ? String(createdAt).padStart(20, '0') : `${createdAt ?? ''}`,
    note: typeof note === 'string' ? note : null,
    besides: besidesOf(item, content),
  };
}

const FILES = 'has attachments';

function besidesOf(item: Readonly<Record<string, unknown>>, content: ReturnType<typeof objectIn>): string | null {
  const { item_type: type = typeIn(content?.['content']), flags } = item;
  if (typeof type === 'string' && type.toLowerCase() !== 'note') return 'is not a note';
  const fields = content?.['extra_fields'];
  if (Array.isArray(fields) && fields.length > 0) return 'has further fields';
  return Array.isArray(flags) && flags.includes('ItemHasFiles') ? FILES : null;
}

/** `{ "Note": null }`, `{ "Login": { … } }`, or the name alone. */
function typeIn(content: unknown): unknown {
  return typeof content === 'string' ? content : Object.keys(objectIn(content) ?? {})[0];
}
