import { createPublicKey, verify } from 'node:crypto'

import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'

import { webhookSigner } from './webhook-signer.ts'

const signer = webhookSigner('test-secret-test-secret-test-secret-0123')
const message = { id: 'evt_1', timestamp: new Date(), body: '{"type":"webhook.test"}' }
const key = { webhookId: '0199f0a0-c8d2-7c1f-8f3b-2a4d5e6f7081', generation: 3 }

test('the official verifier takes a signature by the secret that was shown, and no other one', () => {
  const headers = signer.headersOf(message, [key])
  expect(new Webhook(signer.secretOf(key.webhookId, 3)).verify(message.body, headers)).toEqual({ type: 'webhook.test' })
  expect(() => new Webhook(signer.secretOf(key.webhookId, 2)).verify(message.body, headers)).toThrow('No matching')
  expect(() => new Webhook(signer.secretOf(key.webhookId, 3)).verify('{}', headers)).toThrow('No matching')
})

test('while two secrets are in force either one verifies', () => {
  const headers = signer.headersOf(message, [key, { ...key, generation: 2 }])
  for (const generation of [2, 3])
    expect(new Webhook(signer.secretOf(key.webhookId, generation)).verify(message.body, headers)).toBeTruthy()
})

test('the published key verifies a callback, which has no secret', () => {
  const headers = signer.headersOf(message, [])
  const [, signature = ''] = /^v1a,(\S+)$/.exec(headers['webhook-signature']) ?? []
  const x = Buffer.from(signer.publicKey.slice('whpk_'.length), 'base64').toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signed = (body: string) => Buffer.from(`evt_1.${headers['webhook-timestamp']}.${body}`)
  expect(verify(null, signed(message.body), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  expect(verify(null, signed('{}'), publicKey, Buffer.from(signature, 'base64'))).toBe(false)
})
