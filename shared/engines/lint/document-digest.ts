import { digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'

/**
 * SHA-256 hex of the RFC 8785 form of a document. What has no such form (half a surrogate pair, 1e999) is digested as
 * JSON.stringify writes it: a lint judges bad input, it does not refuse it. The caller has bounded the depth.
 */
export function documentDigest(document: unknown): string {
  try {
    return digestOf(document)
  } catch {
    return sha256Hex(JSON.stringify(document) ?? 'null')
  }
}
