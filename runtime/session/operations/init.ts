/** Creates a manifest from the names that a store lists (semantics 6.9). Needs no manifest, and no reason: it reads no value. */
import { basename, join } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { fail, UsageError } from '../../failure.js';
import { createPrivateFile } from '../../files/create-file.js';
import { problemOf } from '../../files/file-fault.js';
import { FileFault } from '../../files/files.js';
import { nodeFiles } from '../../files/node-files.js';
import { removeAbandoned } from '../../files/temporaries.js';
import { given } from '../../inputs/given.js';
import type { EntryOwner } from '../../link/link-store.js';
import { frontEnd } from '../../plan/front-end.js';
import type { Listed } from '../../providers/provider.js';
import { MANIFEST_NAME } from '../../version.js';
import type { Call } from '../call.js';
import type { SessionPorts } from '../ports.js';
import { committedValues } from './committed-values.js';
import { compileText } from './compile-text.js';
import { dotenvSource, type ProfileFile, profileFiles } from './dotenv-files.js';
import { type ProfileToDeclare, type ToDeclare, wantedProfiles, withExpansion } from './init-profiles.js';
import { listNames } from './list-names.js';
import { otherReadingNotes } from './other-reading-notes.js';

/** As given; null where the usual is wanted: the `.env` file, the name of the folder, `default`. */
export interface ManifestWanted {
  readonly from: string | null;
  readonly project: string | null;
  readonly profile: string | null;
}

export type ManifestOutcome = Declined | CreatedManifest;
/** A manifest exists and is to be kept. */
interface Declined {
  readonly kind: 'declined';
}
export interface CreatedManifest {
  readonly kind: 'created';
  /** The file, in the working folder. */
  readonly name: string;
  /** The store that was listed, and the file, if it is an example of the store that the manifest names. */
  readonly from: string;
  readonly example: string | null;
  /** The store that the manifest names. */
  readonly store: string;
  readonly profile: string;
  readonly declared: number;
  /** Files next to the `.env` file that could be those of profiles, and whether the manifest declares them. */
  readonly profileFiles: readonly ProfileFile[];
  readonly hasProfiles: boolean;
  /** Whether the store shows the values that it has. */
  readonly isReadable: boolean;
}

export async function init(call: Call, ports: SessionPorts, wanted: ManifestWanted): Promise<ManifestOutcome> {
  const asked = named(wanted.from, 'store', '--from');
  const source = dotenvSource(call.workingFolder, asked);
  const { from, store, example } = source;
  const owner = ownerOf(call, wanted);
  const path = join(call.workingFolder, MANIFEST_NAME);
  // One that was killed may have left a file although the manifest is complete.
  removeAbandoned(call.workingFolder);
  const before = await existing(path);
  if (before !== null && !(await mayReplace(ports))) return { kind: 'declined' };
  await requireNames(owner);
  const { entries, uri } = await listNames(call, ports, from, owner);
  // The other profiles inherit from `default`, and differ from a `.env` file that exists.
  const mayHaveProfiles = asked === null && example === null && owner.profile === 'default' && entries.length > 0;
  const offered = mayHaveProfiles ? profileFiles(call.workingFolder) : [];
  const further = await wantedProfiles(call, ports, owner, offered);
  const toDeclare = entries.map((entry) => withExpansion(example === null ? entry : withoutValue(entry)));
  const { text, declared, leftOut } = await manifestOf(owner, store, toDeclare, further);
  if (before === null) await create(path, text);
  else await replace(path, before, text);
  const committed = example === null ? committedValues(call, uri) : [];
  const notes = [...leftOutNote(leftOut), ...otherReadingNotes(entries), ...committed];
  if (notes.length > 0) await ports.warn(notes);
  return {
    kind: 'created',
    name: MANIFEST_NAME,
    from,
    example,
    store,
    profile: owner.profile,
    declared: declared.length,
    profileFiles: offered,
    hasProfiles: further.length > 0,
    isReadable: isReadable(uri),
  };
}

/** What an example leaves empty is what everyone has to fill in. */
function withoutValue({ required, ...entry }: Listed): Listed {
  return entry;
}

function isReadable(uri: StoreUri | null): boolean {
  return uri === null || (descriptorOf(uri.scheme)?.abilities(uri).read ?? true);
}

function ownerOf({ workingFolder }: Call, { project, profile }: ManifestWanted): EntryOwner {
  return {
    project: named(project, 'project', '--project') ?? folderName(workingFolder),
    profile: named(profile, 'profile', '--profile') ?? 'default',
  };
}

/** A blank one is an error, mostly from a variable that is not set. */
function named(text: string | null, what: string, option: string): string | null {
  if (text === null) return null;
  const name = given(text);
  if (name !== null) return name;
  throw new UsageError(`the ${what} is blank`, `name one with \`${option}\`, or leave the option out`);
}

function folderName(folder: string): string {
  const name = given(basename(folder).toWellFormed());
  if (name !== null) return name;
  throw new UsageError('the working folder has no name to use for the project', 'name the project with `--project`');
}

/** The bytes of the manifest that exists; null if there is none. */
async function existing(path: string): Promise<Uint8Array | null> {
  try {
    return await nodeFiles().read(path);
  } catch (error) {
    if (error instanceof FileFault) fail(inheritance.E0302({ path: MANIFEST_NAME, reason: error.problem }));
    throw error;
  }
}

async function mayReplace({ terminal }: SessionPorts): Promise<boolean> {
  const decision = (await terminal?.confirm({ text: `${MANIFEST_NAME} already exists. Replace it?` })) ?? 'unavailable';
  return decision === 'unavailable' ? fail(inheritance.E0313({ name: MANIFEST_NAME })) : decision === 'yes';
}

/** Stops if no manifest can have these names, before a store is contacted. */
async function requireNames(owner: EntryOwner): Promise<void> {
  await manifestOf(owner, 'null', [], []);
}

/** The text compiles. */
async function manifestOf(
  owner: EntryOwner,
  store: string,
  entries: readonly ToDeclare[],
  profiles: readonly ProfileToDeclare[],
) {
  const { newManifest } = await frontEnd();
  const manifest = newManifest({ ...owner, store, entries, profiles });
  await compileText(manifest.text);
  return manifest;
}

/** Replaces nothing that another process creates meanwhile. */
async function create(path: string, text: string): Promise<void> {
  if (!(await written(() => createPrivateFile(path, Buffer.from(text)))))
    fail(inheritance.E0313({ name: MANIFEST_NAME }));
}

/** Replaces only what was shown to exist when the question was asked. */
async function replace(path: string, before: Uint8Array, text: string): Promise<void> {
  await written(() =>
    nodeFiles().update(path, (current) => {
      if (current === null || Buffer.compare(current, before) !== 0) fail(inheritance.E0314({ name: MANIFEST_NAME }));
      return Buffer.from(text);
    }),
  );
}

async function written<T>(write: () => T | Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const reason = problemOf(error);
    if (reason === null) throw error;
    return fail(delivery.E1208({ path: MANIFEST_NAME, reason }));
  }
}

function leftOutNote(names: readonly string[]): readonly Diagnostic[] {
  return names.length === 0 ? [] : [inheritance.W0302({ names, manifest: MANIFEST_NAME })];
}
