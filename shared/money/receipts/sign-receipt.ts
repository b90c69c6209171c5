import { createHmac } from 'node:crypto'

import nacl from 'tweetnacl'

import { receiptKey, type ReceiptKey } from './public-key.ts'
import { type Receipt, RECEIPT_PROFILE, type ReceiptFields, receiptPointers, signedText } from './receipt.ts'

export type ReceiptSigner = {
  key: ReceiptKey
  /** Signs fields as of `at`. The same fields and time always give the same receipt (Ed25519 has no randomness). */
  sign: (fields: ReceiptFields, at: Date) => Receipt
}

type Secrets = {
  /** The Ed25519 seed (RFC 8032's private key), 32 bytes. Only the settlement process has it. */
  seed: Uint8Array
  hmacKey: Uint8Array
}

/** Signs action receipts; `baseUrl` is what their `verify` and `public_key` addresses start with. */
export function createReceiptSigner({ seed, hmacKey }: Secrets, baseUrl: string): ReceiptSigner {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed)
  const key = receiptKey(publicKey)
  const pointers = receiptPointers(baseUrl)
  return {
    key,
    sign({ agent_id, action, payload_digest, nonce, quote, decision_ref }, at) {
      const signed = { agent_id, action, payload_digest, nonce, quote, ts: at.toISOString() }
      const text = Buffer.from(signedText(signed))
      return {
        ok: true,
        resource: 'action-receipt',
        profile: RECEIPT_PROFILE,
        ...signed,
        receipt_type: 'raw',
        decision_ref,
        signature: Buffer.from(nacl.sign.detached(text, secretKey)).toString('base64'),
        hmac: createHmac('sha256', hmacKey).update(text).digest('hex'),
        key_id: key.kid,
        ...pointers,
      }
    },
  }
}
