/** Every store in the manifest is valid: address, coordinates, credentials, caches (spec 2.9, 2.14). */
import type { Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { storeDiagnostic } from '#schemas/diagnostics/E06-stores.js';
import type { Chain, Coordinates, Naming } from '#schemas/plan.js';
import { coordinatesOf } from '#schemas/addresses/address.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { aliasFaults } from '#schemas/stores/judge-alias.js';
import { aloneFaults } from '#schemas/stores/judge-cache.js';
import { nameFault, writtenFaults } from '#schemas/stores/judge-spec.js';
import type { PathNames } from '#schemas/stores/path-placeholders.js';
import type { StoreTable } from '#schemas/stores/store-table.js';
import { type BoundProject, fieldPlace, type Secret } from '../tree/effective.js';
import { type NamesOfUsers, namesOfUsers, usersOfAliases } from './alias-users.js';
import { entryOf, judgeCoordinates } from './coordinates-fit-stores.js';
import type { Rule } from './rule.js';

export const storesAreSound: Rule = ({ project }, report) => {
  const stores = project.table;
  const namesIn = namesOfUsers(project);
  judgeAliases(project, stores, report);
  for (const { name, chain } of project.profiles) {
    const route = project.chains.get(name);
    if (chain === null || !route) continue;
    judgeChain(route, namesIn([name]), (index) => entryOf(chain.at, index), stores, report);
  }
  for (const secret of project.secrets) judgeSecret(secret, namesIn, project, stores, report);
};

function judgeAliases(project: BoundProject, stores: StoreTable, report: Report): void {
  const users = usersOfAliases(project);
  for (const [name, { store, at }] of project.stores) {
    judgeName(name, at, report);
    if (store.kind === 'leaf' && store.template !== undefined)
      judgeTexts(store.template, { ...at, path: [...at.path, 'ref'] }, report);
    for (const { fault, path } of aliasFaults(name, store, stores, users(name))) {
      tell(fault, { ...at, path: [...at.path, ...path], part: 'value' }, report);
    }
  }
}

/** Names are kept in the plan and shown wherever something refers to them. */
function judgeName(name: string, at: Place, report: Report): void {
  const fault = nameFault(name);
  if (fault !== null) tell(fault, { ...at, part: 'key' }, report);
}

/** An item may have any name except an address that contains a credential. */
function judgeTexts(coordinates: Coordinates, at: Place, report: Report): void {
  for (const [name, text] of coordinatesOf(coordinates)) {
    const fault = text.includes('://') ? nameFault(text) : null;
    if (fault !== null) tell(fault, { ...at, path: [...at.path, name], part: 'value' }, report);
  }
}

function judgeSecret(
  secret: Secret,
  namesIn: NamesOfUsers,
  project: BoundProject,
  stores: StoreTable,
  report: Report,
): void {
  const bound = project.bound.get(secret);
  if (bound === undefined || secret.source.kind !== 'stored') return;
  const { route, naming } = bound;
  if (route !== 'profile') {
    const at = fieldPlace(secret, 'providers', 'value');
    judgeChain(route, namesIn(secret.profiles), (index) => entryOf(at, index), stores, report);
  }
  if (naming.kind === 'convention') return;
  judgeNaming(naming, fieldPlace(secret, naming.kind, 'value'), report);
  judgeCoordinates(secret, { route, naming }, project, report);
}

function judgeNaming(naming: Exclude<Naming, { kind: 'convention' }>, at: Place, report: Report): void {
  if (naming.kind === 'ref') {
    judgeTexts(naming.at, at, report);
    return;
  }
  for (const [name, coordinates] of Object.entries(naming.by)) {
    const ofName = { ...at, path: [...at.path, name] };
    judgeName(name, ofName, report);
    judgeTexts(coordinates, ofName, report);
  }
}

function judgeChain(
  route: Chain,
  users: readonly PathNames[],
  placeOf: (index: number) => Place,
  stores: StoreTable,
  report: Report,
): void {
  route.forEach((ref, index) => {
    for (const fault of writtenFaults(ref, users)) tell(fault, placeOf(index), report);
  });
  for (const fault of aloneFaults(route, stores)) {
    const index = route.findIndex((ref) => ref.kind === 'alias' && 'name' in fault && ref.name === fault.name);
    tell(fault, placeOf(Math.max(index, 0)), report);
  }
}

function tell(fault: StoreFault, at: Place, report: Report): void {
  report(storeDiagnostic(fault)({ fault }, { at }));
}
