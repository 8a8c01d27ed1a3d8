/** `extends`, profiles, and what an effective declaration lacks. */
import { defineCodes } from './define.js';
import { listed } from './list-names.js';

export const inheritance = defineCodes({
  E0301: {
    title: 'parent manifest not found',
    kind: 'extended_config_not_found',
    message: (p: { path: string }) => `there is no manifest at \`${p.path}\``,
    help: () => 'entries of `extends` are folders or `.toml` files, relative to this manifest',
  },
  E0302: {
    title: 'file cannot be read',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be read: ${p.reason}`,
  },
  E0303: {
    title: 'circular extends',
    kind: 'io',
    message: (p: { chain: string }) => `the manifest extends itself: circular chain ${p.chain}`,
    help: () => 'remove one of the `extends` entries in the cycle',
  },
  E0304: {
    title: 'no profile',
    kind: 'invalid_spec',
    message: () => 'a manifest needs at least one profile',
    help: () => 'declare a secret under\n\n    [profiles.default]',
  },
  E0305: {
    title: 'profile without secrets',
    kind: 'invalid_spec',
    message: (p: { profile: string; standalone: boolean }) =>
      p.standalone
        ? `standalone profile \`${p.profile}\` declares no secret and inherits none`
        : `profile \`${p.profile}\` declares no secret and has none to inherit`,
    help: (p: { standalone: boolean }) =>
      p.standalone
        ? 'declare a secret in it, or drop `inherit = false`'
        : 'declare a secret in it, or remove the profile',
  },
  E0306: {
    title: 'secret without a description',
    kind: 'invalid_spec',
    message: (p: { secret: string; profile: string }) =>
      `\`${p.secret}\` has no \`description\` in profile \`${p.profile}\``,
    help: () => 'add\n\n    description = "what it is for"',
  },
  E0307: {
    title: 'parent path is not relative',
    kind: 'invalid_spec',
    message: (p: { path: string }) => `\`${p.path}\` in \`extends\` is not a relative path`,
    help: () => 'write the path relative to this manifest, so that it means the same on every machine',
  },
  E0308: {
    title: 'no manifest',
    kind: 'no_manifest',
    message: (p: { name: string; path: string | null; nearest: string | null }) =>
      p.path === null
        ? `no \`${p.name}\` in this folder or any parent folder`
        : `there is no manifest at \`${p.path}\``,
    help: (p: { nearest: string | null }) =>
      p.nearest === null
        ? 'create one with `tool init`, or pass its path with `--file`'
        : `did you mean \`${p.nearest}\`?`,
  },
  E0309: {
    title: 'no working folder',
    kind: 'io',
    message: () => 'the working folder of `tool` no longer exists',
    help: () => 'change to a folder that exists, then try again',
  },
  E0310: {
    title: 'parent is not a manifest',
    kind: 'invalid_spec',
    message: (p: { path: string }) => `\`${p.path}\` has no \`revision\` under \`[project]\``,
    help: () => 'entries of `extends` must be manifests; the content of other files outside the checkout is not shown',
  },
  E0311: {
    title: 'file cannot be changed in place',
    kind: 'toml',
    message: (p: { path: string; why: string }) => `\`${p.path}\` was not changed: ${p.why}`,
    help: () => 'make the change in an editor',
  },
  E0312: {
    title: 'no folder for the user configuration',
    kind: 'io',
    message: () => 'the home folder of this user is not known, so there is no place for the user configuration',
    help: () => 'set `HOME` or `XDG_CONFIG_HOME` to an absolute path',
  },
  E0313: {
    title: 'manifest exists',
    kind: 'io',
    message: (p: { name: string }) => `\`${p.name}\` already exists`,
    help: () => 'add secrets with `tool add NAME`; to start again, run `tool init` on a terminal, which asks first',
  },
  E0314: {
    title: 'manifest was changed meanwhile',
    kind: 'io',
    message: (p: { name: string }) => `\`${p.name}\` was changed while it was being replaced, and is kept`,
    help: () => 'look at the change, then try again',
  },
  E0315: {
    title: 'reserved secret name',
    kind: 'invalid_spec',
    message: (p: { name: string }) =>
      `no secret can be named \`${p.name}\`: in a profile, that is the table of its defaults`,
    help: () => 'choose another name',
  },
  E0316: {
    title: 'secret exists',
    kind: 'invalid_spec',
    message: (p: { secret: string; profile: string }) =>
      `profile \`${p.profile}\` already has a secret \`${p.secret}\``,
    help: () => 'to change the declaration, edit the manifest; a profile can override single keys of what it inherits',
  },
  E0317: {
    title: 'name is not in the store',
    kind: 'secret_not_found',
    message: (p: { name: string; store: string; nearest: string | null }) => `\`${p.store}\` lists no \`${p.name}\``,
    help: (p: { name: string; store: string; nearest: string | null }) =>
      p.nearest === null ? 'leave out `--from` to declare it without a value' : `did you mean \`${p.nearest}\`?`,
  },
  W0301: {
    title: 'override that changes nothing',
    kind: 'invalid_spec',
    message: (p: { secret: string; profile: string; repeats: 'profile' | 'manifest' }) =>
      `profile \`${p.profile}\` declares \`${p.secret}\` exactly as ${p.repeats === 'profile' ? '`default`' : 'a parent manifest'} does`,
    help: () => 'remove the declaration; the secret is inherited',
  },
  W0302: {
    title: 'names that cannot be declared',
    kind: 'invalid_spec',
    message: (p: { names: readonly string[]; manifest: string }) =>
      `${listed(p.names)} ${p.names.length === 1 ? 'is' : 'are'} not declared: not a valid secret name, or a repeated one`,
    help: (p: { manifest: string }) => `a comment in \`${p.manifest}\` shows how to declare each under another name`,
  },
  W0303: {
    title: 'values that git would commit',
    kind: 'io',
    message: (p: { path: string; isTracked: boolean }) =>
      p.isTracked
        ? `\`${p.path}\` holds values, and git tracks it`
        : `\`${p.path}\` holds values, and git does not ignore it`,
    help: (p: { path: string; isTracked: boolean }) =>
      p.isTracked
        ? `add it to \`.gitignore\`, remove it from git with \`git rm --cached\`, and replace the values that were committed`
        : 'add it to `.gitignore`',
  },
  W0304: {
    title: 'value that other tools expand',
    kind: 'invalid_spec',
    message: (p: { secret: string; place: string; template: string | null }) =>
      p.template === null
        ? `\`${p.place}\`: the value of \`${p.secret}\` contains backticks, which other tools take for quotes or for a command; here it is read as it is`
        : `\`${p.place}\`: the value of \`${p.secret}\` contains \`\${…}\`, which other tools expand; here it is read as it is`,
    help: (p) =>
      p.template === null
        ? `if a program relied on that, store the value that it got with \`tool set ${p.secret}\``
        : `to have it made of other secrets, declare it with the text for each \`…\`:\n\n    ${p.secret} = { description = "…", composed = ${JSON.stringify(p.template)} }`,
  },
  W0305: {
    title: 'values that other tools read differently',
    kind: 'invalid_spec',
    message: (p: { different: readonly { secret: string; place: string }[] }) =>
      `the dotenv library of npm reads other values in ${listed(p.different.map(({ secret, place }) => `${place} (${secret})`))}`,
    help: (p) =>
      `compare what the program got with\n\n    tool get ${p.different[0]?.secret ?? 'NAME'}\n\nand put the right value in single quotes in the file`,
  },
});
