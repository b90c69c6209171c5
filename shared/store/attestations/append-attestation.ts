import type { Pool as PgPool } from 'pg'

import { appendLeaf, type TreeHead } from '#shared/engines/transparency/append-leaf.ts'
import { leafHash } from '#shared/engines/transparency/tree-hash.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { KeyedMutex } from '#shared/lib/concurrency/keyed-mutex.ts'
import type { AttestationToAppend } from '#shared/doors/attestations.ts'

import { funderOf } from '../agents/funder-of.ts'
import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'

/** Allows one append at a time in this process; the size of the log fences appends of other processes. */
const mutex = new KeyedMutex()

/**
 * Appends an attestation to the log. Its leaf is the RFC 8785 form of its envelope. Returns the id of the attestation
 * in the log; when the same was appended a moment before, that one's id.
 */
export async function appendAttestation(
  call: StoreCall,
  attestation: AttestationToAppend,
  findSame: () => Promise<{ id: string } | null>,
): Promise<{ id: string }> {
  const { owner, credential } = await call.caller()
  const leaf = leafHash(canonicalJson(attestation.envelope))
  return mutex.runExclusive('log', () =>
    writeOnce(call.pg, call.effectId, async () => {
      const head = await readHead(call.pg)
      const same = await findSame()
      if (same !== null) return same
      const grown = appendLeaf(head, leaf)
      const values = [
        call.effectId,
        head.size,
        grown.head.peaks,
        grown.root,
        grown.made.map(({ level }) => level),
        grown.made.map(({ position }) => position),
        grown.made.map(({ hash }) => hash),
        attestation.id,
        leaf,
        owner,
        credential,
        attestation.agentId,
        attestation.claim,
        attestation.aboutAgent,
        attestation.rating,
        attestation.visibility,
        attestation.contentDigest,
        JSON.stringify(attestation.envelope),
        attestation.agentSignature,
        attestation.issuedAt,
        attestation.expiresAt,
        attestation.revokes,
      ]
      return recorded<{ id: string }>((await call.pg.query({ name: 'attestation-append', text: APPEND, values })).rows)
    }),
  )
}

/** Reads the head of the log: its size, the hashes of its complete subtrees, and its root. */
export async function readHead(pg: PgPool): Promise<TreeHead & { root: Buffer }> {
  const { rows } = await pg.query<{ size: string; peaks: Buffer[]; root: Buffer }>({
    name: 'attestation-head',
    text: 'select size, peaks, root from attestation_log',
  })
  const [row] = rows
  if (row === undefined) throw new Error('the attestation log is one row')
  return { size: Number(row.size), peaks: row.peaks, root: row.root }
}

const APPEND = `
with grown as (
  update attestation_log set size = size + 1, peaks = $3::bytea[], root = $4::bytea, changed_at = now() where size = $2::bigint returning size
),
noded as (
  insert into attestation_node (level, position, hash)
  select n.level, n.position, n.hash from grown, unnest($5::smallint[], $6::bigint[], $7::bytea[]) as n(level, position, hash)
),
listed as (
  insert into attestation (id, log_index, leaf_hash, log_root, owner, credential, agent_id, claim, about_agent, rating, visibility,
    content_digest, envelope, agent_signature, issued_at, expires_at)
  select $8, $2::bigint, $9::bytea, $4::bytea, $10, $11, $12, $13, $14::text, $15::smallint, $16::text, $17, $18, $19, $20::timestamptz, $21::timestamptz
  from grown
  returning id
),
revoked as (
  update attestation set revoked_at = now() where id = $22::text and owner = $10 and revoked_at is null and exists (select from grown)
),
evidenced as (
  insert into reputation_evidence (id, agent_id, kind, rating, counterparty, cluster, by_agent, is_trial, at)
  select 'attestation:' || $8, $14::text, 'attested', $15::smallint, $10, ${funderOf('$10::text')}, $12, $11 = 'trial', $20::timestamptz
  from grown where $14::text is not null and $15::smallint is not null and $16::text = 'public'
),
answered as (select json_build_object('id', id) as answer from listed),
${RECORD_EFFECT}`
