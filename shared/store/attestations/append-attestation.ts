import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
import { appendLeaf, type TreeHead } from '#shared/engines/transparency/append-leaf.ts'
import { leafHash } from '#shared/engines/transparency/tree-hash.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'
import type { AttestationToAppend } from '#shared/doors/attestations.ts'

import { funderOf } from '../agents/funder-of.ts'
import { ReputationEvidence } from '../agents/reputation-evidence.entity.ts'
import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { AttestationLog } from './attestation-log.entity.ts'
import { AttestationNode } from './attestation-node.entity.ts'
import { Attestation } from './attestation.entity.ts'
import { findSame } from './find-attestation.ts'

/** Allows one append at a time in this process; the size of the log fences appends of other processes. */
const mutex = new KeyedMutex()

/**
 * Appends an attestation to the log. Its leaf is the RFC 8785 form of its envelope. Returns the id of the attestation
 * in the log; when the same was appended a moment before, that one's id.
 */
export async function appendAttestation(call: StoreCall, attestation: AttestationToAppend): Promise<{ id: string }> {
  const { owner, credential } = await call.caller()
  const { id, agentId, aboutAgent, rating, visibility, contentDigest, envelope, revokes } = attestation
  const leaf = leafHash(canonicalJson(envelope))
  return mutex.runExclusive('log', () =>
    writeOnce(call, async (em) => {
      const head = await readHead(em)
      const same = await findSame(em, owner, contentDigest)
      if (same !== null) return { id: same.id }
      const { head: next, root, made } = appendLeaf(head, leaf)
      const grown = await em.nativeUpdate(
        AttestationLog,
        { size: BigInt(head.size) },
        { size: BigInt(next.size), peaks: fragment`${next.peaks}::bytea[]`, root, changedAt: now },
      )
      if (grown !== 1) return null
      const nodes = made.map(({ level, position, hash }) => ({ level, position: BigInt(position), hash }))
      await em.insertMany(AttestationNode, nodes)
      const issuedAt = new Date(attestation.issuedAt)
      await em.insert(Attestation, {
        id,
        logIndex: BigInt(head.size),
        leafHash: leaf,
        logRoot: root,
        owner,
        credential,
        agentId,
        claim: attestation.claim,
        aboutAgent,
        rating,
        visibility,
        contentDigest,
        envelope: JSON.stringify(envelope),
        agentSignature: attestation.agentSignature,
        issuedAt,
        expiresAt: attestation.expiresAt === null ? null : new Date(attestation.expiresAt),
      })
      if (revokes !== null)
        await em.nativeUpdate(Attestation, { id: revokes, owner, revokedAt: null }, { revokedAt: now })
      if (aboutAgent !== null && rating !== null && visibility === 'public') {
        await em.insert(ReputationEvidence, {
          id: `attestation:${id}`,
          agentId: aboutAgent,
          kind: 'attested',
          rating,
          counterparty: owner,
          cluster: funderOf(owner),
          byAgent: agentId,
          isTrial: credential === 'trial',
          at: issuedAt,
        })
      }
      return { id }
    }),
  )
}

/** Reads the head of the log: its size, the hashes of its complete subtrees, and its root. */
export async function readHead(em: EntityManager): Promise<TreeHead & { root: Uint8Array }> {
  const { size, peaks, root } = await em.findOneOrFail(AttestationLog, { id: true })
  return { size: Number(size), peaks, root }
}
