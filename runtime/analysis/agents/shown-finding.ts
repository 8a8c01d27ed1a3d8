/**
 * Findings as agents get them: without the texts of defaults, and without what is written where a name belongs, which may be a value that
 * somebody misplaced. Its place is told all the same.
 */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';

/** Codes whose messages repeat such a text: it is the first quoted word that is not on the way to its place. */
const REPEATING: readonly string[] = [
  ...['E0104', 'E0105', 'E0107', 'W0101', 'W0201', 'E0204', 'E0205', 'E0210', 'E0212', 'E0213', 'E0301', 'E0307'],
  ...['E0501', 'E0505', 'E0506', 'E0507', 'E0601'],
];
/** Codes whose help and corrections have it in another spelling, or the whole line. */
const RESPELLING: readonly string[] = ['E0104', 'E0107', 'W0101', 'E0202', 'E0208'];

const QUOTED = /`([^`]+)`/gu;
/** In a text that has backticks itself it is not clear where it ends. */
const IS_CLEAR = /^(?:[^`]*(?<=^|[\s(])`[^`]+`(?=$|[\s,;:.)]))*[^`]*$/u;

export function shownFinding(found: Diagnostic): Diagnostic {
  const shown = correctionsAreShown(found) ? found : { ...found, help: null, fixes: [] };
  return REPEATING.includes(found.code) ? withoutMisplaced(shown) : shown;
}

export function correctionsAreShown(found: Diagnostic): boolean {
  return !isAboutDefault(found) && !RESPELLING.includes(found.code);
}

/** What is wrong with a default is told without how it could be written. */
function isAboutDefault({ at }: Diagnostic): boolean {
  const [root, , , key] = at?.path ?? [];
  return root === 'profiles' && key === 'default';
}

function withoutMisplaced(found: Diagnostic): Diagnostic {
  const { message, at, title, help, labels } = found;
  if (!IS_CLEAR.test(message)) return { ...found, message: title, help: null, labels: [] };
  const onTheWay = (at?.path ?? []).map(String);
  const words = [...message.matchAll(QUOTED)].map(([, word = '']) => word);
  const misplaced = words.find((word) => !onTheWay.includes(word));
  if (misplaced === undefined) return found;
  const without = (text: string) => text.replaceAll(`\`${misplaced}\``, '`…`');
  return {
    ...found,
    message: without(message),
    help: help && without(help),
    labels: labels.map((label) => ({ ...label, text: without(label.text) })),
  };
}
