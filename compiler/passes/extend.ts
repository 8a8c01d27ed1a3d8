/**
 * Pass 3: written trees of parents and child → one written tree. Child over parent: secrets, aliases and scopes replace
 * whole, profile defaults merge field by field, `require_reason` is filled in (semantics 1.4). Every value still has
 * the place where it was written.
 */
import type { WrittenManifest, WrittenProfile } from '../tree/written.js';

/** Manifests come parents first, the entry last; later ones win. Null if none could be parsed. */
export function extend(manifests: readonly WrittenManifest[]): WrittenManifest | null {
  const [first, ...others] = manifests;
  return first === undefined ? null : others.reduce(extendOne, first);
}

function extendOne(parent: WrittenManifest, child: WrittenManifest): WrittenManifest {
  return {
    file: child.file,
    at: child.at,
    hasProfiles: parent.hasProfiles || child.hasProfiles,
    project: { name: child.project.name, requireReason: child.project.requireReason ?? parent.project.requireReason },
    defaultChain: child.defaultChain ?? parent.defaultChain,
    aliases: new Map([...parent.aliases, ...child.aliases]),
    scopes: new Map([...parent.scopes, ...child.scopes]),
    profiles: mergedProfiles(parent.profiles, child.profiles),
  };
}

function mergedProfiles(parents: ReadonlyMap<string, WrittenProfile>, children: ReadonlyMap<string, WrittenProfile>) {
  const merged = new Map(parents);
  for (const [name, child] of children) {
    const parent = parents.get(name);
    merged.set(name, parent === undefined ? child : mergedProfile(parent, child));
  }
  return merged;
}

function mergedProfile(parent: WrittenProfile, child: WrittenProfile): WrittenProfile {
  const secrets = new Map(parent.secrets);
  for (const [name, secret] of child.secrets) {
    const replaced = parent.secrets.get(name);
    secrets.set(name, replaced === undefined ? secret : { ...secret, replaced });
  }
  // A broken declaration of the child replaces the parent's too.
  for (const name of child.broken) secrets.delete(name);
  const broken = new Set([...parent.broken].filter((name) => !child.secrets.has(name)));
  return {
    name: child.name,
    at: child.at,
    defaults: { ...parent.defaults, ...child.defaults },
    secrets,
    broken: new Set([...broken, ...child.broken]),
  };
}
