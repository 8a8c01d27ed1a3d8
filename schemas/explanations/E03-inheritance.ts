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
  E0311: {
    text: 'A command changes a file only where the change belongs and keeps all other text, then reads the result again. Here the key is below something that is not a table, or the result would not be valid, such as a name of more than 1,000 characters. Nothing was written.',
    wrong: shell('tool config global provider add "$(cat names.txt)" keyring'),
    right: shell('tool config global provider add team keyring'),
  },
  E0312: {
    text: 'The user configuration is in `$XDG_CONFIG_HOME/tool/config.toml`, or below the home folder. Both variables are unset or relative, and the system has no home folder for this user.',
    wrong: shell('env -u HOME tool config global show'),
    right: shell('HOME=/home/me tool config global show'),
  },
  E0313: {
    text: '`tool init` creates a manifest, and one exists in the working folder. It is replaced only if you confirm this on a terminal; without a terminal, as in scripts, it is never replaced. The same is reported if another program creates the manifest in the meantime. To declare one more secret in an existing manifest, use `tool add`.',
    wrong: shell('tool init', 'tool init < /dev/null'),
    right: shell('tool init', 'tool add API_KEY --description "Key of the payment service"'),
  },
  E0314: {
    text: 'The replacement of the manifest was confirmed, but another program changed or removed the manifest before it was replaced. What you confirmed was about the earlier content, so nothing was written. Look at the manifest and run the command again.',
    wrong: shell('tool init --from pass', 'git checkout manifest.toml   # in another window, while init is running'),
    right: shell('git diff manifest.toml', 'tool init --from pass'),
  },
  E0315: {
    text: '`defaults` in a profile is the table with the defaults of its secrets, so no secret can have this name. Choose another name; if a store already has the value under this one, give the secret a `ref` with it.',
    wrong: shell('tool add defaults --description "Default settings"'),
    right: shell('tool add DEFAULT_SETTINGS --description "Default settings"'),
  },
  E0316: {
    text: '`tool add` declares a new secret, and the profile already has one of this name. It is declared in the profile itself, in a parent manifest, or in `[profiles.default]`, from which the other profiles inherit. To change a declaration, edit it where it is written; to change it in one profile, write there only the keys that differ.',
    wrong: shell(
      'tool add API_KEY --description "Key"',
      'tool add API_KEY --description "Key of production" --profile production',
    ),
    right: shell('tool add API_KEY --description "Key"', 'tool set API_KEY --profile production'),
  },
  E0317: {
    text: '`tool add --from` declares names that a store lists, and this store does not list the name. If it is misspelled, the nearest one is suggested. Without `--from`, a secret is declared whether a store has its value or not.',
    wrong: shell("echo 'NEW_FLAG=1' >> .env", 'tool add --from .env NEW_FLAGS'),
    right: shell('tool add --from .env NEW_FLAG'),
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
  W0302: {
    text: '`tool init` declares a secret for each name that the store lists. The name of a secret starts with a letter or `_`, followed by letters, digits or `_`, and is not `defaults`; and each name can be declared once. Other names are left out, and a comment in the new manifest shows how to declare each under another name, with a `ref` that has the name in the store.',
    wrong: shell("echo 'api-key=value' > .env", 'tool init'),
    right: shell("echo 'API_KEY=value' > .env", 'tool init'),
  },
  W0303: {
    text: '`tool init` found the names in a file that holds values in plain text, and git would commit that file, or has already done so. A manifest is made to be committed; the values are not. If git already tracks the file, its values are part of the history and of every clone: treat them as published.',
    wrong: shell("echo 'API_KEY=value' > .env", 'tool init'),
    right: shell("echo 'API_KEY=value' > .env", 'echo .env >> .gitignore', 'tool init'),
  },
  W0304: {
    text: '`tool init` found a value in a `.env` file that refers to others (`${NAME}`), or contains backticks. Many readers of such files put the other values in, or take the backticks for quotes. Here a value is read as it is written, so that a password with `$` stays what it is, and a program that is started with `tool run` gets the text `${NAME}`. If the value is made of others, declare it as `composed`; the manifest shows the line to write, without the texts of the value.',
    wrong: shell("echo 'URL=db://${HOST}/shop' >> .env", 'tool init'),
    right: manifest(
      '[profiles.default]',
      'HOST = { description = "Host" }',
      'URL = { description = "Address", composed = "db://${HOST}/shop" }',
    ),
  },
  W0305: {
    text: '`tool init` compared what it reads in a `.env` file with what the dotenv library of npm reads there. In these lines they differ: that library ends a value without quotes at a `#`, knows other escapes, takes backticks for quotes, and passes over keys with other characters than ASCII letters, digits, `_`, `.` and `-`. A program that loaded the file itself gets another value from `tool run`. Check each of them.',
    wrong: shell("echo 'PASSWORD=pa#ss' >> .env", 'tool init'),
    right: shell('echo "PASSWORD=\'pa#ss\'" >> .env', 'tool init'),
  },
};
