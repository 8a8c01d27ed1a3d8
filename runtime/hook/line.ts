/** The line that a person sees at a prompt: names, and what to do, but no value. Null where there is nothing to say. */
import type { Prevented } from './available.js';

export interface ToSay {
  readonly before: readonly string[];
  readonly now: readonly string[];
  /** Required secrets that are missing or failed. */
  readonly missing: readonly string[];
  /** Those of which programs get files. */
  readonly files: readonly string[];
  /** Those whose names no shell takes, or that are not text where the shell takes only text. */
  readonly unfit: readonly string[];
  readonly prevented: Prevented | null;
  /** How wide the terminal is: names that do not fit are left out. */
  readonly columns: number;
}

export function lineOf(say: ToSay): string | null {
  const lists = listsOf(say);
  const reason = say.prevented === null ? [] : [reasonOf(say.prevented)];
  const shown = (most: number) =>
    ['tool:', [...lists.map((list) => textOf(list, most)), ...reason].join('; ')].join(' ');
  if (lists.length + reason.length === 0) return null;
  // As many names as fit; the counts and the advice are always there.
  let most = Math.min(say.columns - 1, Math.max(0, ...lists.map(({ names }) => names.length)));
  while (most > 0 && shown(most).length >= say.columns) most--;
  return shown(most);
}

interface List {
  readonly title: string;
  readonly names: readonly string[];
  readonly help?: string;
}

function listsOf({ before, now, missing, files, unfit }: ToSay): readonly List[] {
  const added = now.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !now.includes(name));
  // The same names again: their values may be others.
  const again = added.length + gone.length === 0 ? now : [];
  const others = [...files, ...unfit].sort();
  const lists: readonly List[] = [
    { title: `+${added.length}`, names: added },
    { title: `-${gone.length}`, names: gone },
    { title: `~${again.length}`, names: again },
    { title: 'not loaded:', names: missing, help: ' (`tool check` shows why)' },
    { title: 'left to `tool run`:', names: others },
  ];
  return lists.filter(({ names }) => names.length > 0);
}

function textOf({ title, names, help = '' }: List, most: number): string {
  const shown = names.slice(0, most);
  return `${[title, ...shown, ...(shown.length < names.length ? ['…'] : [])].join(' ')}${help}`;
}

function reasonOf(prevented: Prevented): string {
  switch (prevented.kind) {
    case 'not approved': {
      const what = prevented.former ? 'the manifest has changed since you approved it' : 'the manifest is not approved';
      return `${what}: read it and approve it with \`tool trust\``;
    }
    case 'no manifest':
      return 'nothing loaded: the file that `TOOL_FILE` names does not exist';
    case 'invalid manifest':
      return 'nothing loaded: the manifest has errors, which `tool lint` shows';
    case 'invalid configuration':
      return 'nothing loaded: the user configuration has errors, which `tool config global show` shows';
    case 'needs a reason':
      return 'nothing loaded: accessing secrets needs a reason, in `TOOL_REASON`';
    case 'too late':
      return `nothing loaded: the stores did not answer within ${prevented.seconds} s`;
    case 'failed':
      return `nothing loaded: ${prevented.message.replaceAll(/\s+/gu, ' ')}`;
  }
}
