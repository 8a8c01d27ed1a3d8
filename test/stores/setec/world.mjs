/** What the cases share: stores as a program opens them, ways to the server from other addresses, the tool in folders of its own. */

import { slowWay } from '../shared/loopback.mjs';
import { openStore } from '../shared/store.mjs';
import { toolIn } from '../shared/tool.mjs';

export function makeWorld({ host, ask }, folder, command) {
  let places = 0;
  const fresh = (name) => `${name}-${places++}`;
  const specOf = (where, more = '') => `setec://${where}?tls=false${more}`;
  return {
    ask,
    fresh,
    spec: (more) => specOf(host, more),
    specOf,
    /** Stores and activates a value, as another client does. */
    put: async (name, content) => {
      const { body } = await ask('put', { Name: name, Value: Buffer.from(content).toString('base64') });
      await ask('activate', { Name: name, Version: body });
      return body;
    },
    /** A store of the project `shop`. */
    open: (spec = specOf(host)) => openStore(spec),
    tool: toolIn(folder, command),
    /** A way to the server that comes from this address and holds its answers until nothing arrives for so long. */
    way: (from, ms = 0) => slowWay(`http://${host}`, ms, { onward: { localAddress: from } }),
    /** A way to the server on which the first answer to `action` is lost. */
    lossyWay: (action) => {
      let isLost = false;
      const before = async ({ url, socket }) => {
        if (isLost || url !== `/api/${action}`) return;
        isLost = true;
        socket.destroy();
      };
      return slowWay(`http://${host}`, 0, { before });
    },
  };
}
