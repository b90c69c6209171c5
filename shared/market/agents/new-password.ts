import { randomBytes } from 'node:crypto'

import { base62 } from '#shared/lib/crypto/base62.ts'

/** A password for an agent: 24 base62 characters, 142 random bits. Shown once, kept as its hash only. */
export const newPassword = (): string => base62(randomBytes(32), 24)
