/** Manifests and user configurations, as damaged text and as tables with something wrong in them. */
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { locator, readUserConfig } from '#compiler/index.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { mustBeClean } from '../clean.js';
import { manifestTexts, userConfigurationTexts } from '../golden-texts.js';
import { manifestValues, userConfigurationValues } from '../manifest-values.js';
import { target } from '../target.js';
import { anyText, damaged } from '../texts.js';
import { mustBeUsable, mustCompile } from '../usable.js';

const PARENTS = {
  'parent.toml': manifestTexts[0] ?? '',
  'base/manifest.toml': '[project]\nname = "base"\nrevision = "1.0"\n[profiles]\n',
};

export const tomlTexts = target({
  name: 'toml-texts',
  share: 12,
  inputs: fc.oneof({ weight: 6, arbitrary: damaged(manifestTexts) }, { weight: 1, arbitrary: anyText }),
  judge: async (text) => {
    await mustCompile(text, PARENTS);
  },
});

export const manifests = target({
  name: 'manifests',
  share: 8,
  inputs: manifestValues.map((values) => stringify(values)),
  judge: async (text) => {
    await mustCompile(text);
  },
});

export const userConfigurations = target({
  name: 'user-configurations',
  share: 7,
  inputs: fc.oneof(
    damaged(userConfigurationTexts),
    userConfigurationValues.map((values) => stringify(values)),
    anyText,
  ),
  judge: async (text) => {
    const { config, diagnostics } = readUserConfig('config.toml', text);
    mustBeClean(diagnostics, text, await locator([{ path: 'config.toml', text }]));
    if (config === null) return;
    const { plan } = await mustCompile(PLAIN);
    if (plan !== null) mustBeUsable(plan, text, { ...NO_USER_CONFIG, ...config });
  },
});

const PLAIN = `
[project]
name = "demo"
revision = "1.0"
[profiles.default]
A = { description = "Of the default store" }
B = { description = "Of a team", providers = ["team", "slow"] }
C = { description = "Of a cached store", providers = ["both"] }
`;
