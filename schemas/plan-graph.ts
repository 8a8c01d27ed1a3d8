/** The picture of a plan: what reads from where, and what is made of what. Derived from the plan, and no part of its hash. */
import type { ShownStore } from './plan-contacts.js';
import type { AnswerHead } from './plan-question.js';
import type { SimulatedOutcome, SimulationOutcome } from './plan-simulation.js';

export interface PlanGraph extends AnswerHead {
  readonly project: string;
  readonly profiles: readonly string[];
  readonly scope: string | null;
  /** Stores as answers list them, then secrets by name. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Scopes by name. */
  readonly groups: readonly GraphGroup[];
}

export type GraphNode = GraphSecret | GraphStore;

export interface GraphSecret {
  /** `n1`, `n2`: the same in every form of one picture. */
  readonly id: string;
  readonly kind: 'secret';
  readonly name: string;
  readonly description: string;
  /** What it is, where that differs between profiles. */
  readonly meanings: readonly GraphMeaning[];
}

export const GRAPH_SOURCES = ['stored', 'composed', 'derived'] as const;
export const GRAPH_PRESENCES = ['required', 'optional', 'group'] as const;
export const GRAPH_REMEDIES = ['nothing', 'default', 'generate', 'prompt'] as const;

export interface GraphMeaning {
  readonly profiles: readonly string[];
  readonly source: (typeof GRAPH_SOURCES)[number];
  readonly presence: (typeof GRAPH_PRESENCES)[number];
  /** Whether it is delivered as a file. */
  readonly path: boolean;
  readonly whenMissing: (typeof GRAPH_REMEDIES)[number];
}

export interface GraphStore extends ShownStore {
  readonly id: string;
  /** `cache`: it only keeps copies. */
  readonly kind: 'store' | 'cache';
}

/** From what gives to what receives. */
export type GraphEdge = GraphRead | GraphMade | GraphCredential;
interface GraphEnds {
  readonly from: string;
  readonly to: string;
  readonly profiles: readonly string[];
}
/** `order`: 1 for the store that is read first. */
export interface GraphRead extends GraphEnds {
  readonly kind: 'read';
  readonly order: number;
}
/** `made of`: the second secret is composed of or derived from the first, or needs it. `cache`: the store keeps a copy. */
export interface GraphMade extends GraphEnds {
  readonly kind: 'made of' | 'cache';
}
/** The first store has the credential of this name of the second. */
export interface GraphCredential extends GraphEnds {
  readonly kind: 'credential';
  readonly name: string;
}

export interface GraphGroup {
  readonly kind: 'scope';
  readonly name: string;
  /** Nodes of the secrets that the scope lists. */
  readonly secrets: readonly string[];
}

/** A picture with the answers of `tool plan simulate` for each store down alone: `run`, with empty caches. */
export interface PlanPicture {
  readonly graph: PlanGraph;
  readonly outages: readonly ProfileOutages[];
}

export interface ProfileOutages {
  readonly profile: string;
  /** First with all stores up. */
  readonly cases: readonly OutageCase[];
}

export interface OutageCase {
  /** Its node; null: none is down. */
  readonly store: string | null;
  readonly outcome: SimulationOutcome;
  /** What the scope shows, by name. */
  readonly secrets: readonly OutageFate[];
}

export interface OutageFate {
  /** Nodes of the secret, and of the store where it is found or kept; null: nowhere. */
  readonly id: string;
  readonly outcome: SimulatedOutcome;
  readonly store: string | null;
}
