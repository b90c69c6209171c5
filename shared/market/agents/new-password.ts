import { randomBytes } from 'node:crypto'

import { base62 } from '#shared/lib/crypto/base62.ts'

/** Generates a password for an agent: 24 base62 characters (142 random bits). Shown once; only its hash is stored. */
export const newPassword = (): string => base62(randomBytes(32), 24)
