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

import type { StoreCall } from '../store-call.ts'
import { readHead } from './append-attestation.ts'

/**
 * Proves that an attestation is in the current log, and checks that this log continues the one it was appended to. Both
 * proofs are verified here too, as anyone can do.
 */
export async function proveAttestation(
  call: StoreCall,
  { index, envelope, rootThen }: Attestation,
): Promise<LogEntry & { consistent: boolean; included: boolean }> {
  const { size, root } = await readHead(call.pg)
  const [inclusion, consistency] = await Promise.all([
    hashesOf(call, inclusionRanges(index, size)),
    hashesOf(call, consistencyRanges(index + 1, size)),
  ])
  const leaf = leafHash(canonicalJson(envelope))
  return {
    index,
    leafHash: leaf.toString('hex'),
    treeSize: size,
    root: root.toString('hex'),
    inclusionProof: inclusion.map((hash) => Buffer.from(hash).toString('hex')),
    included: verifyInclusion(leaf, { index, size }, inclusion, root),
    consistent: verifyConsistency({ before: index + 1, size }, consistency, Buffer.from(rootThen, 'hex'), root),
  }
}

/** Computes the hash of each range from the stored complete subtrees. */
async function hashesOf({ pg }: StoreCall, ranges: readonly LeafRange[]): Promise<Uint8Array[]> {
  const wanted = ranges.map(nodesOf)
  const nodes = wanted.flat()
  if (nodes.length === 0) return []
  const { rows } = await pg.query<{ hash: Buffer }>({
    name: 'attestation-nodes',
    text: `select n.hash from unnest($1::smallint[], $2::bigint[]) with ordinality as w(level, position, ord)
      join attestation_node n on n.level = w.level and n.position = w.position order by w.ord`,
    values: [nodes.map(({ level }) => level), nodes.map(({ position }) => position)],
  })
  if (rows.length !== nodes.length) throw new Error('a node of the attestation log is missing')
  const hashes = rows.map(({ hash }) => hash)
  return wanted.map(({ length }) => foldNodes(hashes.splice(0, length)))
}
