import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'
import { type SignedStatement, statementText } from '#shared/lib/crypto/signed-statement.ts'

import { strictBase64url } from '../jwt/strict-base64url.ts'

/** A public key of ours: its id and its 32 bytes in base64url. */
export type OwnKey = { kid: string; x: string }

/** Whether one of the keys signed a statement; null when none of them is its key. */
export function verifyStatement(
  statement: SignedStatement,
  { signature, keyId }: { signature: string; keyId: string | null },
  keys: readonly OwnKey[],
): boolean | null {
  const bytes = strictBase64url(signature)
  const candidates = keys.filter(({ kid }) => keyId === null || kid === keyId)
  if (candidates.length === 0) return null
  if (bytes?.length !== 64) return false
  const text = Buffer.from(statementText(statement))
  return candidates.some(({ x }) => isEd25519Signature(bytes, text, strictBase64url(x)))
}
