/** Explanations of stores that failed, refused, or cannot do what is asked of them. */
import { type Explanations, manifest, shell } from './explanation.js';

export const storesIo: Explanations = {
  E1101: {
    text: 'The store was asked and failed in a way that has no code of its own; what it said is quoted below the message. An error is never taken for a missing value: if no later store of the chain has the value, the command stops, and neither a default nor a generator hides the outage.',
    wrong: shell('tool get API_KEY --provider dotenv://.'),
    right: shell('tool get API_KEY --provider dotenv://.env'),
  },
  E1102: {
    text: 'The store is there and knows who is asking, but does not let them: the permissions of a file, the policy of a server, a keyring that was refused. Ask whoever runs the store, or sign in as somebody else.',
    wrong: shell('chmod 000 .env', 'tool get API_KEY'),
    right: shell('chmod 600 .env', 'tool get API_KEY'),
  },
  E1103: {
    text: 'The store is locked, and unlocking it needs a person. Unlock it with its own program, or start the command where you can be asked.',
    wrong: shell('tool get API_KEY --provider keyring'),
    right: shell('secret-tool lookup any thing', 'tool get API_KEY --provider keyring'),
  },
  E1104: {
    text: 'The store could not be reached: no connection, no such host, no keyring service on this machine. Nothing is known about the value, so it does not count as missing.',
    wrong: shell('tool get API_KEY --provider vault://vault.exmaple/secret'),
    right: shell('tool get API_KEY --provider vault://vault.example/secret'),
  },
  E1105: {
    text: 'The store was reached and gave no answer in time. Nothing is known about the value, so it does not count as missing. Reading again is safe. After a write that was not answered, look at what the store has before writing again.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool get API_KEY'),
  },
  E1106: {
    text: 'Somebody else is using the store at this moment and holds it, such as another process that writes the same file. The tool waited for a while and gave up.',
    wrong: shell('tool set A one & tool set B two'),
    right: shell('tool set A one && tool set B two'),
  },
  E1107: {
    text: 'What the store holds is not what it should: a line of a dotenv file without `=`, a quote that is never closed, an answer of a server that is no JSON. The whole store counts as unreadable, because a part that was skipped might be the value.',
    wrong: shell("echo 'API_KEY' >> .env", 'tool get API_KEY'),
    right: shell("echo 'API_KEY=value' >> .env", 'tool get API_KEY'),
  },
  E1108: {
    text: 'The store can be used, but not for this: it cannot list, delete, or hold such an entry. The message or the help says what it can.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  E1109: {
    text: 'Between reading and writing, somebody else changed the store. Nothing was overwritten. Look at what is there now, then try again.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool get API_KEY', 'tool set API_KEY'),
  },
  E1110: {
    text: 'The value is bytes that are no UTF-8 text, and this store keeps text alone. With `encoding` the bytes are spelled as text before they are stored, and decoded when they are read.',
    wrong: manifest('[profiles.default]', 'KEYSTORE = { description = "Archive", providers = ["dotenv://.env"] }'),
    right: manifest(
      '[profiles.default]',
      'KEYSTORE = { description = "Archive", providers = ["dotenv://.env"], encoding = "base64" }',
    ),
  },
  E1111: {
    text: 'The store is spoken to by way of a program of its vendor, which is not in `PATH`. The help says how to get it.',
    wrong: shell('tool get API_KEY --provider pass'),
    right: shell('apt-get install pass', 'tool get API_KEY --provider pass'),
  },
  E1112: {
    text: 'The store needs something to sign in with, and neither the `credentials` of an alias nor a variable of the environment supplies it. The help names both.',
    wrong: shell('tool get API_KEY --provider vault://vault.example/secret'),
    right: shell('VAULT_TOKEN="$(cat token)" tool get API_KEY --provider vault://vault.example/secret'),
  },
  E1113: {
    text: 'A store further down the chain cannot be used on this machine: its alias or provider does not exist here, or its address does not fit. As long as an earlier store has the value that does not matter; here none had it, so what the chain would have said is not known.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["keyring", "of-the-team"] }'),
    right: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["keyring", "env"] }'),
  },
  E1114: {
    text: 'A value is written to the first store of the chain, and that one cannot be written to: the environment, a pinned version, an entry that may only be read. The store says why. Put a store that can be written first, or name one for this call.',
    wrong: manifest('[profiles.default]', 'API_KEY = { description = "Key", providers = ["env", "keyring"] }'),
    right: shell('tool set API_KEY --provider keyring'),
  },
  E1115: {
    text: 'A composed secret is made anew from others each time and is stored nowhere, so there is nothing to write to. Write the secrets that its template refers to.',
    wrong: shell('tool set DATABASE_URL'),
    right: shell('tool set DATABASE_PASSWORD'),
  },
  E1116: {
    text: 'An extracted secret is one value inside a stored document, and the tool does not write documents. Change the document by other means, or write the secret that holds it as a whole.',
    wrong: shell('tool set DB_USER'),
    right: shell('tool set CONFIG --from-file config.json'),
  },
  E1117: {
    text: 'A derived secret is taken out of another one each time and is stored nowhere. Write the one it is taken from.',
    wrong: shell('tool set TLS_KEY'),
    right: shell('tool set TLS --from-file identity.pfx'),
  },
  E1118: {
    text: 'Nothing was given as the value. Most stores cannot tell an empty entry from none, so an empty value is not stored. To do without a value in one profile, declare the secret there with `required = false`.',
    wrong: shell("tool set API_KEY ''"),
    right: shell('tool set API_KEY'),
  },
  E1119: {
    text: 'The cache of an alias turned out to lie in the store that it caches, seen through symbolic links and spelling that the manifest does not show (what it shows is E0615). A copy would overwrite the original, so nothing was read or written.',
    wrong: shell('ln -s .env .cache', 'tool get API_KEY'),
    right: shell('rm .cache', 'tool get API_KEY'),
  },
  W1101: {
    text: 'One store of the chain failed, and another one has the value, so the command goes on. Somebody should look at the store: if the other ones lose the value, the command will stop.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool check --explain'),
  },
  W1102: {
    text: 'The cache could not be used: it failed, or it holds something in this place that the tool did not put there, or that belongs to another project. The stores behind it were asked as if there were no cache, and a foreign entry is never overwritten.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool check --explain'),
  },
  W1103: {
    text: 'The value was found and delivered, but no copy of it could be kept. The next command asks the stores again.',
    wrong: shell('tool get API_KEY'),
    right: shell('tool check --explain'),
  },
  W1104: {
    text: 'A new value was written to the store, and the copy of the old one could not be removed from the cache. Until it expires, a command may still be given the old value.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool get API_KEY --provider keyring'),
  },
  W1105: {
    text: 'A file is never changed in place, so that nobody reads half of it: a new file gets its name. Other names of the old file, made with `ln`, keep what was there before. The value was stored; only the other names do not see it.',
    wrong: shell('ln .env ../worker/.env', 'tool set API_KEY'),
    right: shell('ln -s "$PWD/.env" ../worker/.env', 'tool set API_KEY'),
  },
  W1106: {
    text: 'A new file took the place of the old one, and it must not be readable by anybody who could not read the old one. Only root and members of a group can give it a file. Access lists and extended attributes are copied with `cp`, which that of BusyBox cannot do. One of them could not be kept, and the mode alone does not show whom they keep out, so the new file is for its owner alone.',
    wrong: shell('tool set API_KEY'),
    right: shell('tool set API_KEY', 'chmod 640 .env'),
  },
};
