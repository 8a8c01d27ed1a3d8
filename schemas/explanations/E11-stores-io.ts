/** Explanations of stores that failed, refused, or cannot do what is asked of them. */
import { type Explanations, manifest, shell, userConfiguration } from './explanation.js';

/** A secret that uses the alias of an example. */
const USED = ['', '[profiles.default]', 'API_KEY = { description = "Key of the API", providers = ["central"] }'];

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
    text: 'This store can hold only text, and the value is not UTF-8 text, or is text that the store would change. With `encoding`, bytes are encoded as text when they are stored, and decoded when they are read.',
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
    text: 'Values are written to the first store of the chain whose kind can be written, and there is none, or this entry of it is read-only, such as a pinned version. The message shows the reason. Add a writable store to the chain, or choose one for this call.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["env", "systemd-credential"] }',
    ),
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
  E1120: {
    text: 'Values are removed from the first store of the chain that can be written, and this store does not remove them: it is read-only, or an entry of it cannot be removed. The message shows the reason. Later stores of the chain are never changed.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["env"] }'),
    right: shell('tool delete API_KEY --provider keyring'),
  },
  E1121: {
    text: 'Some values were removed and these were not; the errors before this one show why. Correct the causes and run the command again: what was already removed is reported as absent.',
    wrong: shell('tool delete API_KEY HOME_FROM_ENV'),
    right: shell('tool delete API_KEY'),
  },
  E1122: {
    text: 'The secret is read from its stores each time: its chain is not an alias with a `cache`, or it is made of other secrets. There is nothing to clear for it. Without a name, `tool cache clear` clears all secrets of the scope that have a cache.',
    wrong: shell('tool cache clear DATABASE_URL'),
    right: shell('tool cache clear'),
  },
  E1123: {
    text: 'Two projects, or two profiles, use the same store as a cache, and this entry belongs to the other one. It is not overwritten or removed until it expires. Give each project a cache of its own, or clear the entry in the project that the message names.',
    wrong: shell('tool cache clear API_KEY'),
    right: shell('tool cache clear API_KEY --profile production'),
  },
  E1124: {
    text: 'The store of the cache has a value in the place of the entry, and no cache wrote it: it may be the only copy of something. It is never overwritten or removed. Use a store for the cache that holds nothing else.',
    wrong: manifest(
      '[providers]',
      'c = { uri = "keyring", cache = { provider = "dotenv://.env", max_age = "1h" } }',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["c"] }',
    ),
    right: manifest(
      '[providers]',
      'c = { uri = "keyring", cache = { provider = "dotenv://.cache.env", max_age = "1h" } }',
      '',
      '[profiles.default]',
      'API_KEY = { description = "Key", providers = ["c"] }',
    ),
  },
  E1125: {
    text: 'Some cached copies were removed and these were not; the errors before this one show why. Until they expire, commands may still read them.',
    wrong: shell('tool cache clear'),
    right: shell('tool cache clear API_KEY'),
  },
  E1126: {
    text: 'Source and destination of the secret are the same entry, perhaps in another spelling or through a link. Deleting the source would delete the only copy. Mostly this is known in advance, and nothing was written or deleted. Where no address shows it (`127.0.0.1` and `localhost`, a config of Doppler and a branch of it), the destination lost its value when the first entry of the source was deleted: that was written back, and nothing else was deleted.',
    wrong: shell('tool import dotenv://./.env --delete-source'),
    right: shell('tool import dotenv://.env.old --delete-source'),
  },
  E1127: {
    text: 'Two secrets would be written to one entry, so one value would be lost. Nothing was written. Secrets may share an entry that is only read; values can be imported only if each has an entry of its own.',
    wrong: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key", ref = { item = "KEY" } }',
      'OTHER_KEY = { description = "Other key", ref = { item = "KEY" } }',
    ),
    right: manifest(
      '[profiles.default]',
      'API_KEY = { description = "Key", ref = { item = "KEY" } }',
      'OTHER_KEY = { description = "Other key" }',
    ),
  },
  E1128: {
    text: 'The value of one secret is read from the entry that another secret has as its destination. Deleting it from the source would delete the value of the other secret. Nothing was written or deleted.',
    wrong: shell('tool import old --delete-source'),
    right: shell('tool import old'),
  },
  E1129: {
    text: 'After the values were written, they were read back, and the store returned something else: it changed them, or another process did. Nothing was deleted from the source. Check the values in the store; the next import keeps what is there and reports what differs.',
    wrong: shell('tool import dotenv://.env.old --delete-source'),
    right: shell('tool get API_KEY', 'tool import dotenv://.env.old --delete-source'),
  },
  E1130: {
    text: 'The alias takes this credential from a store that cannot store it: the store is read-only, cannot be opened, or refused the write; its reason is quoted below. Bind the credential to a store that can be written, or put it there with the means of that store.',
    wrong: userConfiguration(
      '[defaults.providers]',
      'prod = { uri = "vault://vault.example.com/secret", credentials = { token = "env" } }',
    ),
    right: userConfiguration(
      '[defaults.providers]',
      'prod = { uri = "vault://vault.example.com/secret", credentials = { token = "keyring" } }',
    ),
  },
  E1131: {
    text: 'A moving import deletes a value only after its copy was read back. This store accepts values and never shows them again, so a copy in it cannot be verified. Import without `--delete-source`, see whether the program gets the values, and delete them from their source then.',
    wrong: shell('tool import dotenv://.env.old --delete-source'),
    right: shell('tool import dotenv://.env.old'),
  },
  E1132: {
    text: 'A moving import deletes one entry of the source first and reads the destination again. The destination was gone too, because both addresses lead to one entry, and the store then refused to write the value back, three times. The history of the store, if it has one, or a backup of it has the value.',
    wrong: shell('tool import vault://127.0.0.1:8200 --delete-source'),
    right: shell('tool import vault://127.0.0.1:8200'),
  },
  E1133: {
    text: '`tool rekey` encrypts a file again for the recipients in its list, with the same values. It did not, for the reason that is quoted: the file cannot be decrypted with your identity, the list is not valid, or it does not include you, so that you could no longer decrypt the file. The file is unchanged.',
    wrong: shell("grep -v 'age1zvkyg2' team.txt > others.txt && mv others.txt team.txt", 'tool rekey'),
    right: shell('age-keygen -y ~/.config/age/shop.key >> team.txt', 'tool rekey'),
  },
  E1134: {
    text: 'Only files that are encrypted for a list of people can be encrypted again: those of age, whose address names a `recipients-file`, and documents of SOPS, for which `.sops.yaml` has a rule or the address names `age_recipients`. The profile uses none.',
    wrong: manifest('[defaults]', 'providers = ["age:secrets.age"]'),
    right: manifest('[defaults]', 'providers = ["age:secrets.age?recipients-file=team.txt"]'),
  },
  E1135: {
    text: 'The store that was named has no list of people for whom its file is encrypted. A file of age has one if its address names a `recipients-file`; a document of SOPS, if `.sops.yaml` has a rule for it or the address names `age_recipients`.',
    wrong: shell('tool rekey age:secrets.age'),
    right: shell("tool rekey 'age:secrets.age?recipients-file=team.txt'"),
  },
  E1136: {
    text: 'The file or folder of the store to import from does not exist; the path may be mistyped. Relative paths of stores start at the folder of the manifest, not at the working folder. A store that exists but has none of the values is not an error: the command lists each secret as not found.',
    wrong: shell('tool import dotenv://.env.odl'),
    right: shell('tool import dotenv://.env.old'),
  },
  E1137: {
    text: 'Every request to a store is compared with the plan before it is sent: the store, the entry, whether it is read, written or removed, and what for. A request that the plan does not allow is a bug in tool. It is not sent, the command fails, and the audit log has a record of it. `tool plan contacts` lists all that a plan allows.',
    wrong: shell('tool run -- npm start'),
    right: shell('tool plan contacts'),
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
    text: 'A value was written to or removed from its store, but its old copy could not be removed from the cache. Until the copy expires, commands may still read the old value.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool cache clear API_KEY'),
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
  W1107: {
    text: 'The list of recipients has an SSH key that age cannot encrypt for: it is not an Ed25519 or RSA key, or an RSA key of less than 2048 bits. The program `age` skips such a key with a warning, so that lists from elsewhere can be used as they are, and so does `tool`. Whoever has this key cannot decrypt the file with it.',
    wrong: shell('echo ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTY… >> team.txt', 'tool set API_KEY'),
    right: shell('cat ~/.ssh/id_ed25519.pub >> team.txt', 'tool set API_KEY'),
  },
  W1108: {
    text: 'A value is written to the first store of the chain that can be written. A store before it, such as the environment, also has a value, and that one is used for as long as it is there.',
    wrong: shell('API_KEY=old tool set API_KEY'),
    right: shell('unset API_KEY', 'tool set API_KEY'),
  },
  W1109: {
    text: 'A write encrypts the whole file for the recipients that its list has now. They were others when the file was written before: who was added can decrypt all its values from now on, and who was removed cannot decrypt the new file. Earlier versions of the file, in a backup or in version control, stay readable for them.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool rekey --dry-run', 'tool rekey', 'tool set API_KEY'),
  },
  W1110: {
    text: 'The list of recipients was changed, and the file was not encrypted again since. Who was added cannot decrypt it yet; who was removed still can. A file of age does not show for whom it is encrypted, except to those who can decrypt it, and only if this tool wrote it; else the number and the kinds of its recipients are compared, and the keys of SSH.',
    wrong: shell("echo 'age1zwlyl6h27gzv0lfntr7fcqrjrzqazap8sy5zylkxwneh7llf0dksu37mwt' >> team.txt", 'tool check'),
    right: shell('tool rekey', 'tool check'),
  },
  W1111: {
    text: 'A cache keeps a copy of each value that it has read. The copies of this one are plain text in the checkout, in a place that git does not ignore: the next commit of everything would publish them. A keyring, `pass` or a file of age protect their copies; a place that git ignores is enough if others cannot read the disk.',
    wrong: manifest(
      '[providers]',
      'central = { uri = "vault://vault.example.com/secret", cache = { provider = "file:./copies", max_age = "8h" } }',
      ...USED,
    ),
    right: manifest(
      '[providers]',
      'central = { uri = "vault://vault.example.com/secret", cache = { provider = "keyring", max_age = "8h" } }',
      ...USED,
    ),
  },
  W1112: {
    text: 'A `.env` file of the chain has keys that no profile declares, so that no command receives their values: a new key that was not added to the manifest, or a misspelled one. `check` names them with their lines, and `run` does so once on a terminal. Values are neither read nor shown.',
    wrong: shell("echo 'NEW_FLAG=1' >> .env", 'tool check'),
    right: shell('tool add --from .env NEW_FLAG', 'tool check'),
  },
};
