/** The gopass store: entries of gopass, whatever it encrypts them with (providers-local 9). */
import { gopass } from '#schemas/providers/gopass.js';
import { patternOf } from '#schemas/providers/pattern-location.js';
import type { At } from '#schemas/addresses/address.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { segmentProblem } from '../files/segment.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import { encryptedEntry } from './bases/encrypted-entry.js';
import { inOrder } from './bases/in-order.js';
import { inTurn } from './bases/in-turn.js';
import { EntryNames } from './entry-names.js';
import { isPassword } from './gopass/content.js';
import { isFullDisk } from './gopass/outcome.js';
import { type EntryListing, OwnProgram, refusalOf } from './gopass/own-program.js';
import { EntryReader } from './gopass/reader.js';
import { recipientsOf } from './gopass/recipients.js';
import { configurationOf, PATHS } from './gopass/settings.js';
import { listedAs } from './listed-as.js';
import type {
  Answer,
  Call,
  ListAnswer,
  ProviderPorts,
  Refused,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { type Failed, failed, StoreFailureError, sentenceOf } from './store-failure.js';

export const descriptor = gopass;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const configuration = configurationOf(ports);
  return typeof configuration === 'string' ? new GopassStore(uri, configuration, ports) : configuration;
}

class GopassStore implements Store {
  readonly kind = 'open';
  readonly #pattern: string;
  readonly #entries: EntryNames;
  readonly #configuration: string;
  readonly #ports: ProviderPorts;
  readonly #program: OwnProgram;
  readonly #reader: EntryReader;
  #mounts: ReturnType<OwnProgram['mounts']> | null = null;

  constructor(uri: StoreUri, configuration: string, ports: ProviderPorts) {
    this.#pattern = patternOf(uri);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#configuration = configuration;
    this.#ports = ports;
    this.#program = new OwnProgram(ports);
    this.#reader = new EntryReader(this.#program, ports.environment);
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const entries = requests.map((at) => this.#entryOf(at));
    const names = entries.flatMap((entry) => (entry.kind === 'entry' ? entry.name : []));
    const answers = await this.#reader.read([...new Set(names)], call);
    return entries.map((entry) => (entry.kind === 'failed' ? entry : (answers.get(entry.name) ?? { kind: 'absent' })));
  }

  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#inTurn(entries, call, (entry, name, listing): Promise<WriteAnswer> => {
      return this.#insert(entry, name, listing, call);
    });
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const named = entries.map((at) => ({ at }));
    return this.#inTurn(named, call, (_, name, listing): Promise<RemoveAnswer> => this.#delete(name, listing, call));
  }

  async list(call: Call): Promise<ListAnswer> {
    const listing = await this.#program.list(call);
    if (listing.kind === 'failed') return listing;
    const { context } = this.#ports;
    return { kind: 'listed', entries: Array.from(listing.names, (name) => listedAs(name, this.#pattern, context)) };
  }

  async refusal(at: At): Promise<string | null> {
    const entry = this.#entryOf(at);
    return entry.kind === 'failed' ? sentenceOf(entry) : null;
  }

  async absence(at: At): Promise<string> {
    return `gopass: no entry ${this.#entries.shown(at)}`;
  }

  async target(at: At): Promise<string> {
    return `item=${this.#entries.shown(at)}`;
  }

  /** Throws a StoreFault: an entry that is not known to be another one may be the only copy. */
  async identity(at: At | null): Promise<string> {
    const mounts = await this.#mountsOnce();
    if ('kind' in mounts) throw new StoreFailureError(mounts.failure);
    const { context, files } = this.#ports;
    const { folder, name } = mounts.placeOf(
      at === null ? fillPlaceholders(this.#pattern, { ...context, key: '{key}' }) : this.#nameOf(at),
    );
    return encryptedEntry(files, folder, name);
  }

  /** As its configuration and its variables say, which its mounts follow from. */
  async whereabouts(at: At | null): Promise<string> {
    const { environment, files } = this.#ports;
    const configuration = Buffer.from((await files.read(this.#configuration)) ?? []).toString();
    const variables = PATHS.map((name) => variableIn(environment, name));
    return JSON.stringify([this.#configuration, configuration, variables, at === null ? null : this.#nameOf(at)]);
  }

  #mountsOnce(): ReturnType<OwnProgram['mounts']> {
    this.#mounts ??= this.#program.mounts();
    return this.#mounts;
  }

  /** What must be unlocked to change the entry: one lock is on all of the store if it is not known where its mounts are. */
  async #lockOf(at: At): Promise<string | null> {
    const entry = this.#entryOf(at);
    if (entry.kind === 'failed') return null;
    const mounts = await this.#mountsOnce();
    return 'kind' in mounts ? 'gopass' : recipientsOf(mounts.placeOf(entry.name));
  }

  #nameOf(at: At): string {
    return this.#entries.fitting(at).name;
  }

  /** Whose parts this system allows as names of files. */
  #entryOf(at: At): Entry | Failed {
    const entry = this.#entries.of(at);
    return entry.kind === 'failed' ? entry : (refusedHere(entry) ?? entry);
  }

  /**
   * One change after the other, and no other process of this tool meanwhile: gopass overwrites without looking again, and
   * its commits would meet. What it has is listed once.
   */
  async #inTurn<Entry extends { readonly at: At }, Done extends WriteAnswer | RemoveAnswer>(
    entries: readonly Entry[],
    call: Call,
    work: (entry: Entry, name: string, listing: EntryListing) => Promise<Done | Failed>,
  ): Promise<readonly (Done | Failed)[]> {
    const changes = async () => {
      const listing = await this.#program.list(call);
      if (listing.kind === 'failed') return entries.map(() => listing);
      const change = async (entry: Entry) => {
        const named = this.#entryOf(entry.at);
        const refusal = named.kind === 'failed' ? named : refusalOf(named.name, listing.broken);
        return refusal ?? work(entry, this.#nameOf(entry.at), listing);
      };
      return inOrder<Entry, Done>(entries, change, {
        concernsAll: (failure) => this.#program.concernsAll(failure),
        lockOf: ({ at }) => this.#lockOf(at),
      });
    };
    const place = { path: this.#configuration, name: 'the configuration of gopass' };
    const answers = await inTurn(place, changes, this.#ports.files, call);
    return 'kind' in answers ? entries.map(() => answers) : answers;
  }

  async #insert(entry: WriteEntry, name: string, listing: EntryListing, call: Call): Promise<WriteAnswer> {
    if (entry.onlyIfAbsent && listing.names.has(name)) return this.#present(name, call);
    const command = isPassword(entry.value) ? ['insert', '-m', '-f'] : ['cat'];
    const done = await this.#program.run(command, [name], call, entry.value.reveal());
    if (done.kind === 'failed') {
      if (isFullDisk(done) && !listing.names.has(name)) await this.#clear(name, call);
      return done;
    }
    listing.names.add(name);
    return { kind: 'written' };
  }

  /** Removes the part of a new entry that a full disk leaves: it cannot be decrypted. The value of another writer can. */
  async #clear(name: string, call: Call): Promise<void> {
    const there = (await this.#reader.read([name], call)).get(name);
    if (there?.kind === 'failed' && PARTIAL.has(there.failure.kind))
      await this.#program.run(['rm', '-f'], [name], call);
  }

  async #present(name: string, call: Call): Promise<WriteAnswer> {
    const there = (await this.#reader.read([name], call)).get(name);
    if (there?.kind === 'found') return { kind: 'present', value: there.value };
    return there?.kind === 'failed' ? there : failed('conflict', 'another program removed the entry', 'try again');
  }

  async #delete(name: string, listing: EntryListing, call: Call): Promise<RemoveAnswer> {
    if (!listing.names.has(name)) return { kind: 'absent' };
    const done = await this.#program.run(['rm', '-f'], [name], call);
    if (done.kind === 'failed') return done;
    listing.names.delete(name);
    return { kind: 'removed' };
  }
}

/** What is said of a file that is not whole; not that it is locked, or for another key. */
const PARTIAL: ReadonlySet<string> = new Set(['malformed', 'failed']);

function refusedHere({ name }: Entry): Failed | null {
  const problem = name
    .split('/')
    .map(segmentProblem)
    .find((each) => each !== null);
  return problem ? failed('unsupported', `\`${cleaned(name)}\` is not a valid entry: ${problem}`) : null;
}
