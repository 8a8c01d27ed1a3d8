/**
 * The manifests that a client may ask about: open texts over files, each file read again only if it was changed, and what
 * they mean together. Reads files, and writes none.
 */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from '#schemas/plan.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import { type EditorFrontEnd, editorFrontEnd } from '../../plan/front-end.js';
import { readSource } from '../../plan/read-source.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { MANIFEST_NAME } from '../../version.js';
import { uriOf } from './file-uris.js';
import type { FoundIn } from './diagnostics.js';
import { type ManifestFile, manifestFile } from './manifest-file.js';
import type { OpenText, OpenTexts } from './open-texts.js';
import type { PositionEncoding } from './text-positions.js';
import { manifestsBelow } from './workspace-scan.js';

/** What a manifest means, and which files it was made of. */
interface Draft {
  readonly plan: Plan | null;
  readonly files: ReadonlyMap<string, ManifestFile | null>;
}

interface FoundBefore {
  readonly found: Promise<FoundIn | null>;
  readonly files: ReadonlyMap<string, ManifestFile | null>;
}

/** The longest way of parents that is followed; a longer one is a circle or a mistake. */
const MOST_PARENTS = 200;

export class Manifests {
  readonly compiler: EditorFrontEnd;
  /** The external providers of this machine, as `lint` knows them. */
  readonly claims: Claims;
  readonly #texts: OpenTexts;
  readonly #encoding: () => PositionEncoding;
  readonly #files = new Map<string, { readonly of: OpenText | string; readonly file: ManifestFile | null }>();
  readonly #drafts = new Map<string, Draft>();
  readonly #findings = new Map<string, FoundBefore>();
  /** The folders of the workspace, and the manifests in them once they were looked for. */
  #folders: readonly string[] = [];
  #found: Set<string> | null = null;

  private constructor(compiler: EditorFrontEnd, claims: Claims, texts: OpenTexts, encoding: () => PositionEncoding) {
    this.compiler = compiler;
    this.claims = claims;
    this.#texts = texts;
    this.#encoding = encoding;
  }

  static async over(texts: OpenTexts, encoding: () => PositionEncoding, claims: Claims): Promise<Manifests> {
    return new Manifests(await editorFrontEnd(), claims, texts, encoding);
  }

  set folders(folders: readonly string[]) {
    this.#folders = folders;
    this.#found = null;
  }

  changeFolders(added: readonly string[], removed: readonly string[]): void {
    this.folders = [...this.#folders.filter((folder) => !removed.includes(folder)), ...added];
  }

  /** The client watches the files of this name: one was created or deleted. */
  foundOrLost(path: string): void {
    if (isFile(path)) this.#found?.add(path);
    else this.#found?.delete(path);
  }

  /** The manifest that the client has open at this address, or that is in the file; null for every other text. */
  at(uri: string): ManifestFile | null {
    const open = this.#texts.get(uri);
    if (open === null) return null;
    const path = open.path ?? uri;
    const file = this.file(path);
    if (file === null) return null;
    const isOne =
      path.endsWith(`/${MANIFEST_NAME}`) || path === MANIFEST_NAME || this.compiler.isManifest(file.readable);
    return isOne || this.#isExtended(path) ? file : null;
  }

  /** The text of a file; null if there is none, or it is no text. */
  file(path: string): ManifestFile | null {
    const open = this.#texts.at(path) ?? this.#texts.get(path);
    // A text that is opened again may have the same version and other content.
    const of = open ?? stampOf(path);
    const known = this.#files.get(path);
    if (known?.of === of) return known.file;
    const content = open?.text ?? contentOf(path);
    const file =
      content === null
        ? null
        : manifestFile(
            {
              path,
              uri: open?.uri ?? uriOf(path),
              version: open?.version ?? null,
              content,
              parentsOf: (readable) =>
                open?.path === null
                  ? []
                  : this.compiler.parentsOf(MANIFEST_NAME, readable).map((parent) => join(dirname(path), parent)),
            },
            this.#encoding(),
            this.compiler,
          );
    this.#files.set(path, { of, file });
    return file;
  }

  /** A manifest with all it extends, nearest first. */
  chainOf(path: string): readonly ManifestFile[] {
    const chain = new Map<string, ManifestFile>();
    const open = [path];
    for (const next of open) {
      const file = chain.has(next) ? null : this.file(next);
      if (file === null || chain.size >= MOST_PARENTS) continue;
      chain.set(next, file);
      open.push(...file.parents);
    }
    return [...chain.values()];
  }

  /** Every manifest of the workspace and every open one, with all it extends. */
  chains(): readonly (readonly ManifestFile[])[] {
    return [...this.#entries()].map((path) => this.chainOf(path)).filter((chain) => chain.length > 0);
  }

  /** Every manifest that is known, each once. */
  all(): readonly ManifestFile[] {
    return [...new Map(this.chains().flatMap((chain) => chain.map((file) => [file.path, file]))).values()];
  }

  /**
   * What `find` gives for a manifest; the same for all who ask until a file is changed that it asked for. It asks with
   * `fileAt`, which keeps the files that the answer is about.
   */
  findingsOf(path: string, find: (fileAt: (path: string) => ManifestFile | null) => Promise<FoundIn | null>) {
    const known = this.#findings.get(path);
    // Why a file has no text may change without a trace, so that such findings are looked for again.
    const isComplete = known !== undefined && ![...known.files.values()].includes(null);
    if (isComplete && this.#areCurrent(known.files)) return known.found;
    const files = new Map<string, ManifestFile | null>();
    const fileAt = (asked: string) => {
      const file = files.get(asked) ?? this.file(asked);
      files.set(asked, file);
      return file;
    };
    const found = find(fileAt);
    this.#findings.set(path, { found, files });
    return found;
  }

  #areCurrent(files: ReadonlyMap<string, ManifestFile | null>): boolean {
    return [...files].every(([path, file]) => this.file(path) === file);
  }

  /** What a manifest means as far as it can be read. */
  async planOf(path: string): Promise<Plan | null> {
    const known = this.#drafts.get(path);
    if (known !== undefined && this.#areCurrent(known.files)) return known.plan;
    const folder = dirname(path);
    const files = new Map<string, ManifestFile | null>();
    const read = async (asked: string) => {
      const absolute = asked === ENTRY ? path : join(folder, asked);
      const file = this.file(absolute);
      files.set(absolute, file);
      if (file === null) return { kind: 'absent' } as const;
      return { kind: 'file', text: file.readable, identity: absolute } as const;
    };
    const plan = await this.compiler.draftPlan({ read }, ENTRY);
    this.#drafts.set(path, { plan, files });
    return plan;
  }

  *#entries(): Iterable<string> {
    const open = this.#texts.all().flatMap(({ uri, path }) => (this.at(uri) === null ? [] : [path ?? uri]));
    this.#found ??= new Set(manifestsBelow(this.#folders));
    yield* new Set([...open, ...this.#found]);
  }

  #isExtended(path: string): boolean {
    this.#found ??= new Set(manifestsBelow(this.#folders));
    const open = this.#texts.all().flatMap((text) => (text.path === null ? [] : [text.path]));
    return [...this.#found, ...open].some((entry) => entry !== path && this.file(entry)?.parents.includes(path));
  }
}

/** As the compiler is asked for the manifest itself; parents are asked for relative to its folder. */
const ENTRY = MANIFEST_NAME;

/** A client may name what cannot be a path, or cannot be reached. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found === undefined ? 'absent' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
  } catch {
    return 'absent';
  }
}

function contentOf(path: string): string | null {
  const source = readSource(path);
  return source.kind === 'bytes' ? decodeUtf8(source.bytes) : null;
}
