import { createHmac, sign } from 'node:crypto'

import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'
import { ed25519KeyPair } from '#shared/lib/crypto/ed25519-key-pair.ts'
import { type SignedStatement, statementText, type StatementSignature } from '#shared/lib/crypto/signed-statement.ts'
import type { Envelope, EnvelopeType } from '#shared/doors/attestations.ts'

import { receiptKey, type ReceiptKey } from './public-key.ts'
import { type Receipt, RECEIPT_PROFILE, type ReceiptFields, receiptPointers, signedText } from './receipt.ts'
import { compactJws, type OfferPayload, type ReceiptPayload } from './x402-jws.ts'

export type ReceiptSigner = {
  key: ReceiptKey
  /** Signs fields as of `at`. Deterministic: the same fields and time give the same receipt. */
  sign: (fields: ReceiptFields, at: Date) => Receipt
  /** Signs a payload as DSSE with the same key. What is signed can never be the text of a receipt. */
  envelope: (payloadType: EnvelopeType, payload: Uint8Array) => Envelope
  /** Signs a statement with the same key. Its text can never be the text of a receipt. */
  statement: (statement: SignedStatement) => StatementSignature
  /** Signs an x402 offer or receipt as a compact JWS with the same key. */
  jws: (payload: OfferPayload | ReceiptPayload) => string
}

type Secrets = {
  /** The Ed25519 seed (RFC 8032's private key), 32 bytes. Only the settlement process has it. */
  seed: Uint8Array
  hmacKey: Uint8Array
}

/** Returns the signer of receipts. `baseUrl` is the prefix of their `verify` and `public_key` URLs. */
export function createReceiptSigner({ seed, hmacKey }: Secrets, baseUrl: string): ReceiptSigner {
  const { publicKey, privateKey } = ed25519KeyPair(seed)
  const key = receiptKey(publicKey)
  const signBytes = (bytes: Uint8Array) => sign(null, bytes, privateKey)
  const pointers = receiptPointers(baseUrl)
  return {
    key,
    envelope(payloadType, payload) {
      const sig = signBytes(preAuthEncoding(payloadType, payload)).toString('base64')
      const signatures = [{ keyid: key.kid, sig }]
      return { payloadType, payload: Buffer.from(payload).toString('base64'), signatures }
    },
    statement(statement) {
      return { signature: signBytes(Buffer.from(statementText(statement))).toString('base64url'), key_id: key.kid }
    },
    jws: (payload) => compactJws(payload, publicKey, signBytes),
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
        signature: signBytes(text).toString('base64'),
        hmac: createHmac('sha256', hmacKey).update(text).digest('hex'),
        key_id: key.kid,
        ...pointers,
      }
    },
  }
}
