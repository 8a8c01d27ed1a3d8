/** One language server for the window: started when a manifest is there, and again when it crashes or its command is changed. */
import { commands, type Disposable, window, workspace } from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, State } from 'vscode-languageclient/node';
import { commandLine, shownCommand } from './command.js';
import { SELECTOR } from './documents.js';
import { type Started, startServer } from './process.js';

/** More crashes than these within the time are not by chance. */
const MOST_CRASHES = 4;
const CRASH_WINDOW_MS = 180_000;

export class Client implements Disposable {
  readonly #output = window.createOutputChannel('tool', { log: true });
  #client: QuietClient | null = null;
  #started: Started | null = null;
  #hasAnswered = false;
  #crashes: readonly number[] = [];

  get isWanted(): boolean {
    return this.#client !== null;
  }

  async start(): Promise<void> {
    if (this.#client !== null) return;
    const client = this.#newClient();
    this.#client = client;
    this.#started = null;
    this.#hasAnswered = false;
    try {
      await client.start();
      this.#hasAnswered = true;
    } catch (error) {
      const reason = await this.#reason(error);
      // Ended, and started anew, in the meantime.
      if (this.#client === client) this.#complain(reason);
    }
  }

  async restart(): Promise<void> {
    await this.stop();
    this.#crashes = [];
    await this.start();
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    // One that could not be started, or was killed, cannot be asked to end.
    if (client?.state === State.Running) await client.stop().catch(() => {});
    await client?.dispose().catch(() => {});
  }

  dispose(): void {
    void this.stop().finally(() => this.#output.dispose());
  }

  #newClient(): QuietClient {
    const server = async () => {
      const command = commandLine('lsp');
      if (command === null) throw new Error('the setting `tool.command` names no program');
      this.#started = await startServer(command, workspace.workspaceFolders?.[0]?.uri.fsPath);
      return this.#started.process;
    };
    return new QuietClient('tool', 'tool', server, {
      documentSelector: SELECTOR,
      outputChannel: this.#output,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => this.#closed(),
      },
    });
  }

  #closed() {
    // What never answered would not answer the next time; why it ended is said by `start`.
    if (!this.#hasAnswered) return { action: CloseAction.DoNotRestart, handled: true };
    const now = Date.now();
    this.#crashes = [...this.#crashes.filter((at) => now - at < CRASH_WINDOW_MS), now];
    if (this.#crashes.length <= MOST_CRASHES) return { action: CloseAction.Restart, handled: true };
    void this.#lastWords().then((words) =>
      this.#complain(`\`tool lsp\` ended ${this.#crashes.length} times within three minutes${words}`),
    );
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  async #reason(error: unknown): Promise<string> {
    const command = commandLine('lsp');
    if (this.#started === null || command === null) return error instanceof Error ? error.message : String(error);
    return `\`${shownCommand(command)}\` ended before it answered${await this.#lastWords()}`;
  }

  async #lastWords(): Promise<string> {
    const complaint = (await this.#started?.lastWords()) ?? '';
    return complaint === '' ? '' : `: ${complaint}`;
  }

  #complain(reason: string): void {
    const [settings, output, again] = ['Open Settings', 'Show Output', 'Try Again'];
    const text = `Manifests are not checked: ${reason}. The setting tool.command says how tool is started.`;
    this.#output.error(text);
    void window.showErrorMessage(text, settings, output, again).then((chosen) => {
      if (chosen === settings) void commands.executeCommand('workbench.action.openSettings', 'tool.command');
      if (chosen === output) this.#output.show();
      if (chosen === again) void this.restart();
    });
  }
}

/** What goes wrong is said once, by `Client`; the library logs it. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
