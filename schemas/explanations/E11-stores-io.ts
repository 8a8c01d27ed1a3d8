/** Explanations of stores that failed, refused, or cannot do what is asked of them. */
import { type Explanations, manifest, shell } from './explanation.js';

export const storesIo: Explanations = {
  E1101: {
    text: 'The store failed with an error that has no code of its own; its error message is quoted below. A failure never counts as a missing value: if no later store of the chain has the value, the command stops, and neither a default nor a generator hides the outage.',
    wrong: shell('tool get API_KEY --provider dotenv://.'),
    right: shell('tool get API_KEY --provider dotenv://.env'),
  },
  E1102: {
    text: 'The store can be reached but denies access: because of the permissions of a file, the policy of a server, or a keyring prompt that was declined. Ask the administrator of the store for access, or sign in with another account.',
    wrong: shell('chmod 000 .env', 'tool get API_KEY'),
    right: shell('chmod 600 .env', 'tool get API_KEY'),
  },
  E1103: {
    text: 'The store is locked, and unlocking it requires a person. Unlock it with its own program, or run the command where it can prompt you.',
    wrong: shell('tool get API_KEY --provider keyring'),
    right: shell('secret-tool lookup any thing', 'tool get API_KEY --provider keyring'),
  },
  E1104: {
    text: 'The store could not be reached: there is no connection, no such host, or no keyring service on this machine. The value may exist, so it does not count as missing.',
    wrong: shell('tool get API_KEY --provider vault://vault.exmaple/secret'),
    right: shell('tool get API_KEY --provider vault://vault.example/secret'),
  },
  E1105: {
    text: 'The store did not answer in time. The value may exist, so it does not count as missing. Reading again is safe. If a write timed out, check what the store contains before writing again.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool get API_KEY'),
  },
  E1106: {
    text: 'Another process has the store locked, for example while it writes the same file. The tool waited for a while and gave up.',
    wrong: shell('tool set A one & tool set B two'),
    right: shell('tool set A one && tool set B two'),
  },
  E1107: {
    text: 'The content of the store is malformed: a line of a dotenv file without `=`, an unclosed quote, a server response that is not JSON. The whole store counts as unreadable, because a skipped part could contain the value.',
    wrong: shell("echo 'API_KEY' >> .env", 'tool get API_KEY'),
    right: shell("echo 'API_KEY=value' >> .env", 'tool get API_KEY'),
  },
  E1108: {
    text: 'The store works, but does not support this operation: it cannot list, delete, or hold such an entry. The message or the help shows what it supports.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  E1109: {
    text: 'The store was changed between reading and writing. Nothing was overwritten. Check the current value, then try again.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool get API_KEY', 'tool set API_KEY'),
  },
  E1110: {
    text: 'The value is not UTF-8 text, and this store can hold only text. With `encoding`, bytes are encoded as text when they are stored, and decoded when they are read.',
    wrong: manifest('[profiles.default]', 'KEYSTORE = { description = "Archive", providers = ["dotenv://.env"] }'),
    right: manifest(
      '[profiles.default]',
      'KEYSTORE = { description = "Archive", providers = ["dotenv://.env"], encoding = "base64" }',
    ),
  },
  E1111: {
    text: 'The store is accessed through a program of its vendor, which was not found in `PATH`. The help shows how to install it.',
    wrong: shell('tool get API_KEY --provider pass'),
    right: shell('apt-get install pass', 'tool get API_KEY --provider pass'),
  },
  E1112: {
    text: 'The store requires a credential, and neither the `credentials` of an alias nor an environment variable provides it. The help names both.',
    wrong: shell('tool get API_KEY --provider vault://vault.example/secret'),
    right: shell('VAULT_TOKEN="$(cat token)" tool get API_KEY --provider vault://vault.example/secret'),
  },
  E1113: {
    text: 'A later store of the chain cannot be used on this machine: its alias or provider does not exist here, or its address is invalid. That does not matter while an earlier store has the value. Here no earlier store has it, so the tool cannot tell whether the value is missing.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["keyring", "of-the-team"] }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["keyring", "env"] }'),
  },
  E1114: {
    text: 'Values are written to the first store of the chain, and this store is not writable: it is the environment, a pinned version, or a read-only entry. The message shows the reason. Put a writable store first, or choose one for this call.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["env", "keyring"] }'),
    right: shell('tool set API_KEY --provider keyring'),
  },
  E1115: {
    text: 'A composed secret is built from other secrets each time and is never stored, so it cannot be set. Set the secrets that its template refers to.',
    wrong: shell('tool set DATABASE_URL'),
    right: shell('tool set DATABASE_PASSWORD'),
  },
  E1116: {
    text: 'An extracted secret is one value inside a stored document, and the tool does not modify documents. Edit the document yourself, or set the secret that holds the whole document.',
    wrong: shell('tool set DB_USER'),
    right: shell('tool set CONFIG --from-file config.json'),
  },
  E1117: {
    text: 'A derived secret is taken from another secret each time and is never stored. Set the secret that it is derived from.',
    wrong: shell('tool set TLS_KEY'),
    right: shell('tool set TLS --from-file identity.pfx'),
  },
  E1118: {
    text: 'The value is empty. Most stores cannot distinguish an empty entry from a missing one, so empty values are not stored. If the secret is not needed in a profile, declare it there with `required = false`.',
    wrong: shell("tool set API_KEY ''"),
    right: shell('tool set API_KEY'),
  },
  E1119: {
    text: 'After resolving symbolic links, the cache of an alias is inside the store that it caches; this cannot be detected in the manifest (what can is E0615). A copy would overwrite the original, so nothing was read or written.',
    wrong: shell('ln -s .env .cache', 'tool get API_KEY'),
    right: shell('rm .cache', 'tool get API_KEY'),
  },
  W1101: {
    text: 'One store of the chain failed, but another store has the value, so the command continues. Check the failed store: if the other stores lose the value, the command will fail.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool check --explain'),
  },
  W1102: {
    text: 'The cache could not be used: it failed, or the entry was not written by the tool or belongs to another project. The stores of the alias were read directly, and foreign entries are never overwritten.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool check --explain'),
  },
  W1103: {
    text: 'The value was found and delivered, but could not be cached. The next command reads the stores again.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool check --explain'),
  },
  W1104: {
    text: 'A new value was written to the store, but the copy of the old value could not be removed from the cache. Until it expires, commands may still read the old value.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  W1105: {
    text: 'To prevent partial reads, a file is never changed in place: a new file replaces it. Other hard links to the old file, made with `ln`, keep the old content. The value was stored; only the other links do not show it.',
    wrong: shell('ln .env ../worker/.env', 'tool set API_KEY'),
    right: shell('ln -s "$PWD/.env" ../worker/.env', 'tool set API_KEY'),
  },
  W1106: {
    text: 'The file was replaced by a new one, which must not be readable by anyone who could not read the old one. Only root and members of a group can assign a file to that group. Access lists and extended attributes are copied with `cp`, which the BusyBox version does not support. At least one of them could not be kept, and the mode alone does not show who they exclude, so only the owner can access the new file.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool set API_KEY', 'chmod 640 .env'),
  },
};
