/** What a store contacts, read off its descriptor: powers, contacts, costs and policies ask here. */
import type { MachineContact, ReachedHost } from '../providers/descriptor.js';
import { descriptorOf } from '../providers/index.js';
import { filePathOf, type StoreUri } from '../addresses/store-uri.js';

export type StoreContact =
  | ({ readonly kind: 'host' } & ReachedHost)
  /** `isHelper`: it runs along with another one, or with what the machine has in its place. */
  | { readonly kind: 'program'; readonly program: string; readonly isHelper: boolean }
  /** A path as written. `isStore`: the entries are in it; otherwise an option names it. */
  | { readonly kind: 'file'; readonly path: string; readonly isStore: boolean }
  /** One that variables and files of the machine decide. */
  | { readonly kind: 'machine'; readonly what: MachineContact };

/** Null: the scheme is not known, so that an external provider may have it, and whatever that contacts. */
export function contactsOf(uri: StoreUri): readonly StoreContact[] | null {
  const descriptor = descriptorOf(uri.scheme);
  if (descriptor === null) return null;
  const { hosts = [], programs = [], helpers = [], files = [], machine = [] } = descriptor.reach?.(uri) ?? {};
  const { location, defaultLocation = '' } = descriptor.uri;
  const own = location === 'file' || location === 'folder' ? filePathOf(uri) || defaultLocation : '';
  return [
    ...hosts.map((host): StoreContact => ({ kind: 'host', ...host })),
    ...programs.map((program): StoreContact => ({ kind: 'program', program, isHelper: false })),
    ...helpers.map((program): StoreContact => ({ kind: 'program', program, isHelper: true })),
    ...(own === '' ? [] : [{ kind: 'file', path: own, isStore: true } as const]),
    ...files.map((path): StoreContact => ({ kind: 'file', path, isStore: false })),
    ...machine.map((what): StoreContact => ({ kind: 'machine', what })),
  ];
}
