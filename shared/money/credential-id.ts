import { randomBytes } from 'node:crypto'

import { base62 } from '#shared/lib/crypto/base62.ts'

/** Returns a new id for a key or a pass: 12 random base62 digits. The id is public; the secret is derived from it. */
export const newCredentialId = () => base62(randomBytes(16), 12)
