import { createCipheriv, createDecipheriv } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { drawBytes } from '#shared/lib/crypto/draw-bytes.ts'

const PREFIX = 'sealed:v1:'

/** Whether a stored input may hold a sealed secret. Text of a caller's that looks like one counts, too. */
export const mayHoldSecret = (stored: string | Buffer): boolean => stored.includes(PREFIX)

/**
 * Encrypts the inputs that an outcome declares secret while its call is open, so that the database holds no secret in
 * clear text. AES-256-GCM, bound to the call's id.
 */
export function sealer(serverSecret: string) {
  const key = deriveKey(serverSecret, 'call-input-seal-v1')

  const sealValue = (callId: string, value: unknown): string => {
    const iv = drawBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(callId))
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return PREFIX + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
  }
  const openValue = (callId: string, sealed: string): unknown => {
    const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(callId))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
  }

  return {
    /** Returns the JSON text to store: the caller's own text when it contains no secret. */
    seal(callId: string, secrets: readonly string[], text: string, value: Record<string, unknown>): string {
      const present = secrets.filter((name) => Object.hasOwn(value, name) && value[name] !== undefined)
      if (present.length === 0) return text
      return JSON.stringify({
        ...value,
        ...Object.fromEntries(present.map((name) => [name, sealValue(callId, value[name])])),
      })
    },
    /** Returns the input as the caller sent it. */
    open(callId: string, secrets: readonly string[], text: string): Record<string, unknown> {
      // Safe: only JSON objects are stored.
      const value = JSON.parse(text) as Record<string, unknown>
      for (const name of secrets) {
        const member = value[name]
        if (typeof member === 'string' && member.startsWith(PREFIX)) value[name] = openValue(callId, member)
      }
      return value
    },
  }
}

export type Sealer = ReturnType<typeof sealer>
