/** The targets, one line each. */
import type { EmitTarget } from '#schemas/plan-emission.js';
import { compose } from './compose/compose.js';
import { externalSecrets } from './external-secrets/external-secrets.js';
import { github } from './github/github.js';
import { gitlab } from './gitlab/gitlab.js';
import { systemd } from './systemd/systemd.js';
import type { Target } from './target.js';
import { vaultAgent } from './vault-agent/vault-agent.js';

export const targets: Readonly<Record<EmitTarget, Target>> = {
  compose,
  'external-secrets': externalSecrets,
  github,
  gitlab,
  systemd,
  'vault-agent': vaultAgent,
};
