/** Explanations of `extends`, of profiles, and of declarations that lack something. */
import { type Explanations, manifest, shell } from './explanation.js';

const project = (...lines: readonly string[]) => ['[project]', 'name = "shop"', 'revision = "1.0"', ...lines];
const profile = ['', '[profiles.default]', 'API_KEY = { description = "Key" }'];

export const inheritance: Explanations = {
  E0301: {
    text: 'Each entry of `extends` is a folder with a `manifest.toml`, or a file that ends in `.toml`, relative to the manifest that contains the entry. There is no manifest at this path.',
    wrong: manifest(...project('extends = ["../shard"]'), ...profile),
    right: manifest(...project('extends = ["../shared"]'), ...profile),
  },
  E0302: {
    text: 'The manifest, one of its parents or the user configuration exists but cannot be read: you do not have permission, or it is a folder or another kind of special file. The message shows the reason given by the operating system.',
    wrong: shell('chmod 000 manifest.toml', 'tool check'),
    right: shell('chmod 644 manifest.toml', 'tool check'),
  },
  E0303: {
    text: 'The manifest extends itself through its own parents, so there is no order in which to merge them. The message shows the cycle. A parent that is reached twice without a cycle is fine and is applied once.',
    wrong: manifest(...project('extends = ["manifest.toml"]'), ...profile),
    right: manifest(...project('extends = ["../shared"]'), ...profile),
  },
  E0304: {
    text: 'Neither this manifest nor a parent declares a profile, so there is nothing to resolve. Secrets are declared in profiles; the other profiles inherit from the one named `default`.',
    wrong: manifest(...project(), '', '[profiles]'),
    right: manifest(...project(), ...profile),
  },
  E0305: {
    text: 'A profile that inherits from `default` may be empty. A standalone profile (`inherit = false`), `default` itself, and every profile in a manifest without `default` inherit nothing and must declare at least one secret.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[profiles.ci.defaults]',
      'inherit = false',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key" }',
      '',
      '[profiles.ci.defaults]',
      'inherit = false',
      '',
      '[profiles.ci]',
      'CI_NAME = { description = "Name of the build machine" }',
    ),
  },
  E0306: {
    text: 'Every secret has a description, so that the person who supplies the value knows what to look for. A profile can inherit it from the declaration in `default`; a standalone profile has to declare it.',
    wrong: manifest('[profiles.default]', 'API_KEY = { required = false }'),
    right: manifest('[profiles.default]', 'API_KEY = { required = false, description = "Key of the payment service" }'),
  },
  E0307: {
    text: 'An entry of `extends` is relative to the manifest. A manifest is shared, and an absolute path or one that starts with `~` refers to a different place on every machine.',
    wrong: manifest(...project('extends = ["/srv/shared"]'), ...profile),
    right: manifest(...project('extends = ["../shared"]'), ...profile),
  },
  E0308: {
    text: 'The tool looks for `manifest.toml` in the working folder and all of its parent folders. With `--file` or `TOOL_FILE` it uses only the given file.',
    wrong: shell('cd /', 'tool check'),
    right: shell('tool check --file ~/shop/manifest.toml'),
  },
  E0309: {
    text: 'The folder that the command was started in has been deleted, often by a build that recreates it. A shell that was in the old folder stays there, and relative paths cannot be resolved from it.',
    wrong: shell('rm -r build && mkdir build', 'tool check'),
    right: shell('cd "$PWD"', 'tool check'),
  },
  E0310: {
    text: 'Entries of `extends` refer to manifests. This file is outside the checkout (the folder that is under version control, else the folder of the manifest) and has no `revision` under `[project]`, so it is not read any further: otherwise an untrusted manifest could make the tool print lines of any TOML file on this machine. For parents outside the checkout, findings show the place but not the line.',
    wrong: shell(`sed -i 's|^extends.*|extends = ["../credentials.toml"]|' manifest.toml`, 'tool check'),
    right: shell(`sed -i 's|^extends.*|extends = ["../base"]|' manifest.toml`, 'tool check'),
  },
  W0301: {
    text: 'The declaration repeats what the secret already inherits from `[profiles.default]` or a parent manifest, so it does not change the plan. If the original changes later, this copy silently overrides it. Between profiles only the fields that are written are compared; between manifests a declaration replaces the whole secret.',
    wrong: manifest(
      '[profiles.default]',
      'DB_HOST = { description = "Host", required = false }',
      '',
      '[profiles.production]',
      'DB_HOST = { required = false }',
    ),
    right: manifest(
      '[profiles.default]',
      'DB_HOST = { description = "Host", required = false }',
      '',
      '[profiles.production]',
      'DB_HOST = { required = true }',
    ),
  },
};
