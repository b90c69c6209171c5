import { createHmac, createPrivateKey, sign as signNatively } from 'node:crypto'

import nacl from 'tweetnacl'

import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'
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

/** The PKCS #8 prefix of an Ed25519 seed (RFC 8410, section 7). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the signer of receipts. `baseUrl` is the prefix of their `verify` and `public_key` URLs. */
export function createReceiptSigner({ seed, hmacKey }: Secrets, baseUrl: string): ReceiptSigner {
  const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(seed)
  const key = receiptKey(publicKey)
  const nativeKey = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' })
  const pointers = receiptPointers(baseUrl)
  return {
    key,
    envelope(payloadType, payload) {
      const sig = nacl.sign.detached(preAuthEncoding(payloadType, payload), secretKey)
      const signatures = [{ keyid: key.kid, sig: Buffer.from(sig).toString('base64') }]
      return { payloadType, payload: Buffer.from(payload).toString('base64'), signatures }
    },
    statement(statement) {
      const signature = nacl.sign.detached(Buffer.from(statementText(statement)), secretKey)
      return { signature: Buffer.from(signature).toString('base64url'), key_id: key.kid }
    },
    // Uses node:crypto for speed, because every paid call needs one; Ed25519 gives the same signature either way.
    jws: (payload) => compactJws(payload, publicKey, (text) => signNatively(null, text, nativeKey)),
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
