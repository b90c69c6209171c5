import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

/**
 * Keyed hashes under keys of their own, derived from the server secret: who is counted by a limit, the network a report
 * came from, an e-mail somebody
 * asked a reset for, the salt of an e-mail's passwords, and requests that hold a password. None can be turned back or
 * tried out from the database alone.
 */
export function accountHashes(serverSecret: string) {
  const hasher = (label: string) => {
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', serverSecret, 'farebox', label, 32)))
    return (text: string) => createHmac('sha256', key).update(text).digest()
  }
  const salt = hasher('password-salt-v1')
  return {
    who: hasher('limit-counter-v1'),
    network: hasher('report-network-v1'),
    email: hasher('reset-request-v1'),
    request: hasher('secret-request-v1'),
    /** 16 bytes. Accounts with one e-mail share it, so that one hash tells which of them a password opens. */
    salt: (email: string): Buffer => salt(email).subarray(0, 16),
  }
}

export type AccountHashes = ReturnType<typeof accountHashes>
