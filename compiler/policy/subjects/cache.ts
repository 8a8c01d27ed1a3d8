/** Rules about copies: none, or none older than an age. The key in force is that of the alias that keeps them. */
import { cachedBehind } from '#schemas/stores/stores-behind.js';
import { below } from '../../warnings/chains.js';
import type { JudgeSubject } from './subject.js';
import { usedChains } from './used-chains.js';

export const judgeCache: JudgeSubject<'cache'> = ({ maxAge }, groups, { project }, breaches) => {
  for (const { route, users } of usedChains(groups, project)) {
    const cached = route === null ? null : cachedBehind(route[0], project.table);
    const alias = cached === null ? undefined : project.stores.get(cached.alias);
    if (cached === null || alias === undefined) continue;
    const { maxAgeSeconds } = cached.store.cache;
    if (maxAge !== null && maxAgeSeconds <= maxAge.seconds) continue;
    const path = maxAge === null ? ['cache'] : ['cache', 'max_age'];
    const problem =
      maxAge === null
        ? `alias \`${cached.alias}\` keeps copies`
        : `alias \`${cached.alias}\` keeps copies for longer than \`${maxAge.written}\``;
    for (const { profiles, secrets } of users)
      breaches.add({ at: { ...below(alias.at, path), part: 'key' }, problem }, profiles, secrets);
  }
};
