/** Docker Compose: an override file that passes names on. `tool run -- docker compose up` has the values. */
import { shellWord } from '#schemas/diagnostics/missing-secret.js';
import { shownIn, type Service } from '../parts/recipe.js';
import { type Yaml, yamlText } from '../parts/yaml.js';
import type { Drafted, Target } from '../target.js';

export const compose: Target = {
  title: 'Docker Compose',
  extent: 'services',
  engine: null,
  hasCommand: false,
  document,
};

function document(services: readonly Service[]): Drafted {
  const files = new Set(services.flatMap((service) => filesOf(service)));
  const file: Yaml = {
    services: new Map(services.map((service) => [service.name, serviceTable(service)])),
    ...(files.size > 0 && { secrets: new Map([...files].sort().map((secret) => [secret, source(secret)])) }),
  };
  const uncovered = services.flatMap((service) =>
    shownIn(service)
      .filter(({ isFile, isRequired }) => isFile && !isRequired)
      .map(({ secret }) => ({ secret, profile: service.profile, why: EMPTY })),
  );
  return { text: yamlText(file), notes: startedWith(services), uncovered };
}

/** Another profile would give other values. */
function startedWith([service]: readonly Service[]): readonly string[] {
  if (service === undefined) return [];
  return [`start it with \`tool run --profile ${shellWord(service.profile)} -- docker compose up\``];
}

const EMPTY = 'is a file that may be missing, which is then empty, and its variable has the path nevertheless';

/** `tool run` has the path of a file in the variable. An optional one that is missing is an empty file. */
function source(secret: string): Yaml {
  return { file: `\${${secret}:-/dev/null}` };
}

function serviceTable(service: Service): Yaml {
  const files = filesOf(service);
  const names = shownIn(service).map(({ secret, isFile }) => (isFile ? `${secret}=/run/secrets/${secret}` : secret));
  return {
    ...(names.length > 0 && { environment: names }),
    ...(files.length > 0 && { secrets: files }),
  };
}

function filesOf(service: Service): readonly string[] {
  return shownIn(service).flatMap(({ secret, isFile }) => (isFile ? [secret] : []));
}
