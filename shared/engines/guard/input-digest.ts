import { Refusal } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

/**
 * SHA-256 hex of the RFC 8785 form of a request body; members that are undefined count as absent. A value that has no
 * such form (half a surrogate pair, 1e999) is refused: nothing could cite a decision about it.
 */
export function inputDigest(body: unknown): string {
  try {
    return digestOf(body)
  } catch (error) {
    throw new Refusal(
      'unprocessable',
      'The body has no canonical JSON form.',
      { detail: 'Send whole Unicode characters (no lone surrogates) and finite numbers.' },
      { cause: error },
    )
  }
}
