/** What a Deployment needs for it: the variables, and a volume for the secrets that are files. */
import { shownIn, type Service } from '../parts/recipe.js';
import type { Yaml } from '../parts/yaml.js';

/** The container has the name of the Deployment. Paths replace the contents, which `envFrom` passes, too. */
export function deploymentPatch(service: Service): Yaml {
  const { name, fullName } = service;
  const files = shownIn(service).filter(({ isFile }) => isFile);
  const mountPath = `/run/secrets/${fullName}`;
  const container: Yaml = {
    name,
    envFrom: [{ secretRef: { name: fullName } }],
    ...(files.length > 0 && {
      env: files.map(({ secret }) => ({ name: secret, value: `${mountPath}/${secret}` })),
      volumeMounts: [{ name: fullName, mountPath, readOnly: true }],
    }),
  };
  const items = files.map(({ secret, isRequired }) => ({ secret, isRequired }));
  const volume: Yaml = {
    name: fullName,
    secret: {
      secretName: fullName,
      items: items.map(({ secret }) => ({ key: secret, path: secret })),
      ...(items.some(({ isRequired }) => !isRequired) && { optional: true }),
    },
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      template: { spec: { containers: [container], ...(files.length > 0 && { volumes: [volume] }) } },
    },
  };
}
