import type { EntityManager } from '@mikro-orm/sql'

import {
  consistencyRanges,
  foldNodes,
  inclusionRanges,
  type LeafRange,
  leafHash,
  nodesOf,
} from '#shared/engines/transparency/tree-hash.ts'
import { verifyConsistency, verifyInclusion } from '#shared/engines/transparency/verify-proof.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import type { Attestation, LogEntry } from '#shared/doors/attestations.ts'

import { readHead } from './append-attestation.ts'
import { AttestationNode } from './attestation-node.entity.ts'

/**
 * Proves that an attestation is in the current log, and checks that this log continues the one it was appended to. Both
 * proofs are verified here too, as anyone can do.
 */
export async function proveAttestation(
  em: EntityManager,
  { index, envelope, rootThen }: Attestation,
): Promise<LogEntry & { consistent: boolean; included: boolean }> {
  const { size, root } = await readHead(em)
  const [inclusion, consistency] = await Promise.all([
    hashesOf(em, inclusionRanges(index, size)),
    hashesOf(em, consistencyRanges(index + 1, size)),
  ])
  const leaf = leafHash(canonicalJson(envelope))
  return {
    index,
    leafHash: leaf.toString('hex'),
    treeSize: size,
    root: Buffer.from(root).toString('hex'),
    inclusionProof: inclusion.map((hash) => Buffer.from(hash).toString('hex')),
    included: verifyInclusion(leaf, { index, size }, inclusion, root),
    consistent: verifyConsistency({ before: index + 1, size }, consistency, Buffer.from(rootThen, 'hex'), root),
  }
}

/** Computes the hash of each range from the stored complete subtrees. */
async function hashesOf(em: EntityManager, ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  const wanted = ranges.map(nodesOf)
  const nodes = wanted.flat()
  if (nodes.length === 0) return []
  const found = await em.find(AttestationNode, {
    $or: nodes.map(({ level, position }) => ({ level, position: BigInt(position) })),
  })
  const byPlace = new Map(found.map(({ level, position, hash }) => [`${level}:${position}`, hash]))
  const hashes = nodes.map(({ level, position }) => {
    const hash = byPlace.get(`${level}:${position}`)
    if (hash === undefined) throw new Error('a node of the attestation log is missing')
    return hash
  })
  return wanted.map(({ length }) => foldNodes(hashes.splice(0, length)))
}
