import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { isEd25519Signed, keyHex } from '#shared/lib/crypto/ed25519.ts'

import { objectOr } from '#shared/engines/capability/tool-like.ts'
import type { IdentityVerdict } from './identity-verdict.ts'

const MOST_STATEMENTS = 100

/**
 * Whether `rotation` proves every new key: a statement `{old_key, new_key, signature}` (or several) where a key of the
 * baseline signed the new one with Ed25519: its 32 bytes, its hex, the text that was sent, or the RFC 8785 form of the
 * statement without `signature`. A key that a proven key signed is proven too.
 */
export function rotationProof(
  rotation: unknown,
  oldKeys: readonly string[],
  newKeys: readonly string[],
): IdentityVerdict['rotation_proof'] {
  if (rotation === undefined || rotation === null) return null
  const statements = (Array.isArray(rotation) ? rotation : [rotation]).slice(0, MOST_STATEMENTS).map(objectOr)
  const proven = new Set(oldKeys)
  for (let before = -1; before !== proven.size;) {
    before = proven.size
    for (const statement of statements) {
      const [oldKey, newKey] = [textAt(statement, 'old_key'), textAt(statement, 'new_key')]
      const [oldHex, newHex] = [keyHex(oldKey), keyHex(newKey)]
      if (oldHex === null || newHex === null || !proven.has(oldHex) || proven.has(newHex)) continue
      const { signature, ...rest } = statement
      const messages = [Buffer.from(newHex, 'hex'), newHex, newKey, canonicalJson(rest)]
      if (typeof signature === 'string' && messages.some((message) => isEd25519Signed(oldHex, signature, message)))
        proven.add(newHex)
    }
  }
  return newKeys.every((key) => proven.has(key)) ? 'valid' : 'invalid'
}

const textAt = (statement: Record<string, unknown>, name: string): string => {
  const value = statement[name]
  return typeof value === 'string' ? value : ''
}
