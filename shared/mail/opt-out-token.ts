import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { uuidText } from '#shared/lib/crypto/uuid-text.ts'

/** Whose notices a token switches off: those of an account (UUID of its user) or of a service key (id of its ledger account). */
export type NoticeReader = { userId: string } | { accountId: string }

/**
 * Tokens by which whoever reads a mail switches off the notices of its account or key, and does nothing else. Derived from
 * the server's secret, so that none is stored; they do not end.
 */
export function optOutTokens(serverSecret: string) {
  const [ofUsers, ofKeys] = [deriveKey(serverSecret, 'mail-opt-out-v1'), deriveKey(serverSecret, 'mail-opt-out-key-v1')]
  const macOf = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest().subarray(0, 16)
  return {
    /** The token of an account or a key: 32 or 24 bytes in base64url. */
    issue(reader: NoticeReader): string {
      if ('userId' in reader) {
        const id = Buffer.from(reader.userId.replaceAll('-', ''), 'hex')
        return Buffer.concat([id, macOf(ofUsers, reader.userId)]).toString('base64url')
      }
      const id = Buffer.alloc(8)
      id.writeBigUInt64BE(BigInt(reader.accountId))
      return Buffer.concat([id, macOf(ofKeys, reader.accountId)]).toString('base64url')
    },
    /** Whose token it is; null for anything that was not issued here. */
    readerOf(token: string): NoticeReader | null {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.length === 32) {
        const userId = uuidText(bytes.subarray(0, 16).toString('hex'))
        return timingSafeEqual(bytes.subarray(16), macOf(ofUsers, userId)) ? { userId } : null
      }
      if (bytes.length !== 24) return null
      const accountId = bytes.readBigUInt64BE().toString()
      return timingSafeEqual(bytes.subarray(8), macOf(ofKeys, accountId)) ? { accountId } : null
    },
  }
}
