/** What an external provider lists, as the entries of a store. */
import type { Listed } from '../provider.js';
import { foreignWords } from './foreign-words.js';
import type { Result } from './provider-methods.js';

export function listedIn(declarations: Result<'provider.reflect'>['declarations']): readonly Listed[] {
  return Object.entries(declarations).map(([name, { description, required, ref }]) => {
    const { item, field, vault, section, version } = ref;
    const at = {
      item,
      ...(field != null && { field }),
      ...(vault != null && { vault }),
      ...(section != null && { section }),
      ...(version != null && { version }),
    };
    return { name, at, description: foreignWords(description), required };
  });
}
