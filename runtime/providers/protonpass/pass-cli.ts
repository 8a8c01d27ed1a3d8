/** The program `pass-cli` as this store runs it (providers-local 17.5, 17.6, 25.17). */
import { TOOL_NAME, TOOL_VERSION } from '../../version.js';
import { variableIn } from '../../values/environment.js';
import type { Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { failuresOf, MAY_BE_OF_AN_OPTION } from './failures.js';
import { type ProtonItem, itemsIn, viewedIn } from './items.js';

const INSTALL = 'install it (https://protonpass.github.io/pass-cli), or name it in `TOOL_PROTONPASS_CLI_PATH`';
/** It refuses a longer one (monitor.rs). */
const MOST_OF_REASON = 300;
const JSON_OUTPUT = ['--output', 'json'];

export class PassCli {
  readonly #vault: string;
  readonly #program: VendorProgram;
  /** Whether it has the option to list contents: not for an agent, and not before version 2.0.3. Null: that is not known yet. */
  #listsContents: boolean | null = null;

  constructor(vault: string, ports: ProviderPorts) {
    this.#vault = vault;
    const vendor: Vendor = {
      name: 'pass-cli',
      pathVariable: 'TOOL_PROTONPASS_CLI_PATH',
      install: INSTALL,
      sessions: 'protonpass',
      variables: {
        PROTON_PASS_AGENT_REASON: reasonFor(ports),
        // Nothing that was not requested, and no logs, which may be longer than what is read.
        PROTON_PASS_NO_UPDATE_CHECK: '1',
        PASS_LOG_LEVEL: null,
        MUON_LOG_LEVEL: null,
      },
      failures: failuresOf(vault),
    };
    this.#program = new VendorProgram(vendor, ports);
  }

  /** All of the vault, with their contents if the program lists them. */
  async items(call: Call): Promise<readonly ProtonItem[] | Failed> {
    const end = await this.#program.run(this.#listing(), call);
    const refusal = end.kind === 'failed' ? null : this.#program.failureOf(end);
    if (refusal !== null && this.#listsContents === null && MAY_BE_OF_AN_OPTION.has(refusal.failure.kind)) {
      this.#listsContents = false;
      return this.items(call);
    }
    const output = this.#program.outputOf(end);
    if (output.kind === 'failed') return output;
    this.#listsContents ??= true;
    return itemsIn(output.stdout);
  }

  /** With its content. Absent: it was removed since it was listed. */
  async view(
    { id, shareId }: Pick<ProtonItem, 'id' | 'shareId'>,
    call: Call,
  ): Promise<ProtonItem | { kind: 'absent' } | Failed> {
    const answer = await this.#program.entry(['item', 'view', ...idsAs(id, shareId), ...JSON_OUTPUT], call);
    return answer.kind === 'output' ? viewedIn(answer.stdout) : answer;
  }

  /** Null if it succeeded. What it prints then is not known for all versions: only a listing tells the id. */
  async create(title: string, note: string, call: Call): Promise<Failed | null> {
    const words = ['item', 'create', 'note', ...this.#vaultOption(), '--from-template', '-'];
    const input = Buffer.from(JSON.stringify({ title, note }));
    const end = await this.#program.run(words, call, input, { hides: note });
    return end.kind === 'failed' ? end : this.#program.failureOf(end);
  }

  /** For good: it does not go to the trash. Null if it succeeded. */
  delete({ id, shareId }: Pick<ProtonItem, 'id' | 'shareId'>, call: Call): Promise<Failed | null> {
    return this.#program.change(['item', 'delete', ...idsAs(id, shareId)], call);
  }

  concernsAll(failure: Failed): boolean {
    return this.#program.concernsAll(failure);
  }

  #listing(): readonly string[] {
    const options = [...(this.#listsContents === false ? [] : ['--show-secrets']), ...JSON_OUTPUT];
    return this.#isLikeAnOption
      ? ['item', 'list', ...options, '--', this.#vault]
      : ['item', 'list', this.#vault, ...options];
  }

  #vaultOption(): readonly string[] {
    return this.#isLikeAnOption ? [`--vault-name=${this.#vault}`] : ['--vault-name', this.#vault];
  }

  /** A name that begins with a dash would be an option. */
  get #isLikeAnOption(): boolean {
    return this.#vault.startsWith('-');
  }
}

/** Ids may begin with a dash (25.17), so each is one word with its option. */
function idsAs(id: string, shareId: string): readonly string[] {
  return [`--share-id=${shareId}`, `--item-id=${id}`];
}

/** Why an agent uses items, which Proton shows to their owner: the reason of this call, else that of the environment. */
function reasonFor({ context, environment }: ProviderPorts): string {
  const given = context.reason?.replaceAll('\0', '').trim() || variableIn(environment, 'PROTON_PASS_AGENT_REASON');
  return Array.from(given || `${TOOL_NAME}/${TOOL_VERSION}`)
    .slice(0, MOST_OF_REASON)
    .join('');
}
