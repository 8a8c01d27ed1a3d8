/** Ports that say what goes through them: before a credential is asked for, a file is used, a program runs or a request is sent. */
import type { Files, FilesBeneath } from '#runtime/files/files.js';
import type { ProviderPorts } from '#runtime/providers/provider.js';

export type Step = 'credential' | 'file' | 'program' | 'request';

export function steppedPorts(ports: ProviderPorts, onStep: (step: Step) => void): ProviderPorts {
  return {
    ...ports,
    credential: (...given) => {
      onStep('credential');
      return ports.credential(...given);
    },
    files: steppedFiles(ports.files, () => onStep('file')),
    programs: {
      find: (...given) => ports.programs.find(...given),
      run: (run) => {
        onStep('program');
        return ports.programs.run(run);
      },
    },
    http: async (server) => {
      const client = await ports.http(server);
      return {
        atOnce: client.atOnce,
        close: () => client.close(),
        request: async (request, signal) => {
          onStep('request');
          if (signal.aborted) return { kind: 'failed', why: 'cancelled', detail: 'the call was given up' };
          return client.request(request, signal);
        },
      };
    },
  };
}

function steppedFiles(files: Files, onStep: () => void): Files {
  return {
    read: (path) => {
      onStep();
      return files.read(path);
    },
    // Between reading and replacing, too.
    update: (path, change, options) => {
      onStep();
      return files.update(
        path,
        async (current) => {
          const bytes = await change(current);
          onStep();
          return bytes;
        },
        options,
      );
    },
    exists: (path) => files.exists(path),
    alone: (path, work, signal) => {
      const stepped = () => {
        onStep();
        return work();
      };
      onStep();
      return files.alone(path, stepped, signal);
    },
    changedCopy: (path, bytes, use) => {
      onStep();
      return files.changedCopy(path, bytes, use);
    },
    makePrivateFolder: (path) => files.makePrivateFolder(path),
    refusesUpdate: (path) => files.refusesUpdate(path),
    identity: (path) => files.identity(path),
    place: (path) => files.place(path),
    beneath: async (root) => steppedBeneath(await files.beneath(root), onStep),
  };
}

function steppedBeneath(files: FilesBeneath, onStep: () => void): FilesBeneath {
  const after = <Given extends readonly unknown[], Done>(work: (...given: Given) => Done) => {
    return (...given: Given): Done => {
      onStep();
      return work(...given);
    };
  };
  return {
    read: after((segments) => files.read(segments)),
    replace: after((segments, bytes) => files.replace(segments, bytes)),
    create: after((segments, bytes) => files.create(segments, bytes)),
    remove: after((segments) => files.remove(segments)),
    list: () => files.list(),
    refusesReplace: (segments) => files.refusesReplace(segments),
  };
}
