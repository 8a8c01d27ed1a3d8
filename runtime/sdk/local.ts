/** A session in this process as programs use it: its answers become results, its failures errors of the library. */
import type { Resolution } from '../execute/resolution.js';
import { nodePorts } from '../session/node-ports.js';
import type { FoundNamed } from '../session/operations/find-named.js';
import type { NamedAnswer } from '../session/operations/get-named.js';
import { reportOf } from '../session/report.js';
import { type PlanInForce, Session } from '../session/session.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Backend } from './backend.js';
import { callOf } from './call.js';
import { Found, type NamedResult } from './named-result.js';
import { SecretsReport } from './report.js';
import { Resolved } from './resolved.js';
import { ResultFiles } from './result-files.js';
import { resolvedSecrets, secretOf } from './results.js';
import { Secret } from './secret.js';
import type { Settings } from './settings.js';
import { unusableAsVariables } from './unusable-values.js';
import { understood } from './understood.js';
import { Warnings } from './warning.js';

export class Local implements Backend {
  readonly #settings: Settings;
  /** Whether the files of a result are all that there are. */
  readonly #isForOne: boolean;
  readonly #files = new ResultFiles();
  readonly #warnings = new Warnings();
  readonly #session: Session;

  constructor(settings: Settings, isForOne: boolean) {
    this.#settings = settings;
    this.#isForOne = isForOne;
    const { warn, notice } = this.#warnings;
    this.#session = new Session(callOf(settings), nodePorts({ warn, notice, keepFiles: this.#files.keepFiles }));
  }

  /** What it reads of the manifest from here on is what there is now. */
  async fix(): Promise<void> {
    await understood(this.#settings.signal, () => this.#session.fix());
  }

  /** The plan that is loaded from, and the profile. */
  plan(): Promise<PlanInForce> {
    return understood(this.#settings.signal, () => this.#session.plan());
  }

  async load(): Promise<Resolved> {
    const { noValues, bytes } = this.#settings;
    const warnings = new Warnings();
    const { resolution, unsatisfied } = await this.#ask(warnings, (session) =>
      session.load({ values: !noValues, textOnly: !bytes }),
    );
    if (unsatisfied.length > 0) {
      const { ofDiagnostics } = await import('./failed.js');
      throw ofDiagnostics(unsatisfied, missingIn(resolution));
    }
    const { provider, profile, scope, secrets, files } = resolution;
    const missingOptional = secrets.flatMap(({ secret, status }) => (status === 'missing' ? [secret] : []));
    const facts = { provider, profile, scope, missingOptional, warnings: this.#all(warnings) };
    const found = resolvedSecrets(secrets);
    return new Resolved(facts, found, await unusableAsVariables(found), this.#files.of(files, this.#isForOne));
  }

  async report(): Promise<SecretsReport> {
    const warnings = new Warnings();
    let shown: Resolution | null = null;
    const found = await this.#ask(warnings, (session) =>
      session
        .report((resolution) => {
          shown = resolution;
        })
        .catch((error: unknown) => shown ?? Promise.reject(error)),
    );
    await warnings.warn(found.failures);
    return new SecretsReport(reportOf(found), this.#all(warnings));
  }

  async get(name: string): Promise<NamedResult> {
    const { noValues, bytes } = this.#settings;
    const answer = await this.#ask<NamedAnswer | FoundNamed>(new Warnings(), (session) =>
      noValues ? session.findNamed(name) : session.getNamed(name, { mayStore: true, ask: false, textOnly: !bytes }),
    );
    switch (answer.kind) {
      case 'undeclared':
        return { status: 'undeclared' };
      case 'missing':
        return { status: 'missing', required: answer.required };
      case 'found':
        return new Found(new Secret({ name, path: null, ...answer }, null), this.#files.of([], false));
      case 'resolved': {
        const { delivered, inputFiles } = answer;
        const own = delivered.kind === 'path' ? [delivered.path] : [];
        const files = this.#files.of([...own, ...inputFiles], this.#isForOne);
        return new Found(secretOf({ asPath: own.length > 0, ...answer }), files);
      }
    }
  }

  async set(name: string, value: SecretValue): Promise<void> {
    await this.#ask(new Warnings(), (session) => session.setNamed(name, value));
  }

  async delete(name: string): Promise<boolean> {
    const { deleted } = await this.#ask(new Warnings(), (session) => session.deleteNamed(name));
    return deleted;
  }

  /** Closes the stores. Files of results stay. */
  closeStores(): Promise<void> {
    return this.#session.close();
  }

  async close(): Promise<void> {
    try {
      await this.closeStores();
    } finally {
      this.#files.end();
    }
  }

  #ask<T>({ warn, notice }: Warnings, work: (session: Session) => Promise<T>): Promise<T> {
    const { signal } = this.#settings;
    const request = this.#session.request({ warn, notice, ...(signal !== null && { signal }) });
    return understood(signal, () => work(request));
  }

  /** Those of the session, as about the user configuration, belong to each result. */
  #all({ all }: Warnings): Resolved['warnings'] {
    return [...this.#warnings.all, ...all];
  }
}

/** Nothing where a group is violated: then that is what failed. */
function missingIn({ secrets, violations }: Resolution): { readonly missing?: readonly string[] } {
  if (violations.length > 0) return {};
  return { missing: secrets.flatMap(({ secret, status }) => (status === 'missing_required' ? [secret] : [])) };
}
