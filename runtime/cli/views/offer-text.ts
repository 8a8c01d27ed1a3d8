/** What `check` prints around its prompts for missing secrets (semantics 6.3). */
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

export interface OfferView {
  readonly profile: string;
  /** Empty if no store was contacted. */
  readonly provider: string;
  readonly secrets: readonly { readonly secret: string; readonly description: string }[];
}

export function offerText({ profile, provider, secrets }: OfferView, width: number): string {
  const [count, have] = secrets.length === 1 ? ['1 secret', 'has'] : [`${secrets.length} secrets`, 'have'];
  const where = provider === '' ? `profile: ${profile}` : `profile: ${profile}, provider: ${provider}`;
  const items = secrets.map(({ secret, description }) => (description === '' ? secret : `${secret} - ${description}`));
  return [
    '',
    ...hanging('', escapeForTerminal(`${count} ${have} no value (${where}):`), width),
    ...items.flatMap((item) => hanging('  - ', escapeForTerminal(item), width)),
    ...hanging(
      '',
      'Enter a value to store it, or Enter alone to skip it. Ctrl-C stops; stored values are kept.',
      width,
    ),
    '',
  ]
    .map((line) => `${line}\n`)
    .join('');
}

export function allSet(stored: number, skipped: number): string {
  const saved = `${stored === 1 ? '1 value' : `${stored} values`} saved`;
  return skipped === 0
    ? `✓ All set: ${saved}. Checking again...\n`
    : `${saved}, ${skipped} skipped. Checking again...\n`;
}
