/** Stores contact nothing but what their descriptors say. */
import { expect, test } from '@jest/globals';
import { descriptorOf } from '#schemas/providers/index.js';
import { contactsOf, type StoreContact } from '#schemas/stores/contacts.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { tracedPorts } from '../helpers/traced-ports.js';
import { CALL } from '../runtime/providers/open-store.js';
import { eachStore, write } from './each-store.js';

eachStore((subject) => {
  test('contacts nothing but what its descriptor says', async () => {
    const world = await subject.fresh();
    const uri = parseStoreUri(world.spec(world.at));
    const contacts = uri.kind === 'uri' ? (contactsOf(uri) ?? []) : [];
    const { ports, hosts, programs } = tracedPorts(world.ports);
    const store = await world.another(ports);
    await store.read([world.held], CALL);
    await write(store, { NEW: 'new' });
    const said = contacts.map(nameOf);
    for (const host of said.includes('host') ? [] : hosts) expect(said).toContain(host);
    for (const program of programs) {
      const name = program.slice(program.lastIndexOf('/') + 1);
      const isSaid = said.includes('program') || said.some((known) => known !== '' && name.includes(known));
      expect([name, isSaid]).toEqual([name, true]);
    }
    if (descriptorOf(subject.scheme)?.cost.unit === 'none') expect([hosts.size, programs.size]).toEqual([0, 0]);
  });
});

/** What the machine decides has the name of its kind. */
function nameOf(contact: StoreContact): string {
  switch (contact.kind) {
    case 'host':
      return contact.name;
    case 'program':
      return contact.program;
    case 'file':
      return contact.path;
    case 'machine':
      return contact.what;
  }
}
