/** A profile redeclares a secret of `default` to change something about it (spec 2.4). */
import { inheritance } from '#schemas/diagnostics/E03-inheritance.js';
import { placeOf, type WrittenSecret } from '../tree/written.js';
import { isSameSetting } from './same-setting.js';
import type { Warning } from './warning.js';

export const overrideChangesProfile: Warning = ({ project }, report) => {
  for (const { declarations } of project.secrets) {
    const [own, inherited] = declarations;
    if (inherited === undefined || isLocal(inherited) || changes(own, inherited)) continue;
    const labels = [{ at: placeOf(inherited), text: 'declared here' }];
    const { name: secret, profile } = own;
    report(inheritance.W0301({ secret, profile, repeats: 'profile' }, { at: placeOf(own), labels }));
  }
};

/** A local secret reaches no other profile unless that profile declares it: then the declaration has an effect. */
function isLocal({ fields }: WrittenSecret): boolean {
  return fields.inherit === false;
}

/** `inherit` has no effect outside `default`. */
function changes(own: WrittenSecret, inherited: WrittenSecret): boolean {
  const { inherit: _without, ...settings } = own.fields;
  return Object.entries(settings).some(
    ([field, value]) => value !== undefined && !isSameSetting(value, inherited.fields[field as keyof typeof settings]),
  );
}
