/** What a client shows so that it reads what it wrote: of each token that the service has sent, the latest (providers-cloud 3.5 (6)). */

export class SyncTokens {
  readonly #known = new Map<string, { readonly value: string; readonly number: number }>();

  /** `id=value;sn=28`, several of them separated by commas. */
  learn(header: string | undefined): void {
    for (const text of header?.split(',') ?? []) {
      const [, id, value, digits] = /^\s*([^=]+)=(.*);sn=(\d+)\s*$/.exec(text) ?? [];
      if (id === undefined || value === undefined) continue;
      const number = Number(digits);
      if (number > (this.#known.get(id)?.number ?? -1)) this.#known.set(id, { value, number });
    }
  }

  headers(): Readonly<Record<string, string>> {
    const text = [...this.#known].map(([id, { value }]) => `${id}=${value}`).join(',');
    return text === '' ? {} : { 'sync-token': text };
  }
}
