/** Tells the client what is wrong: after a pause in typing, only what changed, to clients that do not ask for it. */
import { setTimeout as after } from 'node:timers/promises';
import type { Diagnostic as Shown } from 'vscode-languageserver-protocol';
import { findingsIn } from './diagnostics.js';
import type { Editor } from './editor.js';
import type { Manifests } from './manifests.js';
import type { OpenTexts } from './open-texts.js';

const PAUSE_MS = 150;

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Shown[];
}

export class Publisher {
  readonly #editor: () => Promise<Editor>;
  readonly #texts: OpenTexts;
  readonly #publish: (list: Published) => void;
  readonly #published = new Map<string, string>();
  #newest = new AbortController();

  constructor(editor: () => Promise<Editor>, texts: OpenTexts, publish: (list: Published) => void) {
    this.#editor = editor;
    this.#texts = texts;
    this.#publish = publish;
  }

  /** Something was changed: what is being worked on is given up. */
  changed(): void {
    this.#newest.abort();
    this.#newest = new AbortController();
    this.#work(this.#newest.signal).catch(() => {
      // Given up for a newer text.
    });
  }

  stop(): void {
    this.#newest.abort();
  }

  async #work(signal: AbortSignal): Promise<void> {
    await after(PAUSE_MS, undefined, { signal });
    const { manifests } = await this.#editor();
    const lists = await this.#lists(manifests, signal);
    for (const open of this.#texts.all()) {
      if (manifests.at(open.uri) !== null && !lists.has(open.uri)) lists.set(open.uri, []);
    }
    // What was published for a text that has no findings any more, or that was closed.
    for (const uri of this.#published.keys()) if (!lists.has(uri)) lists.set(uri, []);
    for (const [uri, diagnostics] of lists) this.#tell(uri, diagnostics);
  }

  /** The findings of every open manifest, each once, by address. */
  async #lists(manifests: Manifests, signal: AbortSignal): Promise<Map<string, readonly Shown[]>> {
    const found = new Map<string, Map<string, Shown>>();
    for (const { uri } of this.#texts.all()) {
      const file = manifests.at(uri);
      const result = file && (await findingsIn(manifests, file.path));
      signal.throwIfAborted();
      for (const { path, shown } of result?.found ?? []) {
        const address = manifests.file(path)?.uri ?? uri;
        const list = found.get(address) ?? new Map<string, Shown>();
        list.set(JSON.stringify(shown), shown);
        found.set(address, list);
      }
      // Between two manifests, newer messages are read.
      await after(0, undefined, { signal });
    }
    return new Map([...found].map(([uri, list]) => [uri, [...list.values()]]));
  }

  #tell(uri: string, diagnostics: readonly Shown[]): void {
    const version = this.#texts.get(uri)?.version;
    const list = { uri, ...(version !== undefined && { version }), diagnostics };
    const text = JSON.stringify(list);
    const known = this.#published.get(uri);
    if (known === text || (known === undefined && version === undefined && diagnostics.length === 0)) return;
    if (version === undefined && diagnostics.length === 0) this.#published.delete(uri);
    else this.#published.set(uri, text);
    this.#publish(list);
  }
}
