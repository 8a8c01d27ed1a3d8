/** What was recorded and is in no power: neither a fixed host of a vendor, nor the project's own, nor of the system or the tool itself. */
import { basename, resolve } from 'node:path';
import { parseStoreUri } from '../../../dist/schemas/addresses/store-uri.js';
import { contactsOf } from '../../../dist/schemas/stores/contacts.js';

/** The files of the stores that the user's configuration names. */
const USERS = { mine: ['~/mine.env'] };
const SYSTEM = /^\/(?:proc|sys|dev|etc|usr|lib|lib64|bin|opt|run|var\/run|var\/lib)(?:\/|$)/u;

export function strangers({ starts, connects, opens, hosts }, powers, place, manifest) {
  const of = (kind) => powers.filter((power) => power.kind === kind);
  const stores = of('store').flatMap(({ store }) => (store === null ? [] : contactsAt(store)));
  const has = (kind, what) => stores.some((contact) => contact.kind === kind && (what === undefined || what(contact)));
  const programs = [
    ...of('program').map(({ program }) => program),
    // The claim of the scheme names an executable of that name.
    ...of('external').map(({ scheme }) => scheme),
    ...stores.flatMap((contact) => (contact.kind === 'program' ? [contact.program] : [])),
  ];
  const approved = [...of('file').map(({ path }) => path), ...of('store').flatMap(({ store }) => USERS[store] ?? [])];
  const files = approved.map((path) => resolve(place.folder, path.replace(/^~/u, place.home)));
  const ownFiles = manifestStores(manifest).flatMap(contactsAt);
  const isStarted = (start) => {
    const [path, ...words] = start.split(' ');
    const isShell = /\/(?:ba|da)?sh$/u.test(path);
    if (isShell && of('command').some(({ command }) => words.join(' ').includes(command))) return true;
    const helpers = ownFiles.flatMap((contact) =>
      contact.kind === 'program' && contact.isHelper ? [contact.program] : [],
    );
    return [...programs, ...helpers].includes(basename(path)) || /\/(?:node|true|prlimit)$/u.test(path);
  };
  const isConnected = (address) => {
    if (address.includes(`sin_port=htons(${place.port})`) || address.startsWith('sa_family=AF_UNSPEC')) return true;
    if (address.startsWith('sa_family=AF_UNIX'))
      return /nscd/u.test(address) || has('machine', ({ what }) => what === 'service');
    const port = /port=htons\((\d+)\)/u.exec(address)?.[1];
    const ip = /inet_addr\("([^"]+)"\)/u.exec(address)?.[1];
    return of('host').some(({ host }) => host === `${ip}:${port}`) || has('machine', ({ what }) => what === 'host');
  };
  const isHost = (name) =>
    of('host').some(({ host }) => name === host || name === `${host}:443` || name === `${host}:80`) ||
    [...stores, ...ownFiles].some(
      (contact) => contact.kind === 'host' && contact.isVendors && isSame(contact.name, name),
    ) ||
    has('machine', ({ what }) => what === 'host');
  const isOpened = (path) => {
    const whole = resolve(place.folder, path);
    if (SYSTEM.test(whole) || whole === '/' || place.own.some((own) => isIn(own, whole))) return true;
    // Nobody else may be able to replace the executable of an external provider, which is looked at before it is started.
    if (of('external').some(({ scheme }) => whole === resolve(place.bin, scheme))) return true;
    if (files.some((file) => isIn(file, whole) || isBeside(file, whole))) return true;
    return (
      isIn(place.home, whole) &&
      [...stores, ...ownFiles].some(({ kind, what }) => kind === 'machine' && what === 'file')
    );
  };
  return [
    ...starts.filter((one) => !isStarted(one)).map((one) => `start ${one}`),
    ...connects.filter((one) => !isConnected(one)).map((one) => `host ${one}`),
    ...hosts.filter((one) => !isHost(one)).map((one) => `host ${one}`),
    ...opens.filter((one) => !isOpened(one)).map((one) => `file ${one}`),
  ];
}

/** What stores with entries in the project's folder have of the machine: keys, and programs that help. */
function manifestStores(manifest) {
  return [...manifest.matchAll(/"((?:age|sops|kdbx|ejson)[:"][^"]*)"/gu)].map(([, store]) => store);
}

function contactsAt(store) {
  const uri = parseStoreUri(store);
  return uri.kind === 'uri' ? (contactsOf(uri) ?? []) : [];
}

function isSame(host, name) {
  return name === host || name === `${host}:443`;
}

function isIn(folder, path) {
  return path === folder || path.startsWith(`${folder}/`);
}

/** A temporary file or a lock beside it. */
function isBeside(file, path) {
  return path.startsWith(`${file}.`) || path.startsWith(`${resolve(file, '..')}/.tool`) || path === resolve(file, '..');
}
