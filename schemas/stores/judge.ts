/** What holds for every alias, a project's or a user's: pure findings that each side words in its own codes. */
import type { CoordinateName } from '../plan.js';

/** What is wrong with a store. The compiler words these as E06, `link` as E08. */
export type StoreFault =
  | { readonly kind: 'malformed'; readonly shown: string; readonly problem: string }
  | {
      readonly kind: 'unknown-scheme';
      readonly shown: string;
      readonly scheme: string;
      readonly nearest: string | null;
    }
  | { readonly kind: 'unavailable'; readonly shown: string; readonly scheme: string; readonly title: string }
  | { readonly kind: 'password'; readonly shown: string; readonly credentials: readonly string[] }
  | { readonly kind: 'option'; readonly shown: string; readonly option: string; readonly nearest: string | null }
  | {
      readonly kind: 'coordinate';
      readonly shown: string;
      readonly coordinate: CoordinateName;
      readonly problem: 'rejected' | 'required' | 'needs-field';
    }
  | {
      readonly kind: 'credential';
      readonly shown: string;
      readonly credential: string;
      readonly known: readonly string[];
    }
  | { readonly kind: 'unknown-alias'; readonly name: string; readonly aliases: readonly string[] }
  | { readonly kind: 'cached-not-alone'; readonly name: string }
  | { readonly kind: 'cached-nested'; readonly name: string; readonly within: string }
  | { readonly kind: 'cache-cannot-delete'; readonly shown: string; readonly able: readonly string[] }
  | { readonly kind: 'cache-is-authoritative'; readonly shown: string }
  | { readonly kind: 'more-than-one-hop'; readonly credential: string; readonly name: string };
