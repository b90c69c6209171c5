import { verify } from 'node:crypto'

import { readPublicKey } from '#shared/engines/attestation/verify-envelope.ts'
import { canonicalEntry, entryHash, type Entry } from './entry-hash.ts'
import type { Tamper } from './integrity-verdict.ts'

/** Null when the key is none; then no signature can be judged. */
export function checkSignatures(
  entries: readonly Entry[],
  publicKey: string,
): { tampered: Tamper[]; signed: Set<string> } | null {
  const key = readPublicKey(publicKey)
  if (key === null) return null
  const tampered: Tamper[] = []
  const signed = new Set<string>()
  for (const [index, entry] of entries.entries()) {
    if (entry.signature === undefined) continue
    const signature = bytesOf(entry.signature)
    const hash = entry.hash ?? entryHash(entry)
    // Writers sign the canonical entry, the bytes of its hash, or the hash as text.
    const messages = [Buffer.from(canonicalEntry(entry)), Buffer.from(entryHash(entry), 'hex'), Buffer.from(hash)]
    const isGood = signature !== null && messages.some((message) => holds(message, key, signature))
    if (isGood && hash.toLowerCase() === entryHash(entry)) signed.add(entry.id)
    else
      tampered.push({
        id: entry.id,
        index,
        code: 'bad_signature',
        detail: 'The signature does not fit the entry and the key.',
      })
  }
  return { tampered, signed }
}

function holds(message: Buffer, key: NonNullable<ReturnType<typeof readPublicKey>>, signature: Buffer): boolean {
  const isEdwards = key.asymmetricKeyType === 'ed25519' || key.asymmetricKeyType === 'ed448'
  try {
    return verify(isEdwards ? null : 'sha256', message, key, signature)
  } catch {
    // A signature of another kind than the key.
    return false
  }
}

function bytesOf(text: string): Buffer | null {
  if (/^[0-9a-f]{64,2048}$/i.test(text) && text.length % 2 === 0) return Buffer.from(text, 'hex')
  return /^[\w+/-]{40,2000}={0,2}$/.test(text)
    ? Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64')
    : null
}
