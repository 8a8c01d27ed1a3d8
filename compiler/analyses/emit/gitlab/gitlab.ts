/** GitLab CI: a job for each service. Variables of the project are there already: the job checks them, and adds what is made of them. */
import { commandLine, defaultRemark, mayHaveGap, variables } from '../parts/ci.js';
import { type Made, orderedInputs, shownIn, type Service } from '../parts/recipe.js';
import { spelled, type Spelling } from '../parts/spelled.js';
import { Remarked, type Yaml, yamlText } from '../parts/yaml.js';
import type { About, Drafted, Target } from '../target.js';

export const gitlab: Target = {
  title: 'GitLab CI',
  extent: 'services',
  hasCommand: true,
  engine: variables('gitlab', (name) => /^(?:CI|GITLAB)_/.test(name)),
  nameProblem: (name) => (RESERVED.has(name) ? 'is a keyword of GitLab CI' : null),
  document,
};

const RESERVED = new Set(
  'after-script artifacts before-script cache default false image include inputs nil pages retry services spec stages true types variables workflow'.split(
    ' ',
  ),
);

function document(services: readonly Service[], { command }: About): Drafted {
  const read = new Set(
    services.flatMap(({ secrets }) => [...secrets.values()].flatMap((made) => variableOf(made) ?? [])),
  );
  const file = new Map(services.map((service) => [service.name, job(service, command)]));
  return {
    text: yamlText(file),
    notes: command.length === 0 ? ['fill in `<COMMAND>`, or give the command after `--`'] : [],
    uncovered: services.flatMap((service) => [
      ...shownIn(service).flatMap((made) =>
        made.isFile ? [{ secret: made.secret, profile: service.profile, why: FILE }] : [],
      ),
      ...shownIn(service).flatMap((made) =>
        read.has(made.secret) && variableOf(made) !== made.secret
          ? [{ secret: made.secret, profile: service.profile, why: OVERRIDDEN }]
          : [],
      ),
      ...shownIn(service).flatMap((made) =>
        mayHaveGap(service, made) ? [{ secret: made.secret, profile: service.profile, why: GAP }] : [],
      ),
      ...shownIn(service).flatMap((made) =>
        losesDefault(service, made) ? [{ secret: made.secret, profile: service.profile, why: DEFAULT }] : [],
      ),
      ...[...service.secrets.values()].flatMap(({ secret, isShown, recipe }) =>
        isShown || recipe?.kind !== 'entry' ? [] : [{ secret, profile: service.profile, why: HIDDEN }],
      ),
    ]),
  };
}

const FILE = 'is a file, which GitLab CI has only for variables of the type `file`';
const DEFAULT =
  'has a default, or is made of what has one, which GitLab CI uses only for a variable that jobs see under its own name';
const OVERRIDDEN = 'has the name of a variable of the project, which GitLab CI passes in its place';
const GAP = 'is made of what may be missing, and GitLab CI then leaves a gap in it';
const HIDDEN = 'is hidden by the scope, and GitLab CI passes every variable of the project to every job';

/** The variable of the project that has the value. */
function variableOf({ recipe }: Made): string | null {
  return recipe?.kind === 'entry' ? recipe.entry.entry.name : null;
}

function job(service: Service, command: readonly string[]): Yaml {
  const shown = shownIn(service);
  const made = shown.filter(isMade);
  const needed = [...service.secrets.values()].flatMap(({ recipe, isRequired }) =>
    recipe?.kind === 'entry' && isRequired && recipe.otherwise === null ? [recipe.entry.entry.name] : [],
  );
  const optional = shown.filter((each) => !isMade(each) && !each.isRequired).map(({ secret }) => secret);
  const script = commandLine(command);
  const job: Yaml = {
    ...(made.length > 0 && { variables: new Map(made.map((each) => [each.secret, variable(service, each)])) }),
    ...(needed.length > 0 && {
      before_script: [...new Set(needed)].sort().map((name) => `: "\${${name}:?is missing}"`),
    }),
    script: [script],
  };
  return optional.length === 0 ? job : new Remarked(job, [`if there are such variables: ${optional.join(', ')}`]);
}

/** A variable of the project that has the name of the secret is not set again: that would refer to itself. */
function isMade({ secret, recipe }: Made): boolean {
  return !(recipe?.kind === 'entry' && recipe.otherwise === null && recipe.entry.entry.name === secret);
}

/** In the text of another variable, one that is missing is empty. */
function losesDefault(service: Service, made: Made): boolean {
  return orderedInputs(service, made).some(
    ({ recipe, secret, isShown }) =>
      recipe?.kind === 'entry' && recipe.otherwise !== null && !(isShown && recipe.entry.entry.name === secret),
  );
}

function variable(service: Service, made: Made): Yaml {
  const { recipe, secret } = made;
  const isOwnDefault = recipe?.kind === 'entry' && recipe.entry.entry.name === secret;
  // Variables of the project win over those of a job.
  const text = isOwnDefault ? SPELLING.text(recipe.otherwise ?? '') : spelled(service, made, SPELLING);
  const remarks = defaultRemark(made);
  return remarks.length === 0 ? text : new Remarked(text, remarks);
}

/** Variables are replaced in the texts of others; `$$` is a dollar sign. */
const SPELLING: Spelling = {
  text: (text) => text.replaceAll('$', '$$$$'),
  entry: ({ entry }) => `\${${entry.entry.name}}`,
};
