import type { Attestation, AttestationsDoor } from '#shared/doors/attestations.ts'

import { readEffect } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { appendAttestation } from './append-attestation.ts'
import { ATTESTATION_COLUMNS, attestationOf, type AttestationRow } from './attestation-rows.ts'
import { proveAttestation } from './prove-attestation.ts'

/** The attestation log, as seen by the credential that pays a call. */
export function attestationsDoor(call: StoreCall): AttestationsDoor {
  const byId = async (id: string, owner: string): Promise<Attestation | null> => {
    const { rows } = await call.pg.query<AttestationRow>({ name: 'attestation-find', text: FIND, values: [id, owner] })
    return rows[0] === undefined ? null : attestationOf(rows[0])
  }
  const same = async (contentDigest: string): Promise<Attestation | null> => {
    const { owner } = await call.caller()
    const own = await readEffect<{ id: string }>(call.pg, call.effectId)
    if (own !== null) return byId(own.id, owner)
    const { rows } = await call.pg.query<AttestationRow>({
      name: 'attestation-same',
      text: SAME,
      values: [owner, contentDigest],
    })
    return rows[0] === undefined ? null : attestationOf(rows[0])
  }
  return {
    async issuer() {
      const { owner, credential } = await call.caller()
      return { credential, owner_tag: call.keys.ownerTag(owner) }
    },
    nonce: idOf('n', call.effectId),
    findSame: same,
    async append(attestation) {
      const { owner } = await call.caller()
      const { id } = await appendAttestation(call, attestation, () => same(attestation.contentDigest))
      const kept = await byId(id, owner)
      if (kept === null) throw new Error('what was appended to the log is not there')
      return kept
    },
    async find(id) {
      const { owner } = await call.caller()
      return byId(id, owner)
    },
    prove: (attestation) => proveAttestation(call, attestation),
  }
}

const FIND = `select ${ATTESTATION_COLUMNS} from attestation where id = $1 and (visibility = 'public' or owner = $2)`
const SAME = `
select ${ATTESTATION_COLUMNS} from attestation
where owner = $1 and content_digest = $2 and issued_at > now() - interval '24 hours' and revoked_at is null
order by issued_at desc limit 1`
