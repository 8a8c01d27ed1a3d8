/** What a user configuration may contain (spec 2.3.1, 6; semantics 14). Unknown keys of its own tables are reported and passed over. */
import * as z from 'zod';
import { agentsShape, ROOTED } from './agents-shape.js';
import { alias, namesAreSound, text } from './coordinates-shape.js';

/** A folder that is the same one in every shell. */
export const ROOTED_OR_HOME = new RegExp(`${ROOTED.source}|^~(?:/|$)`, 'u');

const userDefaultsShape = z
  .strictObject({
    provider: text.optional().meta({ description: 'Store of secrets for which nothing else names one.' }),
    profile: text.optional().meta({ description: 'Profile when none is chosen.' }),
    providers: z
      .record(z.string(), alias)
      .optional()
      .meta({ description: 'Personal provider aliases.', ...namesAreSound }),
  })
  .meta({ id: 'user_defaults', description: 'What holds where neither a manifest nor a call says otherwise.' });

export const auditShape = z
  .strictObject({
    enabled: z.boolean().optional().meta({ description: 'Whether accesses are recorded; true when left out.' }),
    path: text.optional().meta({ description: 'Absolute path of the log; a leading `~` is expanded.' }),
    max_size_bytes: z
      .int()
      .nonnegative()
      .optional()
      .meta({ description: 'Size at which the log starts over; 1048576 when left out.' }),
  })
  .meta({ id: 'audit', description: 'The record of accesses to secrets.' });

const trustShape = z
  .strictObject({
    require: z.boolean().optional().meta({
      description:
        'Whether what a manifest makes this machine do must be approved with `tool trust`; false when left out.',
    }),
  })
  .meta({ id: 'trust', description: 'The approval of manifests.' });

const hookFolderShape = z.strictObject({
  path: text.meta({
    description: 'Absolute path of a folder, or one that starts with `~`: it and all folders in it.',
    pattern: ROOTED_OR_HOME.source,
  }),
  load: z.boolean().optional().meta({ description: 'Whether secrets are loaded there; true when left out.' }),
  profile: text
    .optional()
    .meta({ description: 'Profile there; the one of `[defaults]`, else `default`, when left out.' }),
  scope: text.optional().meta({ description: 'Scope there; everything that the profile has when left out.' }),
});

const hookShape = z
  .strictObject({
    only_listed: z
      .boolean()
      .optional()
      .meta({ description: 'Whether secrets are loaded only in the folders of the list; false when left out.' }),
    timeout_seconds: z
      .int()
      .min(1)
      .max(60)
      .optional()
      .meta({ description: 'Seconds that a prompt waits for stores; 3 when left out.' }),
    folders: z
      .array(hookFolderShape)
      .optional()
      .meta({ description: 'What holds in some folders; of several that contain a manifest, the innermost counts.' }),
  })
  .meta({ id: 'hook', description: 'What `tool hook` loads into shells.' });

export type WrittenHook = z.infer<typeof hookShape>;

export const userConfigRootShape = z.strictObject({
  defaults: userDefaultsShape.optional(),
  audit: auditShape.optional(),
  trust: trustShape.optional(),
  agents: agentsShape.optional(),
  hook: hookShape.optional(),
});

export const userConfigShape = userConfigRootShape.meta({
  title: 'User configuration',
  description:
    'Personal defaults, provider aliases, the audit log, the approval of manifests, what agents may run, and what shells load.',
});
