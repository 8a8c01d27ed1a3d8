/** Editor, then what is wrong, then the editor again: until all that was changed is stored, or the person gives it up. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import type { EditedSecret, Editing } from '../session/operations/edit.js';
import type { SecretValue } from '../values/secret-value.js';
import type { Editor } from './find-editor.js';
import type { PrivatePlace } from './private-place.js';
import { readEdited } from './read-edited.js';

/** What a person wants when something is in the way. `replace`: what another program has stored meanwhile. */
export type Decision = 'edit' | 'replace' | 'give up';

export interface Rounds {
  readonly editor: Editor;
  readonly place: PrivatePlace;
  /** How the editor ended, if not well: an error is how a person gives up. */
  readonly open: () => Promise<string | null>;
  /** Shows what is in the way, and asks what to do. Null if there is nobody to ask. */
  readonly decide: ((problems: readonly Diagnostic[], mayReplace: boolean) => Promise<Decision>) | null;
}

export interface EndOfRounds {
  /** The names of the secrets that were stored. */
  readonly stored: readonly string[];
  /** Something was in the way, and the person who has seen it does not want to edit again. */
  readonly isGivenUp: boolean;
}

/** Fails if the editor does, and with what is in the way if there is nobody to ask; `partly` gets what is stored by then, if anything is. */
export async function editInRounds(
  editing: Editing,
  rounds: Rounds,
  partly: (stored: readonly string[]) => Promise<void>,
): Promise<EndOfRounds> {
  const stored = new Map<string, SecretValue>();
  const ended = (isGivenUp = false) => ({ stored: names(), isGivenUp });
  const names = () => editing.secrets.flatMap(({ secret }) => (stored.has(secret) ? secret : []));
  const failed = async (...problems: readonly Diagnostic[]) => {
    if (stored.size > 0) await partly(names());
    return fail(...problems);
  };
  let replacesOthers = false;
  for (;;) {
    // What another program has stored is replaced by what was read already.
    const how = replacesOthers ? null : await rounds.open();
    if (how !== null) return failed(templates.E1613({ editor: rounds.editor.name, how, isPartial: stored.size > 0 }));
    const read = readText(rounds.place, editing.secrets, stored);
    const problems: Diagnostic[] = [];
    let isConflict = false;
    if (read.kind === 'faults') problems.push(...read.faults);
    else {
      if (read.values.size === 0) return ended();
      const { stored: done, conflicts, errors } = await editing.store(read.values, { replacesOthers });
      for (const secret of done) stored.set(secret, read.values.get(secret) as SecretValue);
      isConflict = conflicts.length > 0;
      if (isConflict) problems.push(templates.E1620({ secrets: conflicts, isPartial: stored.size > 0 }));
      problems.push(...errors);
      if (problems.length === 0) return ended();
    }
    if (rounds.decide === null) return failed(...problems);
    const decision = await rounds.decide(problems, isConflict);
    if (decision === 'give up') return ended(true);
    replacesOthers = decision === 'replace';
  }
}

function readText(place: PrivatePlace, secrets: readonly EditedSecret[], stored: ReadonlyMap<string, SecretValue>) {
  const shown = secrets.map((one) => ({ ...one, value: stored.get(one.secret) ?? one.value }));
  try {
    const bytes = place.read();
    if (bytes !== null) return readEdited(bytes, shown);
    return { kind: 'faults', faults: [templates.E1621({ reason: 'was removed by the editor' })] } as const;
  } catch (error) {
    const reason = problemOf(error);
    if (reason === null) throw error;
    return { kind: 'faults', faults: [templates.E1621({ reason: `cannot be read: ${reason}` })] } as const;
  }
}
