/** All that a plan makes a machine do, in any profile, read off the plan alone: what differences show, and a part of what is trusted. */
import { byName, own } from '../named.js';
import type { Plan, StoredSource } from '../plan.js';
import { commandsOf } from '../secret-types/index.js';
import { projectStores } from '../stores/store-table.js';
import { ChainPowers } from './chain-powers.js';
import { chainsOf, makesValues } from './chains-of.js';
import { GrantedPowers, type Use } from './granted-powers.js';
import { changesPrograms, changesProgramsByText } from './loading-variables.js';
import type { GrantedPower } from './power.js';
import { isTextOfManifest, variablePower } from './variable-power.js';

/** Sorted. Secrets by name, profiles in the order of the plan. */
export function powersOf(plan: Plan): readonly GrantedPower[] {
  const held = new GrantedPowers();
  const stores = new ChainPowers(projectStores(plan.stores));
  for (const secret of Object.keys(plan.secrets).sort(byName)) {
    for (const meaning of own(plan.secrets, secret) ?? []) {
      for (const [chain, profiles] of chainsOf(plan, meaning)) {
        const use: Use = { secret, profiles };
        if (changesPrograms(secret) || changesProgramsByText(secret))
          for (const profile of profiles) {
            const power = variablePower({ plan, profile }, secret, meaning);
            if (changesPrograms(secret) || isTextOfManifest(power)) held.add(power, { secret, profiles: [profile] });
          }
        if (meaning.source.kind !== 'stored') continue;
        held.addAll(stores.ofChain(chain, makesValues(meaning.source)), use);
        for (const command of commandsIn(meaning.source)) held.add({ kind: 'command', command, secrets: [] }, use);
      }
    }
  }
  return held.all();
}

function commandsIn({ whenMissing }: StoredSource): readonly string[] {
  return whenMissing.kind === 'generate' ? commandsOf(whenMissing.type, whenMissing.options) : [];
}
