/** Explanations of configurations of Git and Docker that are not changed, and of values that they cannot be given. */
import { type Explanations, shell } from './explanation.js';

export const credentialHelpers: Explanations = {
  E1401: {
    text: 'Git or Docker already asks another program for this credential. The tool does not replace the helper of another program, because it may have the only copy of a password. Remove its line from the file that is named; helpers for other addresses can stay.',
    wrong: shell(
      'git config credential.https://example.com.helper store',
      'tool git configure --url https://example.com',
    ),
    right: shell(
      'git config --unset-all credential.https://example.com.helper',
      'tool git configure --url https://example.com',
    ),
  },
  E1402: {
    text: 'The configuration file of Git or Docker could not be read or written, is not in a format that Git or Docker accepts, or was changed by another process at the same time. The file of Docker must not be a symbolic link, because Docker itself would replace the link. Nothing was changed.',
    wrong: shell("echo '[core' >> .git/config", 'tool git configure --url https://example.com'),
    right: shell("sed -i '$d' .git/config", 'tool git configure --url https://example.com'),
  },
  E1403: {
    text: 'A change to a file outside of the project is shown and must be confirmed on a terminal. In a script, `--yes` confirms it. Nothing was changed.',
    wrong: shell('tool git configure --url https://example.com --global < /dev/null'),
    right: shell('tool git configure --url https://example.com --global --yes'),
  },
  E1404: {
    text: "In the protocol between Git and a credential helper, every value is one line. A line end in a value would end it early, and what follows would be read as another attribute, so such a value is never sent. NUL characters, and bytes that are not UTF-8 text, cannot be sent either. A token that was stored from a file often has the file's last line end.",
    wrong: shell("printf 'token\\n\\n' > token.txt", 'tool set GIT_TOKEN --from-file token.txt'),
    right: shell("printf 'token' | tool set GIT_TOKEN"),
  },
  E1405: {
    text: 'Docker starts a credential helper by its name, `docker-credential-tool`, and finds it in `PATH`. Without it, every pull from the registry would fail, so the configuration is not changed. npm installs the program together with `tool`; the executable answers as a helper if it is called by that name.',
    wrong: shell('npx tool docker configure --registry ghcr.io --username alice --yes'),
    right: shell('npm install --global @tool/tool', 'tool docker configure --registry ghcr.io --username alice --yes'),
  },
  E1406: {
    text: 'Without `--global`, `tool git configure` and `tool git unconfigure` change the configuration of the repository of the working folder. Git found none there, or git is not installed.',
    wrong: shell('cd /tmp && tool git configure --url https://example.com'),
    right: shell('cd /tmp && tool git configure --url https://example.com --global'),
  },
  E1407: {
    text: 'A password that no manifest declares is in the default store of the user configuration, or in the store that `--provider` names, or the variable `TOOL_PROVIDER`. There is none of them. What `tool git login` and `tool docker login` are given, `configure` has to be given as well, because the helper is started without options of yours.',
    wrong: shell('tool git login https://example.com'),
    right: shell('tool config global init --provider keyring --profile none', 'tool git login https://example.com'),
  },
  W1401: {
    text: 'Git asks all credential helpers that are configured for an address, in the order of its files and lines, and gives a password that was accepted to each of them. The lines of `tool` begin with an empty helper, which ends the list of those before it, but not of those after it: in the same file, or in the configuration of the repository if `tool` is in that of the user. The helper `store` would write the password to a file as plain text.',
    wrong: shell('git config credential.helper store', 'tool git configure --url https://example.com --global'),
    right: shell('git config --unset-all credential.helper', 'tool git configure --url https://example.com --global'),
  },
};
