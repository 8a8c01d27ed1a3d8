/** What `tool init` prints: what was created, and what to do next (semantics 6.9). */
import type { CreatedManifest } from '../../session/operations/init.js';
import { joinedNames } from './joined-names.js';
import { shellQuoted } from './shell-word.js';
import { printedLines } from './terminal-text.js';

export function createdManifest(created: CreatedManifest): string {
  const { name, declared } = created;
  const first = `✓ Created ${name} with ${declared} ${declared === 1 ? 'secret' : 'secrets'}`;
  const lines = [first, '', ...stepsAfter(created), ...profilesOf(created)];
  return printedLines(lines);
}

function stepsAfter(created: CreatedManifest): readonly string[] {
  if (created.declared === 0) return withoutNames(created);
  if (created.example !== null) return withNamesOfAnExample(created, created.example);
  return created.isReadable ? withNames(created) : withoutValues(created);
}

function withoutNames({ name, from, profile }: CreatedManifest): readonly string[] {
  return [
    `${from} lists no names that can be declared, so ${name} declares an example. Declare a secret:`,
    `  tool add NAME${option(profile)}`,
  ];
}

function withNames({ name, from, profile }: CreatedManifest): readonly string[] {
  return [
    'Next steps:',
    `  1. Describe the secrets in ${name}, and check it in: it contains no values.`,
    '  2. See whether every secret has a value:',
    `       tool check${option(profile)}`,
    '  3. Start a program with them:',
    `       tool run${option(profile)} -- COMMAND`,
    '',
    `To move the values to another store, put that store first in \`providers\` of ${name}, then:`,
    `  ${variable(profile)}tool import ${shellQuoted(from)}`,
  ];
}

/** The example has no values to be moved. */
function withNamesOfAnExample({ name, store, profile }: CreatedManifest, example: string): readonly string[] {
  return [
    `The names are those of ${example}; the values are read from and stored in ${store}.`,
    '',
    'Next steps:',
    `  1. Describe the secrets in ${name}, and check it in: it contains no values.`,
    '  2. Enter the values that are missing:',
    `       tool check${option(profile)}`,
    '  3. Start a program with them:',
    `       tool run${option(profile)} -- COMMAND`,
  ];
}

function profilesOf({ name, profileFiles, hasProfiles }: CreatedManifest): readonly string[] {
  if (profileFiles.length === 0) return [];
  if (hasProfiles) return ['', `Declared as profiles, too: ${profileFiles.map(({ profile }) => profile).join(', ')}`];
  const files = profileFiles.map(({ file }) => file);
  const tables = profileFiles.flatMap(({ profile, store }) => [
    '',
    `  [profiles.${profile}.defaults]`,
    `  providers = ["${store}"]`,
    '',
    `  [profiles.${profile}]`,
  ]);
  const [{ profile, file } = { profile: '', file: '' }] = profileFiles;
  return [
    '',
    `Next to .env ${files.length === 1 ? 'is' : 'are'} ${joinedNames(files)}. To use ${files.length === 1 ? 'it as a profile' : 'them as profiles'}, add to ${name}:`,
    ...tables,
    '',
    'Then declare the names that .env does not have, as in:',
    `  tool add --from ${shellQuoted(file)} --profile ${shellQuoted(profile)}`,
  ];
}

/** What would read the values is not suggested. */
function withoutValues({ name, from, profile }: CreatedManifest): readonly string[] {
  return [
    'Next steps:',
    `  1. Describe the secrets in ${name}, and check it in: it contains no values.`,
    '  2. Replace a value:',
    `       tool set NAME${option(profile)}`,
    '',
    `${from} takes values and never shows them. To start programs here, put a store that has the values first in`,
    `\`providers\` of ${name}.`,
  ];
}

function option(profile: string): string {
  return profile === 'default' ? '' : ` --profile ${shellQuoted(profile)}`;
}

/** `import` has no option for the profile (semantics 2.1). */
function variable(profile: string): string {
  return profile === 'default' ? '' : `TOOL_PROFILE=${shellQuoted(profile)} `;
}
