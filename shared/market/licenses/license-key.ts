import { createHmac, timingSafeEqual } from 'node:crypto'

import { deriveKey } from '#shared/lib/crypto/derive-key.ts'

/** What a licence key stands for: the purchase (UUID), and how often its key was rotated before. */
export type LicenseRef = { purchaseId: string; generation: number }

export type LicenseKeys = ReturnType<typeof licenseKeys>

const ID_BYTES = 16
const GENERATION_BYTES = 2
const MAC_BYTES = 12
const KEY_BYTES = ID_BYTES + GENERATION_BYTES + MAC_BYTES
export const MOST_GENERATIONS = 0xffff
/** Crockford's base 32: no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = 6
const FORM = /^FB[LT]-[0-9A-HJKMNP-TV-Z]{6}(?:-[0-9A-HJKMNP-TV-Z]{6}){7}$/

/**
 * Makes and reads licence keys: `FBL-` (`FBT-` with play money) and eight groups of six, which hold the purchase, the
 * generation and a MAC of 96 bits under the server secret. Nothing of a key is stored, a guess needs no query, and case
 * and spaces do not matter.
 */
export function licenseKeys(serverSecret: string, isProduction: boolean) {
  const prefix = isProduction ? 'FBL' : 'FBT'
  const secret = deriveKey(serverSecret, 'license-key-v1')
  const macOf = (bytes: Uint8Array) =>
    createHmac('sha256', secret).update(prefix).update(bytes).digest().subarray(0, MAC_BYTES)
  return {
    issue({ purchaseId, generation }: LicenseRef): string {
      const bytes = Buffer.alloc(ID_BYTES + GENERATION_BYTES)
      bytes.write(purchaseId.replaceAll('-', ''), 'hex')
      bytes.writeUInt16BE(generation, ID_BYTES)
      const text = toBase32(Buffer.concat([bytes, macOf(bytes)]))
      return [prefix, ...(text.match(new RegExp(`.{${GROUP}}`, 'g')) ?? [])].join('-')
    },
    /** Reads a key. Null when it was not issued here. Does not use the database. */
    read(key: string): LicenseRef | null {
      const text = key.trim().toUpperCase()
      if (!FORM.test(text) || !text.startsWith(prefix)) return null
      const bytes = fromBase32(text.slice(prefix.length).replaceAll('-', ''))
      const [named, mac] = [bytes.subarray(0, ID_BYTES + GENERATION_BYTES), bytes.subarray(ID_BYTES + GENERATION_BYTES)]
      if (!timingSafeEqual(macOf(named), mac)) return null
      const hex = named.toString('hex', 0, ID_BYTES)
      const purchaseId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(
        '-',
      )
      return { purchaseId, generation: named.readUInt16BE(ID_BYTES) }
    },
  }
}

function toBase32(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < (KEY_BYTES * 8) / 5; digit += 1) {
    text = (ALPHABET[Number(value % 32n)] ?? '0') + text
    value /= 32n
  }
  return text
}

function fromBase32(text: string): Buffer {
  let value = 0n
  for (const digit of text) value = value * 32n + BigInt(ALPHABET.indexOf(digit))
  return Buffer.from(value.toString(16).padStart(KEY_BYTES * 2, '0'), 'hex')
}
