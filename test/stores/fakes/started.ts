/** A fake of a vendor's program as a process: the file that `FakeVendor.installed` writes calls `start`. */
import { fstatSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { FakeVendor, type VendorFake } from './fake-vendor.js';

/** `folder`: of its vault. */
export async function start(program: string, folder: string): Promise<void> {
  const { vendor }: { vendor: VendorFake<unknown> } = await import(`./${program}.js`);
  const fake = new FakeVendor(vendor, folder);
  const words = process.argv.slice(2);
  const input = fstatSync(0).isCharacterDevice() ? null : readFileSync(0, 'utf8');
  const end = await fake.answer({ words, input, variable: (name) => process.env[name] ?? null });
  if ('kind' in end && end.kind !== 'killed') throw new Error(`a process cannot be ${end.kind} by itself`);
  const stdout = Buffer.from(end.stdout ?? '');
  const first = fake.splitOf(words) ?? stdout.length;
  written(1, stdout.subarray(0, first));
  if (first < stdout.length) await setTimeout(PAUSE_MS);
  written(1, stdout.subarray(first));
  written(2, Buffer.from(end.stderr ?? ''));
  if ('kind' in end) process.kill(process.pid, end.signal);
  else process.exitCode = end.status ?? 0;
}

const PAUSE_MS = 50;

/** A pipe takes a part at a time. */
function written(stream: 1 | 2, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(stream, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}
