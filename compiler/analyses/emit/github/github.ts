/** GitHub Actions: a workflow that others call, with a job for each service, whose environment is made of secrets of the repository. */
import { commandLine, defaultRemark, mayHaveGap, variables } from '../parts/ci.js';
import { type Made, orderedInputs, shownIn, type Service } from '../parts/recipe.js';
import { spelled, type Spelling } from '../parts/spelled.js';
import { Remarked, type Yaml, yamlText } from '../parts/yaml.js';
import type { About, Drafted, Target } from '../target.js';

export const github: Target = {
  title: 'GitHub Actions',
  extent: 'services',
  hasCommand: true,
  engine: variables('github', (name) => /^github_/i.test(name)),
  document,
};

function document(services: readonly Service[], { label, command }: About): Drafted {
  const called = calledSecrets(services);
  const file: Yaml = {
    name: label,
    on: {
      workflow_call:
        called.size === 0
          ? {}
          : {
              secrets: new Map(
                [...called]
                  .sort(([left], [right]) => (left < right ? -1 : 1))
                  .map(([name, required]) => [name, { required }]),
              ),
            },
    },
    jobs: new Map(services.map((service) => [jobId(service.name), job(service, command)])),
  };
  return {
    text: yamlText(file),
    notes: command.length === 0 ? ['fill in `<COMMAND>`, or give the command after `--`'] : [],
    uncovered: services.flatMap((service) =>
      shownIn(service).flatMap((made) =>
        gaps(service, made, called).map((why) => ({ secret: made.secret, profile: service.profile, why })),
      ),
    ),
  };
}

/** GitHub wants a letter first. */
function jobId(name: string): string {
  return /^[a-z]/.test(name) ? name : `_${name}`;
}

/** Secrets that the caller passes, and whether it must: one that anything needs is not optional. */
function calledSecrets(services: readonly Service[]): ReadonlyMap<string, boolean> {
  const called = new Map<string, boolean>();
  for (const { secrets } of services)
    for (const { recipe, isRequired } of secrets.values()) {
      if (recipe?.kind !== 'entry') continue;
      const { name } = recipe.entry.entry;
      called.set(name, called.get(name) === true || (isRequired && recipe.otherwise === null));
    }
  return called;
}

function job(service: Service, command: readonly string[]): Yaml {
  const env = shownIn(service).map((made): [string, Yaml] => {
    const text = spelled(service, made, SPELLING);
    const remarks = defaultRemark(made);
    return [made.secret, remarks.length === 0 ? text : new Remarked(text, remarks)];
  });
  return {
    'runs-on': 'ubuntu-latest',
    ...(env.length > 0 && { env: new Map(env) }),
    steps: [{ run: SPELLING.text(commandLine(command)) }],
  };
}

/** In an expression, a text is in single quotes, and outside of one nothing acts but its opening. */
const SPELLING: Spelling = {
  text: (text) => text.replaceAll('${{', "${{ '${{' }}"),
  entry: ({ entry, otherwise }) => {
    const value = `secrets.${entry.entry.name}`;
    return otherwise === null ? `\${{ ${value} }}` : `\${{ ${value} || '${otherwise.replaceAll("'", "''")}' }}`;
  },
};

/** GitHub tells a secret that is missing from one that is empty as little as a file from its content. */
function gaps(service: Service, made: Made, called: ReadonlyMap<string, boolean>): readonly string[] {
  const { isFile, isRequired, recipe } = made;
  return [
    ...spelledAlike(service, made, called).map(
      (names) => `is read from ${names}, and GitHub Actions has one secret for names that differ only in case`,
    ),
    ...(mayHaveGap(service, made)
      ? ['is made of what may be missing, and GitHub Actions then leaves a gap in it']
      : []),
    ...(isFile ? ['is a file, and GitHub Actions has it in the variable'] : []),
    ...(!isRequired && recipe?.kind === 'entry' && recipe.otherwise === null
      ? ['is empty where it is missing, for GitHub Actions does not leave out a variable']
      : []),
  ];
}

/** The secrets of GitHub that the value is made of, each with others that GitHub takes for the same. */
function spelledAlike(service: Service, made: Made, called: ReadonlyMap<string, boolean>): readonly string[] {
  return orderedInputs(service, made).flatMap(({ recipe }) => {
    if (recipe?.kind !== 'entry') return [];
    const { name } = recipe.entry.entry;
    const others = [...called.keys()].filter((other) => other !== name && other.toUpperCase() === name.toUpperCase());
    return others.length === 0
      ? []
      : [
          `\`${name}\`, not ${others
            .sort()
            .map((other) => `\`${other}\``)
            .join(' or ')}`,
        ];
  });
}
