import { createHmac, timingSafeEqual } from 'node:crypto'

import { publicCallId } from '#shared/lib/call-id.ts'
import { deriveKey } from '#shared/lib/crypto/derive-key.ts'

/** Seconds for which a link may be opened. */
const LASTS_S = 3_600

/** A link to the file in the result of a call. Whoever has it may open it until it expires (ISO 8601). */
export type FileLink = { url: string; expires_at: string }

export type FileLinks = {
  linkTo: (callId: string, now: Date) => FileLink
  /** Whether a link with these query values was made here for this call. It says nothing of whether it expired. */
  isOurs: (callId: string, expires: number, signature: string) => boolean
}

/**
 * Links that open the file of a call's result without a credential, for an hour. They are derived from the server secret,
 * so nothing is stored for them.
 */
export function fileLinks(serverSecret: string, baseUrl: string): FileLinks {
  const key = deriveKey(serverSecret, 'call-file-link-v1')
  const sign = (callId: string, expires: number) =>
    createHmac('sha256', key).update(`${callId}|${expires}`).digest('base64url')
  return {
    linkTo(callId, now) {
      const expires = Math.floor(now.getTime() / 1_000) + LASTS_S
      const query = new URLSearchParams({ expires: String(expires), signature: sign(callId, expires) })
      return {
        url: `${baseUrl}/api/v1/calls/${publicCallId(callId)}/file?${query.toString()}`,
        expires_at: new Date(expires * 1_000).toISOString(),
      }
    },
    isOurs(callId, expires, signature) {
      const [sent, expected] = [Buffer.from(signature), Buffer.from(sign(callId, expires))]
      return sent.length === expected.length && timingSafeEqual(sent, expected)
    },
  }
}
