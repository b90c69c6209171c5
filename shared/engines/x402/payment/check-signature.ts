import type { PayloadReport } from '../wire/read-payment.ts'
import { readSignature, recoverSigner } from './recover-signer.ts'
import { sameAddress } from '../networks/token.ts'
import { typedDataDigest, type TypedData } from './typed-data.ts'

/**
 * Result of a signature check: who signed, and whether that is the expected signer; null where only the chain can
 * decide.
 */
export type Signed = { recovered: string | null; matches: boolean | null }

type Tried = { data: TypedData; diagnosis: string; fix: string }

/** The end of a signature that carries the deployment of its wallet (ERC-6492). */
const ERC6492_END = '6492'.repeat(16)

/**
 * Recovers who signed the first of the digests and reports when it is not `from`. The further digests are only tried
 * then: the one that recovers to `from` says what went wrong.
 */
export function checkSignature(
  report: PayloadReport,
  { signature, digests, from }: { signature: string; digests: readonly Tried[]; from: string | null },
): Signed {
  const path = '/payload/signature'
  const hex = /^0x([0-9a-fA-F]*)$/.exec(signature)?.[1]
  const bytes = (hex?.length ?? 0) / 2
  if (hex === undefined || bytes < 65) {
    report.add('bad_signature_length', path, { bytes: Math.floor(bytes) })
    return { recovered: null, matches: null }
  }
  if (bytes > 65) {
    const kind = hex.toLowerCase().endsWith(ERC6492_END) ? 'ERC-6492, not yet deployed' : 'ERC-1271'
    report.add('smart_wallet_signature', path, { bytes, kind })
    return { recovered: null, matches: null }
  }
  const read = readSignature(signature)
  if (read === null) {
    report.add('bad_signature', path)
    return { recovered: null, matches: from === null ? null : false }
  }
  if (read.isHighS) report.add('high_s_signature', path)
  if (read.v < 27) report.add('signature_v', path, { v: read.v, right: read.v + 27 })
  const [right, ...others] = digests
  if (right === undefined || from === null) return { recovered: null, matches: null }
  const signerOf = ({ data }: Tried) => {
    const digest = typedDataDigest(data)
    return digest === null ? null : recoverSigner(digest, read)
  }
  const recovered = signerOf(right)
  if (recovered !== null && sameAddress(recovered, from)) return { recovered, matches: true }
  const cause = others.find((other) => {
    const signer = signerOf(other)
    return signer !== null && sameAddress(signer, from)
  })
  report.add('signature_mismatch', path, {
    recovered: recovered ?? 'nobody',
    from,
    diagnosis: cause?.diagnosis ?? 'Another key signed it, or a signed field was changed.',
    fix: cause?.fix ?? 'Sign the authorization as it is sent, with the key of authorization.from.',
  })
  return { recovered, matches: false }
}
