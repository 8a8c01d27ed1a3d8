/** What a policy may contain: rules that `tool lint --policy` judges. Unknown keys are refused everywhere. */
import * as z from 'zod';
import { generatedTypes } from '#schemas/secret-types/generated-types.js';
import { VALUE_TYPES } from '#schemas/secret-types/value-types.js';
import { text } from './coordinates-shape.js';

const count = z.int().nonnegative();
const texts = z.array(text).min(1);
const types = z.array(z.enum(generatedTypes)).meta({ uniqueItems: true });

const stores = z
  .strictObject({
    only: texts.exactOptional().meta({ description: 'The stores that may be used.' }),
    forbid: texts.exactOptional().meta({ description: 'Stores that may not be used.' }),
    demand: texts.exactOptional().meta({ description: 'Stores of which at least one must be used.' }),
  })
  .meta({ description: 'Stores of the chain and its caches, as schemes, aliases or URIs.', minProperties: 1 });

const generate = z
  .strictObject({
    only: types.exactOptional().meta({ description: 'The types that may be generated.' }),
    forbid: types.exactOptional().meta({ description: 'Types that may not be generated.' }),
  })
  .meta({ description: 'Types of generated secrets.', minProperties: 1 });

const value = z
  .strictObject({
    type: z.enum(VALUE_TYPES).exactOptional().meta({ description: 'What the value is.' }),
    pattern: text.exactOptional().meta({ description: 'A pattern that the whole value fits.' }),
    one_of: z.array(z.string()).min(1).exactOptional().meta({ description: 'The values that are allowed.' }),
    min_length: count.exactOptional().meta({ description: 'The fewest characters.' }),
    max_length: count.exactOptional().meta({ description: 'The most characters.' }),
    min_entropy_bits: z.number().nonnegative().exactOptional().meta({ description: 'The least entropy, in bits.' }),
    not_default: z.literal(true).exactOptional().meta({ description: 'Not the default of the manifest.' }),
  })
  .meta({ description: 'What values look like; not judged by `lint`.', minProperties: 1 });

/** What a rule is about. */
const subjects = {
  stores: stores.exactOptional(),
  default: z.literal(false).exactOptional().meta({ description: '`false`: no defaults.' }),
  generate: generate.exactOptional(),
  cache: z
    .union([
      z.literal(false),
      z.strictObject({ max_age: text.meta({ description: 'The longest time that a copy may stay fresh.' }) }),
    ])
    .exactOptional()
    .meta({ description: '`false`: no caches; `{ max_age }`: no older copies.' }),
  reason: z
    .union([z.literal(true), z.literal('agents')])
    .exactOptional()
    .meta({ description: 'Who must state a reason, at least.' }),
  scope: z.literal(true).exactOptional().meta({ description: '`true`: each secret is listed by a scope.' }),
  description: text.exactOptional().meta({ description: 'A pattern that descriptions fit: `*(owner: *)*`.' }),
  required: z.literal(true).exactOptional().meta({ description: '`true`: each secret is required.' }),
  value: value.exactOptional(),
};
export const SUBJECTS = Object.keys(subjects) as readonly (keyof typeof subjects)[];

export const policyRuleShape = z
  .strictObject({
    id: z.string().regex(/\S/u).meta({ description: 'Name of the rule, unique in its file.', pattern: '^[a-z0-9-]+$' }),
    severity: z.enum(['error', 'warning']).exactOptional().meta({ description: '`error` when left out.' }),
    profiles: texts.exactOptional().meta({ description: 'Patterns of profiles, with `*` and `?`; all when left out.' }),
    secrets: texts.exactOptional().meta({ description: 'Patterns of secrets, with `*` and `?`; all when left out.' }),
    message: text.exactOptional().meta({ description: 'What to do, shown as help.' }),
    ...subjects,
  })
  .meta({ id: 'rule', description: 'A rule, about one subject.' });
/** What is left of a rule without its keys that have mistakes. */
export const partialRuleShape = policyRuleShape.partial();
/** Subjects that are tables: what is sound in one is read beside what is not. */
export const SUBJECT_TABLES = new Map<string, z.ZodType>([
  ['stores', stores],
  ['generate', generate],
  ['value', value],
]);
export type PolicyRuleShape = z.infer<typeof policyRuleShape>;

/** The root alone: each rule is judged by itself, under its name. */
export const policyRootShape = z.strictObject({
  revision: z.string(),
  name: text,
  rule: z.array(z.unknown()).min(1),
});

export const policyShape = z
  .strictObject({
    revision: z.string().meta({ description: 'Revision of the policy language.', const: '1.0' }),
    name: text.meta({ description: 'Name of the policy.' }),
    rule: z.array(policyRuleShape).min(1),
  })
  .meta({ title: 'Policy', description: 'Rules that manifests are judged by, with `tool lint --policy`.' });
