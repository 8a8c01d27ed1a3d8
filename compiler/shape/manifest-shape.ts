/** What a manifest may contain (spec 2). Unknown keys are refused everywhere. */
import * as z from 'zod';
import { secretTypeNames } from '#schemas/secret-types/index.js';
import { alias, coordinates, namesAreSound, text } from './coordinates-shape.js';
import { generateConditions } from './generate-conditions.js';
import { LONGEST_NAME } from './name-limit.js';

const count = z.int().nonnegative();
const groupName = text.meta({ maxLength: LONGEST_NAME });
const groupNames = z.union([groupName, z.array(groupName).min(1).meta({ uniqueItems: true })]);

const required = z.union([
  z.boolean(),
  z
    .strictObject({
      at_least_one: groupNames.optional().meta({ description: 'Groups of which at least one member must resolve.' }),
      exactly_one: groupNames.optional().meta({ description: 'Groups of which exactly one member must resolve.' }),
    })
    .meta({ minProperties: 1 }),
]);

/** Spec 2.8; which option goes with which type is judged by the rules over the catalogue of types. */
const generateOptions = z.strictObject({
  length: count.optional().meta({ description: 'Characters of a password.' }),
  charset: z
    .string()
    .optional()
    .meta({ description: '`alphanumeric` or `ascii`.', enum: ['alphanumeric', 'ascii'] }),
  bytes: count.optional().meta({ description: 'Random bytes of `hex` and `base64`.' }),
  command: z.string().optional().meta({ description: 'Shell command whose output is the value.' }),
  bits: count.optional().meta({ description: 'Size of an RSA key.' }),
  algorithm: z
    .string()
    .optional()
    .meta({ description: 'Kind of key or word list.', enum: ['ed25519', 'rsa', 'p256', 'bip39'] }),
  capabilities: z
    .array(z.string())
    .optional()
    .meta({
      description: 'OpenPGP subkeys to make.',
      minItems: 1,
      uniqueItems: true,
      items: { enum: ['sign', 'encrypt'] },
    }),
  user_id: z.string().optional().meta({ description: 'OpenPGP user ID.' }),
  comment: z.string().optional().meta({ description: 'Comment inside an OpenSSH key.' }),
  issuer: z
    .string()
    .optional()
    .meta({ description: 'X.509 issuer mode.', enum: ['self_signed'] }),
  kid: z.string().optional().meta({ description: 'Key identifier of a JWK.' }),
  language: z
    .string()
    .optional()
    .meta({ description: 'Word list of a mnemonic.', enum: ['english'] }),
  san: z
    .array(z.string())
    .optional()
    .meta({ description: 'X.509 alternative names, `dns:name` or `ip:address`.', minItems: 1, uniqueItems: true }),
  usages: z
    .array(z.string())
    .optional()
    .meta({
      description: 'X.509 extended key usages.',
      minItems: 1,
      uniqueItems: true,
      items: { enum: ['server_auth', 'client_auth'] },
    }),
  valid_for: z.string().optional().meta({ description: 'X.509 lifetime in whole days, such as `30d`.' }),
  separator: z.string().optional().meta({ description: 'Text between the words of a passphrase.' }),
  words: count.optional().meta({ description: 'Words of a passphrase or mnemonic.' }),
});

/** For JSON Schema: `schemas/json-pointer.ts` judges pointers (E0212). */
const POINTER = '^(/([^~/]|~[01])*)*$';

/** Spec 2.5. */
export const secretShape = z
  .strictObject({
    description: z.string().min(1).optional().meta({ description: 'What the secret is for.' }),
    inherit: z
      .boolean()
      .optional()
      .meta({ description: 'On a declaration of `[profiles.default]`: false keeps it out of other profiles.' }),
    required: required
      .optional()
      .meta({ description: 'Whether a missing value is an error, or the presence groups it belongs to.' }),
    default: z.string().optional().meta({ description: 'Value when no store has one.' }),
    composed: z
      .string()
      .optional()
      .meta({ description: 'Template with ${NAME} references that derives a read-only value.' }),
    providers: z.array(text).optional().meta({ description: 'Aliases, provider names or URIs, tried in order.' }),
    ref: coordinates.optional(),
    refs: z
      .record(z.string(), coordinates)
      .optional()
      .meta({ description: 'Coordinates per provider alias.', minProperties: 1, ...namesAreSound }),
    as_path: z.boolean().optional().meta({ description: 'Deliver the path of a temporary file that holds the value.' }),
    encoding: z
      .enum(['base64', 'base64url', 'hex'])
      .optional()
      .meta({ description: 'How the stored text represents the value.' }),
    extract: z
      .strictObject({
        format: z.enum(['json', 'ini']).meta({ description: 'Format of the stored document.' }),
        pointer: z.string().meta({ description: 'What to select: `/segments` as in RFC 6901.', pattern: POINTER }),
      })
      .optional()
      .meta({ description: 'Select one value of a stored document; read-only.' }),
    type: z.enum(secretTypeNames).optional().meta({ description: 'Kind of secret, for generation and conversion.' }),
    generate: z
      .union([z.boolean(), generateOptions])
      .optional()
      .meta({ description: 'Make a value when none is stored.' }),
    prompt: z.boolean().optional().meta({ description: 'Let `run` ask a person for a missing value.' }),
    format: text.optional().meta({ description: 'Serialization of a typed export, such as `pem` or `der`.' }),
    from: text.optional().meta({ description: 'Secret that this one is converted or selected from.' }),
    credentials: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Roles of a typed secret: role to the name of the secret that plays it.' }),
  })
  .meta({
    id: 'secret',
    description: 'Declaration of a secret.',
    dependencies: { ref: { not: { required: ['refs'] } } },
    not: { properties: { required: { const: true } }, required: ['required', 'default'] },
    allOf: generateConditions,
  });
export type SecretShape = z.infer<typeof secretShape>;

/** Spec 2.4. */
export const profileDefaultsShape = z
  .strictObject({
    inherit: z.boolean().optional().meta({ description: 'false: take nothing from `[profiles.default]`.' }),
    required: z.boolean().optional().meta({ description: 'Requiredness of secrets that do not say.' }),
    default: z.string().optional().meta({ description: 'Default of secrets that have none.' }),
    providers: z.array(text).optional().meta({ description: 'Stores of secrets that name none.' }),
  })
  .meta({
    id: 'profile_defaults',
    description: 'What holds for secrets of this profile that do not say otherwise.',
  });
export type ProfileDefaultsShape = z.infer<typeof profileDefaultsShape>;

/** Spec 2.2. */
export const projectShape = z
  .strictObject({
    name: z.string().min(1).meta({
      description: 'Project identifier; also part of the address of stored values.',
      maxLength: LONGEST_NAME,
    }),
    revision: z.string().meta({ description: 'Revision of the manifest language.', const: '1.0' }),
    extends: z
      .array(z.string())
      .optional()
      .meta({ description: 'Parent manifests: folders or `.toml` files, relative to this one.' }),
    require_reason: z
      .union([z.boolean(), z.literal('agents')])
      .optional()
      .meta({ description: 'Whether accessing secrets needs a stated reason.' }),
  })
  .meta({ id: 'project', description: 'The project.' });

/** Spec 2.3. */
export const defaultsShape = z
  .strictObject({
    providers: z.array(text).min(1).meta({ description: 'Stores of every secret and profile that names none.' }),
  })
  .meta({ id: 'defaults', description: 'What holds for the whole project.' });

/** Spec 2.13. */
export const scopeShape = z
  .strictObject({
    secrets: z.array(text).min(1).meta({ description: 'Names of secrets, each once.', uniqueItems: true }),
  })
  .meta({ id: 'scope', description: 'A named subset of secrets.' });

/** The tables of the root, each judged by its own shape; together they make the published JSON Schema (spec 2.1). */
export const rootShape = z.strictObject({
  project: z.looseObject({}),
  profiles: z.looseObject({}),
  defaults: z.unknown().optional(),
  providers: z.looseObject({}).optional(),
  scopes: z.looseObject({}).optional(),
});

/** Spec 2.4; names are those of semantics 1.5 (`passes/parse-secret.ts` judges them, E0211). */
const profileShape = z
  .object({ defaults: profileDefaultsShape.optional() })
  .catchall(secretShape)
  .meta({
    id: 'profile',
    description: 'Secrets by name, and what holds for all of them under `defaults`.',
    propertyNames: { pattern: '^[\\p{L}_][\\p{L}\\p{Nd}_]*$', maxLength: LONGEST_NAME },
  });

const tableOfNames = <T extends z.ZodType>(value: T, description: string) =>
  z.record(z.string(), value).meta({ description, ...namesAreSound });

/** The whole manifest, for JSON Schema and for editors. */
export const manifestShape = z
  .strictObject({
    project: projectShape,
    profiles: tableOfNames(profileShape, 'Profile name to its secrets.'),
    defaults: defaultsShape.optional(),
    providers: tableOfNames(alias, 'Provider aliases of the project.').optional(),
    scopes: tableOfNames(scopeShape, 'Scope name to the secrets it shows.').optional(),
  })
  .meta({
    title: 'Secrets manifest',
    description: 'Declares which secrets a project needs and how each one resolves.',
    // Parents may have the profiles; a manifest without parents needs one of its own (E0304).
    if: { properties: { project: { not: { required: ['extends'] } } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, in an object that is never awaited.
    then: { properties: { profiles: { minProperties: 1 } } },
  });
