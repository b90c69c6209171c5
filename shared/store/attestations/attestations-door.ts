import type { AttestationsDoor } from '#shared/doors/attestations.ts'

import { readEffect } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { appendAttestation } from './append-attestation.ts'
import { findAttestation, findSame } from './find-attestation.ts'
import { proveAttestation } from './prove-attestation.ts'

/** The attestation log, as seen by the credential that pays a call. */
export const attestationsDoor = (call: StoreCall): AttestationsDoor => {
  const find: AttestationsDoor['find'] = async (id) => {
    const { owner } = await call.caller()
    return findAttestation(await call.db.em(), owner, id)
  }
  return {
    async issuer() {
      const { owner, credential } = await call.caller()
      return { credential, owner_tag: call.keys.ownerTag(owner) }
    },
    nonce: idOf('n', call.effectId),
    async findSame(contentDigest) {
      const { owner } = await call.caller()
      const em = await call.db.em()
      const own = await readEffect<{ id: string }>(em, call.effectId)
      return own === null ? findSame(em, owner, contentDigest) : findAttestation(em, owner, own.id)
    },
    async append(attestation) {
      const { id } = await appendAttestation(call, attestation)
      const kept = await find(id)
      if (kept === null) throw new Error('what was appended to the log is not there')
      return kept
    },
    find,
    prove: async (attestation) => proveAttestation(await call.db.em(), attestation),
  }
}
