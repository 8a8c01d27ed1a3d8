/** What a user configuration may contain (spec 2.3.1, 6; semantics 14). Unknown keys of its own tables are reported and passed over. */
import * as z from 'zod';
import { agentsShape } from './agents-shape.js';
import { alias, namesAreSound, text } from './coordinates-shape.js';

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

export const userConfigRootShape = z.strictObject({
  defaults: userDefaultsShape.optional(),
  audit: auditShape.optional(),
  trust: trustShape.optional(),
  agents: agentsShape.optional(),
});

export const userConfigShape = userConfigRootShape.meta({
  title: 'User configuration',
  description:
    'Personal defaults, provider aliases, the audit log, the approval of manifests, and what agents may run.',
});
