/**
 * Writing: the list of a vault, the items that exist, then one process for each value, whose input is the whole item. `op item edit ITEM
 * FIELD=VALUE` would show the value to every user of the machine (providers-local 13 (10), 25.13 (5)).
 */
import type { Entry } from '#schemas/addresses/entry.js';
import { SecretValue } from '../../values/secret-value.js';
import type { EntryWrite } from '../bases/entry-store.js';
import { inOrder } from '../bases/in-order.js';
import { itemNamed } from '../bases/named-item.js';
import type { Call, WriteAnswer } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import {
  ATTACHED,
  fieldValue,
  type OnePasswordItem,
  itemsIn,
  mainValue,
  newItem,
  withAttribute,
  withValue,
} from './item.js';
import type { Op } from './op.js';
import { byVault, isExact, isMain } from './reader.js';

/** A vault as far as these writes know it. */
interface Vault {
  readonly list: OnePasswordItem[];
  readonly items: Map<string, OnePasswordItem>;
}

export class ItemWriter {
  readonly #op: Op;

  constructor(op: Op) {
    this.#op = op;
  }

  async write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const inVaults = byVault(wanted, ({ entry }) => entry);
    const vaults = new Map<string, Vault | Failed>();
    const work = async (one: EntryWrite): Promise<WriteAnswer> => {
      const name = one.entry.within ?? '';
      const vault = vaults.get(name) ?? (await this.#vault(name, inVaults.get(name) ?? [], call));
      vaults.set(name, vault);
      return 'failure' in vault ? vault : this.#put(name, vault, one, call);
    };
    return inOrder<EntryWrite, WriteAnswer>(wanted, work, this.#op);
  }

  async #vault(name: string, wanted: readonly EntryWrite[], call: Call): Promise<Vault | Failed> {
    const list = await this.#op.list(name, call);
    if ('failure' in list) return list;
    const ids = wanted.flatMap(({ entry }) => {
      const named = itemNamed(list, entry.name, { isExact: isExact(entry), noun: 'item' });
      return named.kind === 'item' ? named.item.id : [];
    });
    const items = ids.length === 0 ? new Map() : await this.#op.items(name, [...new Set(ids)], call);
    return 'failure' in items ? items : { list: [...list], items: new Map(items) };
  }

  async #put(name: string, vault: Vault, wanted: EntryWrite, call: Call): Promise<WriteAnswer> {
    const { entry, at } = wanted;
    if (withAttribute(entry.field ?? '').attribute !== '') return OF_ATTRIBUTE;
    const named = itemNamed(vault.list, entry.name, { isExact: isExact(entry), noun: 'item' });
    if (named.kind === 'failed') return named;
    const item = named.kind === 'item' ? vault.items.get(named.item.id) : undefined;
    if (item !== undefined) return this.#change(name, vault, item, wanted, call);
    if (at.kind === 'native') return NEVER_CREATED;
    const text = wanted.value.revealText() ?? '';
    const done = await this.#op.create(name, newItem(entry.name, at, text), call);
    if (done.kind === 'failed') return done;
    const [created] = asItems(itemsIn(done.stdout));
    if (created !== undefined) {
      vault.list.push(created);
      vault.items.set(created.id, created);
    }
    return { kind: 'written' };
  }

  async #change(
    name: string,
    vault: Vault,
    item: OnePasswordItem,
    wanted: EntryWrite,
    call: Call,
  ): Promise<WriteAnswer> {
    const { entry, value, onlyIfAbsent } = wanted;
    const there = valueIn(item, entry);
    if (there === ATTACHED) return OF_FILE;
    if (there !== null && typeof there !== 'string') return there;
    if (onlyIfAbsent === true && there !== null) return { kind: 'present', value: SecretValue.fromText(there) };
    const text = value.revealText() ?? '';
    const changed = withValue(item, { section: entry.section, field: entry.field ?? '' }, isMain(entry), text);
    if ('failure' in changed) return changed;
    const done = await this.#op.edit(name, changed, call);
    if (done.kind === 'failed') return done;
    const [edited] = asItems(itemsIn(done.stdout));
    // It reads its input since a later version 2, and changes nothing before that.
    if (edited !== undefined && valueIn(edited, entry) !== text) return NOT_CHANGED;
    vault.items.set(item.id, edited ?? changed);
    return { kind: 'written', ...(item.json['category'] === 'LOGIN' && { notes: [PASSKEY] }) };
  }
}

function valueIn(item: OnePasswordItem, entry: Entry): ReturnType<typeof fieldValue> {
  return isMain(entry) ? mainValue(item) : fieldValue(item, { section: entry.section, field: entry.field ?? '' });
}

function asItems(items: readonly OnePasswordItem[] | Failed): readonly OnePasswordItem[] {
  return 'failure' in items ? [] : items;
}

const NEVER_CREATED = failed(
  'unsupported',
  'the item of the `ref` does not exist',
  'create it in 1Password first: a `ref` names what is there',
);
const OF_ATTRIBUTE = failed('unsupported', 'an attribute of a field is read-only', 'leave out `?attribute=`');
const OF_FILE = failed('unsupported', 'a file of an item is read-only', 'change it in 1Password');
const NOT_CHANGED = failed('unsupported', '`op` did not change the item: it is too old', 'update the 1Password CLI');
const PASSKEY =
  "a passkey in this item would be gone now: 1Password's program does not keep passkeys of items that it changes";
