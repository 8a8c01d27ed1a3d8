/** What an editor asks of the compiler: about a text that may be broken, and about the manifest that it is a part of. */
import { type Mention, mentionsIn } from '../source/mentions.js';
import { readStatements } from '../source/toml-positions.js';

export { fixEdits, type TextEdit, withEdits } from '../edit/fix-edits.js';
export { LONGEST_NAME } from '../shape/name-limit.js';
export type { Mention } from '../source/mentions.js';
export { type NameKind, namesAmong, namesIn, type Occurrence } from '../source/names.js';
export { recovered } from '../toml/recover.js';
export { draftPlan, isManifest, parentsOf } from './draft.js';
export { type Point, pointAt } from './point-at.js';
export { type TemplateMark, templateMarks } from './template-marks.js';
export { type Setting, settingAt, settingsIn, valuesAt } from '../shape/settings.js';

/** Every key and value of a text that can be read; none if it is too long to have positions. */
export function mentionsOf(text: string): readonly Mention[] {
  const read = readStatements(text);
  return read === null ? [] : [...mentionsIn(read.statements)];
}
