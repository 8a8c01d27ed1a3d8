/** Ports that keep what a store asks through them: of servers, programs and files. */
import type { Files } from '#runtime/files/files.js';
import type { ProviderPorts } from '#runtime/providers/provider.js';

export interface Traced {
  readonly ports: ProviderPorts;
  /** Requests, words and input of programs, and paths, as texts with percent escapes resolved. */
  readonly asked: string[];
  /** Servers that got a request, with their ports. */
  readonly hosts: Set<string>;
  /** Programs that were looked for. */
  readonly programs: Set<string>;
}

export function tracedPorts(ports: ProviderPorts): Traced {
  const asked: string[] = [];
  const hosts = new Set<string>();
  const programs = new Set<string>();
  const keep = (...texts: readonly string[]) => void asked.push(...texts.map(unescaped));
  const traced: ProviderPorts = {
    ...ports,
    files: tracedFiles(ports.files, keep),
    programs: {
      find: (name, environment) => {
        programs.add(name);
        return ports.programs.find(name, environment);
      },
      run: (run) => {
        keep(run.words.join('\n'), Buffer.from(run.input ?? '').toString());
        return ports.programs.run(run);
      },
    },
    http: async (server) => {
      const client = await ports.http(server);
      return {
        atOnce: client.atOnce,
        close: () => client.close(),
        request: (request, signal) => {
          hosts.add(new URL(server.origin).host);
          keep(request.path, Buffer.from(request.body ?? '').toString());
          return client.request(request, signal);
        },
      };
    },
  };
  return { ports: traced, asked, hosts, programs };
}

function tracedFiles(files: Files, keep: (...texts: readonly string[]) => void): Files {
  return {
    ...files,
    read: (path) => {
      keep(path);
      return files.read(path);
    },
    beneath: async (root) => {
      const inRoot = await files.beneath(root);
      const at = (segments: readonly string[]) => keep(segments.join('/'));
      return {
        ...inRoot,
        read: (segments) => {
          at(segments);
          return inRoot.read(segments);
        },
        replace: (segments, bytes) => {
          at(segments);
          return inRoot.replace(segments, bytes);
        },
      };
    },
  };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
