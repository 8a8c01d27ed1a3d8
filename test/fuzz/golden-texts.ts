/** The golden manifests as starting points: whatever the language has stands in one of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PLANS = fileURLToPath(new URL('../../../golden/plan', import.meta.url));

/** Each of the manifests, parents too, on its own. */
export const manifestTexts: readonly string[] = readdirSync(PLANS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.toml'))
  .sort()
  .map((file) => readFileSync(join(PLANS, file), 'utf8'));

export const userConfigurationTexts: readonly string[] = [
  '[defaults]\nprovider = "keyring"\nprofile = "development"\n[defaults.providers]\nteam = "vault://host/kv"\n',
  '[defaults.providers]\nslow = { uri = "awssm://", cache = { provider = "keyring", max_age = "8h" } }\n',
  '[defaults.providers.both]\nfallback = ["env", "dotenv"]\ncache = { provider = "keyring", max_age = "1d" }\n',
  '[audit]\nenabled = true\npath = "~/audit.jsonl"\nmax_size_bytes = 4096\n',
];
