/** The chain of a certificate, found among certificates that are stored in any order (semantics 9.5). */
import type { X509Certificate } from 'node:crypto';

const AMBIGUOUS = 'its chain is ambiguous: two certificates of one issuer have the same key';
const NOT_SIGNED = 'its chain is not valid: a signature is not that of the issuer';
const NOT_ONE = 'not all of its certificates belong to one chain';

/**
 * The issuers, each of which signed the one before it, or why there are none. An issuer may have several certificates with the same key:
 * its own and those that others signed for it. Then the shortest way to a self-signed one is the chain, and the others are left out.
 */
export function chainOf(
  certificate: X509Certificate,
  stored: readonly X509Certificate[],
): readonly X509Certificate[] | string {
  const links = new Links(stored);
  const chain: X509Certificate[] = [];
  const alternatives = new Set<X509Certificate>();
  for (let last = certificate; !isSelfSigned(last); ) {
    const rest = stored.filter((one) => !chain.includes(one));
    const candidates = links.issuersOf(last).filter((one) => rest.includes(one));
    if (candidates.length === 0) {
      if (rest.some((one) => last.checkIssued(one) && !alternatives.has(one))) return NOT_SIGNED;
      break;
    }
    const issuer = nearest(candidates, links);
    if (issuer === null) return AMBIGUOUS;
    for (const one of candidates) if (one !== issuer) addWithIssuers(one, links, alternatives);
    chain.push(issuer);
    last = issuer;
  }
  return stored.every((one) => chain.includes(one) || alternatives.has(one)) ? chain : NOT_ONE;
}

/** The only one, or the one that is nearer to a self-signed one than all others; null if there is none. */
function nearest(candidates: readonly X509Certificate[], links: Links): X509Certificate | null {
  const [only, ...others] = candidates;
  if (only !== undefined && others.length === 0) return only;
  const distances = candidates.map((one) => links.distanceOf(one));
  const least = Math.min(...distances);
  const near = candidates.filter((_, index) => distances[index] === least);
  return least < Number.POSITIVE_INFINITY && near.length === 1 ? (near[0] ?? null) : null;
}

function addWithIssuers(certificate: X509Certificate, links: Links, to: Set<X509Certificate>): void {
  if (to.has(certificate)) return;
  to.add(certificate);
  for (const issuer of links.issuersOf(certificate)) addWithIssuers(issuer, links, to);
}

/** Who signed whom. Signatures are verified once: there are a few certificates, but as many pairs as their square. */
class Links {
  readonly #stored: readonly X509Certificate[];
  readonly #issuers = new Map<X509Certificate, readonly X509Certificate[]>();
  #distances: ReadonlyMap<X509Certificate, number> | null = null;

  constructor(stored: readonly X509Certificate[]) {
    this.#stored = stored;
  }

  issuersOf(certificate: X509Certificate): readonly X509Certificate[] {
    const known = this.#issuers.get(certificate);
    if (known !== undefined) return known;
    const found = isSelfSigned(certificate) ? [] : this.#stored.filter((one) => isIssuedBy(certificate, one));
    this.#issuers.set(certificate, found);
    return found;
  }

  /** How many certificates further a self-signed one is; infinite if none is stored. */
  distanceOf(certificate: X509Certificate): number {
    this.#distances ??= this.#measured();
    return this.#distances.get(certificate) ?? Number.POSITIVE_INFINITY;
  }

  #measured(): ReadonlyMap<X509Certificate, number> {
    const distances = new Map(this.#stored.filter(isSelfSigned).map((one) => [one, 0]));
    for (let distance = 1; distance < this.#stored.length; distance++) {
      const next = this.#stored.filter(
        (one) => !distances.has(one) && this.issuersOf(one).some((by) => distances.has(by)),
      );
      for (const one of next) distances.set(one, distance);
    }
    return distances;
  }
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return isIssuedBy(certificate, certificate);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && readable(() => certificate.verify(issuer.publicKey)) === true;
}

/** Null where it cannot be read: the error of the library may quote the content. */
export function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
