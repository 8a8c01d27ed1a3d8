/** Edits of TOML texts in place: refused, or made, and then there is nothing left to do. */
import fc from 'fast-check';
import { editToml, type TomlEdit } from '#compiler/edit/edit-toml.js';
import { generatedToml } from '../../helpers/generated-toml.js';
import { manifestTexts, userConfigurationTexts } from '../golden-texts.js';
import { must, target } from '../target.js';
import { anyText, anyWord, damaged } from '../texts.js';

const key = fc.oneof(
  fc.constantFrom('profiles', 'default', 'defaults', 'providers', 'project', 'scopes', 'A', 'API_KEY', 'a', 'b'),
  anyWord,
);
const path = fc.array(key, { minLength: 1, maxLength: 4 });
const value = fc.oneof(anyText, fc.constant(true), fc.dictionary(anyWord, anyWord, { maxKeys: 2 }));
const anywhere = fc.record({ text: fc.oneof(damaged([...manifestTexts, ...userConfigurationTexts]), anyText), path });

export const tomlEdits = target({
  name: 'toml-edits',
  share: 4,
  inputs: fc.tuple(fc.oneof(anywhere, generatedToml), value),
  judge: ([{ text, path }, value]) => {
    mustSettle(text, { kind: 'set', path, value });
    mustSettle(text, { kind: 'remove', path });
  },
});

function mustSettle(text: string, edit: TomlEdit): void {
  const edited = editToml(text, [edit]);
  if (edited.kind === 'refused') {
    must(edited.why !== '', 'refused without a reason');
    return;
  }
  const again = editToml(edited.text, [edit]);
  must(again.kind === 'edited' && again.text === edited.text, `${edit.kind} again changes the text again`);
}
