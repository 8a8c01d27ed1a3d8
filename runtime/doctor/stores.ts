/** What the stores of a plan need on this machine, read off their descriptors. None is contacted, and no program started but git. */
import { type Stats, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { filePathOf, parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import type { DoctorFinding } from '#schemas/doctor-report.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { contactsOf, type StoreContact } from '#schemas/stores/contacts.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { faultWords } from '#schemas/stores/judge.js';
import { homeFolder } from '../inputs/folders.js';
import { gitStatusOf, isCommittable } from '../inputs/git-status.js';
import type { ConcreteStore, LinkedPlan, LinkedStore } from '../link/linked-plan.js';
import { systemProgram } from '../programs/find-program.js';
import type { Call } from '../session/call.js';
import { finding } from './finding.js';
import { readByOthers } from './read-by-others.js';

export function storesOf({ stores, reads }: LinkedPlan, folder: string, call: Call): readonly DoctorFinding[] {
  const first = new Set(reads.flatMap(({ from }) => from[0]?.store ?? []));
  const later = new Set(reads.flatMap(({ from }) => from.slice(1).map(({ store }) => store)));
  return stores.flatMap((store, index) => {
    const isNeeded = first.has(index) || !later.has(index);
    return storeFindings(store, folder, call).map((found) => (isNeeded ? found : milder(found)));
  });
}

/** What is only asked where others have no value may fail, and nobody notices. */
function milder(found: DoctorFinding): DoctorFinding {
  const isPrivacy = found.command?.[0] === 'git';
  return found.status === 'error' && !isPrivacy ? { ...found, status: 'warning' } : found;
}

function storeFindings(store: LinkedStore, folder: string, call: Call): readonly DoctorFinding[] {
  if (store.kind === 'broken') {
    const { message, help } = faultWords(store.why);
    return [finding('store', 'error', message, { store: withoutCredentials(store.shown), help })];
  }
  const shown = withoutCredentials(store.aliases[0] ?? store.uri);
  const uri = parseStoreUri(store.uri);
  if (uri.kind !== 'uri') return [];
  const needs = (contactsOf(uri) ?? []).flatMap((contact) => needOf(contact, shown, folder, call));
  const plain = plainFile(uri, shown, folder, call);
  const found = [...needs, ...plain];
  return found.length > 0 ? found : [standing(store, uri, shown, call)];
}

/** What is known without asking: programs that are there, and where it would sign in from. */
function standing(store: ConcreteStore, uri: StoreUri, shown: string, { variables }: Call): DoctorFinding {
  const programs = (contactsOf(uri) ?? []).flatMap((contact) => (contact.kind === 'program' ? [contact.program] : []));
  const credentials = descriptorOf(uri.scheme)?.credentials ?? [];
  const bound = credentials.filter(({ name }) => Object.hasOwn(store.credentials, name)).map(({ name }) => name);
  const set = credentials.flatMap(({ environment }) => environment.filter((name) => (variables[name] ?? '') !== ''));
  const parts = [
    ...(programs.length > 0 ? [`${programs.join(', ')} found`] : []),
    ...(bound.length > 0 ? [`credentials ${bound.join(', ')} of the alias`] : []),
    ...(set.length > 0 ? [`${set.join(', ')} set`] : []),
  ];
  if (parts.length > 0) return finding('store', 'ok', parts.join('; '), { store: shown });
  // Files of the vendor or the machine itself may hold some.
  return credentials.length > 0
    ? finding('store', 'note', 'neither the alias nor a variable has credentials for it', { store: shown })
    : finding('store', 'ok', 'nothing is missing', { store: shown });
}

function needOf(contact: StoreContact, store: string, folder: string, call: Call): readonly DoctorFinding[] {
  switch (contact.kind) {
    case 'program': {
      // A whole command starts with its program.
      const [program = ''] = contact.program.split(' ');
      const isThere = isAbsolute(program) ? isFile(program) : systemProgram(program, call.variables) !== null;
      if (isThere) return [];
      const help = `install \`${program}\`, or add its folder to PATH`;
      return [finding('store', contact.isHelper ? 'warning' : 'error', `\`${program}\` is not found`, { store, help })];
    }
    case 'file': {
      if (contact.isStore || isFile(located(contact.path, folder, call))) return [];
      return [
        finding('store', 'warning', `there is no file \`${contact.path}\``, {
          store,
          help: 'correct the address of the store',
        }),
      ];
    }
    case 'host':
    case 'machine':
      return [];
  }
}

/** A file of plain text that others can read, or that git would commit. */
function plainFile(uri: StoreUri, store: string, folder: string, call: Call): readonly DoctorFinding[] {
  const descriptor = descriptorOf(uri.scheme);
  const { location, defaultLocation = '' } = descriptor?.uri ?? { location: 'none' };
  if (location !== 'file' && location !== 'folder') return [];
  const written = filePathOf(uri) || defaultLocation;
  const path = located(written, folder, call);
  const found = statusOf(path);
  if (found === null) return [finding('store', 'note', 'there is nothing at its path yet', { store })];
  if (descriptor?.plainText !== true) return [];
  const isTracked = location === 'file' && gitStatusOf(path, call.variables) === 'tracked';
  const isCommitted = isTracked || isCommittable(path, location === 'folder', call.variables);
  const shown = typed(relative(call.workingFolder, path));
  return [
    ...readByOthers({ location, path, status: found, shown, store }, call.variables),
    ...(isTracked
      ? [finding('store', 'error', 'git tracks it', { store, command: ['git', 'rm', '--cached', shown] })]
      : []),
    ...(isCommitted && !isTracked
      ? [finding('store', 'warning', 'git would commit it', { store, help: `add \`${written}\` to \`.gitignore\`` })]
      : []),
  ];
}

/** As an argument that no program takes for an option. */
function typed(path: string): string {
  if (path === '') return '.';
  return path.startsWith('-') ? `./${path}` : path;
}

function located(written: string, folder: string, { variables }: Call): string {
  const home = homeFolder(variables);
  return written.startsWith('~/') && home !== null ? join(home, written.slice(2)) : resolve(folder, written);
}

function isFile(path: string): boolean {
  return statusOf(path) !== null;
}

/** Null if there is nothing, or nothing that this user can see. */
function statusOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
