/** Tables shared by manifests and user configurations: coordinates, and provider aliases. */
import * as z from 'zod';
import { LONGEST_NAME } from './name-limit.js';

/** Text that is not blank. */
export const text = z.string().regex(/\S/u);
/** For JSON Schema: tables whose keys an author chooses, none of them blank or too long (E0215, E0218). */
export const namesAreSound = { propertyNames: { pattern: '\\S', maxLength: LONGEST_NAME } };

/** Spec 2.9. */
export const coordinates = coordinatesOf(text).meta({
  id: 'coordinates',
  description: 'Native coordinates of an entry in its store.',
});

/** For JSON Schema: not blank, and braces are those of placeholders (`schemas/stores/placeholders.ts` judges them, E0214). */
const PLACEHOLDER = '\\{(project|profile|key)\\}';
const TEMPLATE = `^([^{}]|${PLACEHOLDER})*([^{}\\s]|${PLACEHOLDER})([^{}]|${PLACEHOLDER})*$`;
const addressTemplate = coordinatesOf(text.meta({ pattern: TEMPLATE })).meta({
  id: 'address_template',
  description: 'Coordinates of every entry of the store: {project}, {profile} and {key} are replaced once.',
});

/** Spec 2.14: where a provider's own credential comes from. */
const credentialSource = z.union([
  text.meta({ description: 'Alias, provider name or URI, read at the convention address.' }),
  z.strictObject({
    provider: text.meta({ description: 'Alias, provider name or URI of the store that holds the credential.' }),
    ref: coordinates.exactOptional(),
  }),
]);

/** For JSON Schema: positive durations (`text/duration.ts` judges them, E0210; that the sum fits is known there alone). */
const POSITIVE_DURATION = '^\\s*([0-9]+[smhdw])*0*[1-9][0-9]*[smhdw]([0-9]+[smhdw])*\\s*$';

const cache = z
  .strictObject({
    provider: text.meta({ description: 'Store that keeps the cached entries; it must be able to delete.' }),
    max_age: text.meta({
      description: 'How long an entry stays fresh: whole numbers with s, m, h, d or w, such as `8h` or `1d12h`.',
      pattern: POSITIVE_DURATION,
    }),
  })
  .meta({ id: 'cache', description: 'Where and how long values are cached.' });

/** The table forms of an alias, distinguished by their keys (spec 2.14); `alias-forms.ts` judges the mixture. */
const aliasTable = z
  .strictObject({
    uri: text.exactOptional().meta({ description: 'Store address, `<scheme>://<location>`.' }),
    credentials: z
      .record(z.string(), credentialSource)
      .optional()
      .meta({ description: "The provider's own credentials: semantic name to where its value is found." }),
    ref: addressTemplate.exactOptional(),
    fallback: z.array(text).min(1).optional().meta({ description: 'Stores to try in order; writes go to the first.' }),
    cache: cache.optional(),
  })
  .meta({
    oneOf: [
      { required: ['uri'], not: { anyOf: [{ required: ['fallback'] }, { required: ['ref', 'cache'] }] } },
      {
        required: ['fallback', 'cache'],
        not: { anyOf: [{ required: ['uri'] }, { required: ['credentials'] }, { required: ['ref'] }] },
      },
    ],
  });
export type AliasTable = z.infer<typeof aliasTable>;

/** Spec 2.14. */
export const alias = z
  .union([text.meta({ description: 'Store address, `<scheme>://<location>`.' }), aliasTable])
  .meta({ id: 'alias', description: 'A store under a name: its address, or a table that says more.' });
export type AliasShape = z.infer<typeof alias>;

function coordinatesOf(value: typeof text) {
  return z.strictObject({
    item: value.meta({ description: "The store's complete name for the secret; nothing is prepended to it." }),
    field: value.exactOptional().meta({ description: 'Named part inside the item.' }),
    vault: value.exactOptional().meta({ description: 'Container that holds the item, where the store has one.' }),
    section: value.exactOptional().meta({ description: 'Group of fields inside the item; needs `field`.' }),
    version: value
      .exactOptional()
      .meta({ description: 'Revision to read on versioned stores; the latest when left out.' }),
  });
}
