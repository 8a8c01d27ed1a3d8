/**
 * An entry that the tool itself writes belongs to one secret: if two share it, the first to be generated or entered
 * becomes the value of both. Secrets that only read one entry share it on purpose (spec 2.9) and are left alone.
 */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { stores } from '#schemas/diagnostics/E06-stores.js';
import { byName } from '#schemas/named.js';
import { type BoundProject, fieldPlace, generates, type Secret, secretPlace } from '../tree/effective.js';
import { type EntriesOf, entryBook, type ReadEntry } from './entries.js';
import type { Warning } from './warning.js';

interface User {
  readonly secret: Secret;
  readonly entry: ReadEntry;
  readonly isWriter: boolean;
}

export const writtenEntryIsOwn: Warning = ({ project }, report) => {
  if (!project.secrets.some(isMade)) return;
  const entriesOf = entryBook(project);
  const told = new Set<string>();
  for (const [profile, secrets] of candidatesOf(project)) {
    for (const users of usersByEntry(secrets, profile, entriesOf)) tellShared(users, told, report);
  }
};

/** By profile, the secrets that may share an entry: by convention each has its own, unless coordinates spell out its name. */
function candidatesOf(project: BoundProject): ReadonlyMap<string, readonly Secret[]> {
  const templates = [...project.stores.values()].flatMap(({ store }) =>
    store.kind === 'leaf' ? (store.template ?? []) : [],
  );
  const written = project.secrets.flatMap(({ fields: { ref, refs } }) => ref ?? Object.values(refs ?? {}));
  const words = new Set(written.flatMap(({ item }) => item.split(/[^\p{L}\p{Nd}_]+/u)));
  const candidates = new Map<string, Secret[]>(project.profiles.map(({ name }) => [name, []]));
  for (const secret of project.secrets) {
    const { ref, refs } = secret.fields;
    if (templates.length === 0 && ref === undefined && refs === undefined && !words.has(secret.name)) continue;
    for (const profile of secret.profiles) candidates.get(profile)?.push(secret);
  }
  return candidates;
}

function usersByEntry(secrets: readonly Secret[], profile: string, entriesOf: EntriesOf): Iterable<readonly User[]> {
  const users = new Map<string, User[]>();
  for (const secret of secrets) {
    const entries = entriesOf(secret, profile);
    const written = isMade(secret) ? entries.find(({ writes }) => writes !== 'none') : undefined;
    for (const entry of entries) {
      const user: User = { secret, entry, isWriter: entry === written && entry.writes === 'kept' };
      const known = users.get(entry.key);
      if (known === undefined) users.set(entry.key, [user]);
      else if (known.at(-1)?.secret !== secret) known.push(user);
    }
  }
  return users.values();
}

/** Each of the others is reported with the first; a pair once, however many profiles and stores it shares. */
function tellShared(users: readonly User[], told: Set<string>, report: Report): void {
  if (users.length < 2) return;
  const writer = users.find(({ isWriter }) => isWriter)?.secret;
  const [first, ...others] = users.toSorted((left, right) => byName(left.secret.name, right.secret.name));
  if (writer === undefined || first === undefined) return;
  const how = writer.fields.prompt === true ? 'entered' : 'generated';
  for (const { secret, entry } of others) {
    const names = { secret: secret.name, other: first.secret.name };
    const pair = `${names.other} ${names.secret}`;
    if (told.has(pair)) continue;
    told.add(pair);
    const labels = [{ at: addressPlace(first.secret), text: `\`${names.other}\` is here` }];
    report(
      stores.W0603({ ...names, store: entry.store, writer: writer.name, how }, { at: addressPlace(secret), labels }),
    );
  }
}

/** Whether the tool itself stores a value. */
function isMade(secret: Secret): boolean {
  return generates(secret) || secret.fields.prompt === true;
}

function addressPlace(secret: Secret): Place {
  if (secret.fields.ref !== undefined) return fieldPlace(secret, 'ref');
  return secret.fields.refs === undefined ? secretPlace(secret) : fieldPlace(secret, 'refs');
}
