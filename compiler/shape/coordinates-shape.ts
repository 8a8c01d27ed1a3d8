/** Tables shared by manifests and user configurations: coordinates, and provider aliases. */
import { z } from 'zod';

/** Text with something other than blanks in it. */
export const text = z.string().regex(/\S/u);

/** Spec 2.9. */
export const coordinates = z
  .strictObject({
    item: text.meta({ description: "The store's complete name for the secret; nothing is prepended to it." }),
    field: text.exactOptional().meta({ description: 'Named part inside the item.' }),
    vault: text.exactOptional().meta({ description: 'Container that holds the item, where the store has one.' }),
    section: text.exactOptional().meta({ description: 'Group of fields inside the item; needs `field`.' }),
    version: text
      .exactOptional()
      .meta({ description: 'Revision to read on versioned stores; the latest when left out.' }),
  })
  .meta({ description: 'Native coordinates of an entry in its store.' });

/** Spec 2.14: where a provider's own credential comes from. */
export const credentialSource = z.union([
  text.meta({ description: 'Alias, provider name or URI, read at the convention address.' }),
  z.strictObject({
    provider: text.meta({ description: 'Alias, provider name or URI of the store that holds the credential.' }),
    ref: coordinates.exactOptional(),
  }),
]);

const cache = z
  .strictObject({
    provider: text.meta({ description: 'Store that keeps the cached entries; it must be able to delete.' }),
    max_age: text.meta({
      description: 'How long an entry stays fresh: whole numbers with s, m, h, d or w, such as `8h` or `1d12h`.',
    }),
  })
  .meta({ description: 'Where and how long values are cached.' });

/** The table forms of an alias, told apart by the keys they have (spec 2.14); `alias-forms.ts` judges the mixture. */
export const aliasTable = z.strictObject({
  uri: text.exactOptional().meta({ description: 'Store address, `<scheme>://<location>`.' }),
  credentials: z
    .record(z.string(), credentialSource)
    .optional()
    .meta({ description: "The provider's own credentials: semantic name to where its value is found." }),
  ref: coordinates
    .exactOptional()
    .meta({ description: 'Address template: {project}, {profile} and {key} are replaced once.' }),
  fallback: z.array(text).min(1).optional().meta({ description: 'Stores to try in order; writes go to the first.' }),
  cache: cache.optional(),
});
export type AliasTable = z.infer<typeof aliasTable>;

/** Spec 2.14. */
export const alias = z.union([text.meta({ description: 'Store address, `<scheme>://<location>`.' }), aliasTable]);
export type AliasShape = z.infer<typeof alias>;
