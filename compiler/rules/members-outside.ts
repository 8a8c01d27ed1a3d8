/** Members of a group in other profiles, or in a declaration of a parent manifest: what took them out of it in this one. */
import type { Label } from '#schemas/diagnostics/diagnostic.js';
import { fieldPlace, type Project, type Secret, secretPlace } from '../tree/effective.js';
import { placeOf, type WrittenSecret } from '../tree/written.js';

/** A finding would not be clearer with more. */
const MOST_LABELS = 3;

type Members = ReadonlyMap<string, Secret>;
type OfProfile = ReadonlyMap<string, Secret> | undefined;

/** Looks at the project once for all findings, and only if there is one. */
export function membersOutside(
  project: Project,
): (group: string, only: Secret, secrets: OfProfile, profile: string) => readonly Label[] {
  let groups: ReadonlyMap<string, Members> | null = null;
  return (group, only, secrets, profile) => {
    groups ??= groupsOf(project);
    const members = [...(groups.get(group)?.values() ?? [])].filter(({ name }) => name !== only.name);
    return members.slice(0, MOST_LABELS).map((member) => labelOf(member, group, secrets?.get(member.name), profile));
  };
}

function groupsOf(project: Project): ReadonlyMap<string, Members> {
  const groups = new Map<string, Map<string, Secret>>();
  for (const secret of project.secrets) {
    for (const group of secret.declarations.flatMap((declaration) => groupsNamedBy(declaration))) {
      const members = groups.get(group) ?? new Map<string, Secret>();
      groups.set(group, members);
      if (!members.has(secret.name)) members.set(secret.name, secret);
    }
  }
  return groups;
}

function groupsNamedBy({ fields: { required }, replaced }: WrittenSecret): readonly string[] {
  const own = typeof required === 'object' ? [required.at_least_one ?? [], required.exactly_one ?? []].flat() : [];
  return replaced === undefined ? own : [...own, ...groupsNamedBy(replaced)];
}

function labelOf(member: Secret, group: string, here: Secret | undefined, profile: string): Label {
  const { name } = member;
  const text = `\`${name}\` is not a member in profile \`${profile}\``;
  if (here === undefined) return { at: fieldPlace(member, 'required'), text };
  const { replaced } = here.declarations[0];
  return replaced !== undefined && groupsNamedBy(replaced).includes(group)
    ? { at: placeOf(replaced, 'required', 'key'), text: `\`${name}\` is a member in the replaced declaration` }
    : { at: here.presenceAt ?? secretPlace(here), text };
}
