import { createHmac, type KeyObject } from 'node:crypto'

/** How long the secret before a rotation still signs, in hours. */
export const FORMER_SECRET_HOURS = 24

/**
 * Secrets of Standard Webhooks, derived from a root key, an id and the number of rotations, so that none is stored:
 * `whsec_` and base64 of 32 bytes.
 */
export const rotatedSecrets =
  (root: Buffer | KeyObject) =>
  (id: string, generation: number): string =>
    `whsec_${createHmac('sha256', root).update(`${id}:${generation}`).digest('base64')}`
