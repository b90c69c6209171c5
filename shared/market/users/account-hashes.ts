import { createHmac } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'

/**
 * Keyed hashes, each with its own key derived from the server secret: who is counted by a limit, the network of a
 * report, the e-mail of a reset request, the salt of an e-mail's passwords, and requests that contain a password. None
 * can be reversed or guessed from the database alone.
 */
export function accountHashes(serverSecret: string) {
  const hasher = (label: string) => {
    const key = deriveKey(serverSecret, label)
    return (text: string) => createHmac('sha256', key).update(text).digest()
  }
  const salt = hasher('password-salt-v1')
  return {
    who: hasher('limit-counter-v1'),
    network: hasher('report-network-v1'),
    email: hasher('reset-request-v1'),
    request: hasher('secret-request-v1'),
    /**
     * Derives a salt of 16 bytes. Accounts with one e-mail share it, so that one hash shows which of them a password
     * opens.
     */
    salt: (email: string): Buffer => salt(email).subarray(0, 16),
  }
}

export type AccountHashes = ReturnType<typeof accountHashes>
