/** Everything that is fed with generated inputs. */
import type { Target } from '../target.js';
import { agentMessages } from './agent-messages.js';
import { commandLines } from './command-lines.js';
import { encodings, iniDocuments, jsonDocuments } from './documents.js';
import { editorMessages } from './editor-messages.js';
import { dotenvTexts } from './dotenv-texts.js';
import { drawnValues } from './drawn-values.js';
import { durations } from './durations.js';
import { manifests, tomlTexts, userConfigurations } from './manifests.js';
import { alteredPlans, planTexts } from './plans.js';
import { pointers } from './pointers.js';
import { manifestSchema, userConfigurationSchema } from './published-schemas.js';
import { redactedStreams } from './redacted-streams.js';
import { storeUris } from './store-uris.js';
import { templates } from './templates.js';
import { tomlEdits } from './toml-edits.js';

export const targets: readonly Target[] = [
  tomlTexts,
  manifests,
  userConfigurations,
  tomlEdits,
  manifestSchema,
  userConfigurationSchema,
  alteredPlans,
  planTexts,
  templates,
  storeUris,
  pointers,
  durations,
  jsonDocuments,
  iniDocuments,
  encodings,
  dotenvTexts,
  commandLines,
  editorMessages,
  agentMessages,
  drawnValues,
  redactedStreams,
];
