/** Explanations of `extends`, of profiles, and of declarations that lack something. */
import { type Explanations, manifest, shell } from './explanation.js';

const project = (...lines: readonly string[]) => ['[project]', 'name = "shop"', 'revision = "1.0"', ...lines];
const profile = ['', '[profiles.default]', 'API_KEY = { description = "Key" }'];

export const inheritance: Explanations = {
  E0301: {
    text: 'Each entry of `extends` is a folder with a `manifest.toml`, or a file that ends in `.toml`, as seen from the manifest that names it. There is none at this path.',
    wrong: manifest(...project('extends = ["../shard"]'), ...profile),
    right: manifest(...project('extends = ["../shared"]'), ...profile),
  },
  E0302: {
    text: 'The manifest, a parent of it, or the user configuration is there, but the operating system does not let this user read it, or what lies there is a folder or something else that is no file. The reason is that of the system.',
    wrong: shell('chmod 000 manifest.toml', 'tool check'),
    right: shell('chmod 644 manifest.toml', 'tool check'),
  },
  E0303: {
    text: 'A manifest is extended by way of its own parents, so there is no order in which to lay one over the other. The message shows the way round. The same parent met on two different ways is no circle and is applied once.',
    wrong: manifest(...project('extends = ["manifest.toml"]'), ...profile),
    right: manifest(...project('extends = ["../shared"]'), ...profile),
  },
  E0304: {
    text: 'Neither this manifest nor a parent declares a profile, so there is nothing to resolve. Secrets are declared in profiles; the one named `default` is the base of the others.',
    wrong: manifest(...project(), '', '[profiles]'),
    right: manifest(...project(), ...profile),
  },
  E0305: {
    text: 'A profile that inherits may be empty: it is what `default` says. A standalone profile (`inherit = false`), `default` itself, and any profile where there is no `default` get nothing from elsewhere and must declare at least one secret.',
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
    text: 'Every secret says what it is for, so that whoever has to supply it knows what to look for. A profile that inherits may leave it to the declaration in `default`; a standalone profile has to say it itself.',
    wrong: manifest('[profiles.default]', 'API_KEY = { required = false }'),
    right: manifest('[profiles.default]', 'API_KEY = { required = false, description = "Key of the payment service" }'),
  },
  E0307: {
    text: 'An entry of `extends` is relative to the manifest. An absolute path, or one that starts at a home folder, means something else on every machine, and a manifest is shared.',
    wrong: manifest(...project('extends = ["/srv/shared"]'), ...profile),
    right: manifest(...project('extends = ["../shared"]'), ...profile),
  },
  E0308: {
    text: 'The tool looks for `manifest.toml` in the working folder and in every folder above it. With `--file` or the variable `TOOL_FILE` it takes the file that is named, and looks nowhere else.',
    wrong: shell('cd /', 'tool check'),
    right: shell('tool check --file ~/shop/manifest.toml'),
  },
  E0309: {
    text: 'The folder that the command was started in has been removed, often by a build that makes it anew. A shell that was in the old one stays in it, and no path can be found from there.',
    wrong: shell('rm -r build && mkdir build', 'tool check'),
    right: shell('cd "$PWD"', 'tool check'),
  },
  E0310: {
    text: 'Entries of `extends` name manifests. This file is outside the checkout (the folder that version control marks, else that of the manifest), and it has no `revision` under `[project]`, so it is not read any further: a manifest of somebody else could otherwise make the tool print lines of any TOML file on this machine. Of parents outside the checkout places are named, and their lines are not shown.',
    wrong: shell(`sed -i 's|^extends.*|extends = ["../credentials.toml"]|' manifest.toml`, 'tool check'),
    right: shell(`sed -i 's|^extends.*|extends = ["../base"]|' manifest.toml`, 'tool check'),
  },
  W0301: {
    text: 'The declaration repeats what the secret already is, in `[profiles.default]` or in a parent manifest, and adds nothing. It changes no plan. But when the original is changed one day, this copy is not, and then it does say something. Between profiles only what is written is compared; between manifests a declaration replaces the whole.',
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
