import { createCipheriv, createDecipheriv } from 'node:crypto'

import { z } from 'zod'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'
import { drawBytes } from '#shared/lib/crypto/draw-bytes.ts'

/** Largest stored input, in bytes, that travels with a job. A larger one is read from the call row. */
export const MOST_CARRIED_BYTES = 4_096

/** How long a carried attempt belongs to its job. After that the sweeper enqueues the call again. */
export const CARRIED_LEASE_MS = 2_000

/** What a worker needs to run the first attempt of a call without asking the database. */
const CarriedAttempt = z.object({
  slug: z.string(),
  timeoutMs: z.int(),
  replyTo: z.string(),
  /** Of the ledger account that pays. Jobs of earlier releases do not name it. */
  accountId: z.string().nullable().default(null),
  input: z.string(),
})
export type CarriedAttempt = z.output<typeof CarriedAttempt>

/**
 * The sealed first attempt of a call. `carried`: attempt 1 was written with the call. `offered`: the call
 * was written without an attempt, so a worker may run this one or start the call by its id.
 */
export type FirstAttempt = { kind: 'carried' | 'offered'; sealed: string }

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals first attempts for the queue, which is plain text: AES-256-GCM under a key of the installation, bound to the call's id, so
 * that whoever writes to the queue can neither read an input nor have a call run as something else.
 */
export function attemptSealer(serverSecret: string) {
  const key = deriveKey(serverSecret, 'queued-offer-v1')
  return {
    seal(callId: string, attempt: CarriedAttempt): string {
      const iv = drawBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(callId))
      const sealed = [iv, cipher.update(JSON.stringify(attempt), 'utf8'), cipher.final(), cipher.getAuthTag()]
      return Buffer.concat(sealed).toString('base64')
    },
    /** Returns null for what was not sealed here for this call. */
    open(callId: string, sealed: string): CarriedAttempt | null {
      try {
        const bytes = Buffer.from(sealed, 'base64')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(callId))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
        return CarriedAttempt.parse(JSON.parse(text.toString('utf8')))
      } catch {
        return null
      }
    },
  }
}

export type AttemptSealer = ReturnType<typeof attemptSealer>
