import { generateKeyPairSync, sign as signBytes, type KeyObject } from 'node:crypto'

import {
  createJWS,
  createOfferEIP712,
  createOfferJWS,
  createReceiptEIP712,
  createReceiptJWS,
} from '@x402/extensions/offer-receipt'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { baseAccept, base64, goodDocument, PAYEE, solanaAccept } from '#test/support/fakes/payment-documents.ts'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { lintOfferReceipt } from './lint-offer-receipt.ts'

const NOW = 1_795_000_000
const URL_PAID = 'https://api.example.com/search'
const seller = privateKeyToAccount(generatePrivateKey())
const stranger = privateKeyToAccount(generatePrivateKey())
const accept = baseAccept({ payTo: seller.address })
const terms = {
  acceptIndex: 0,
  scheme: 'exact',
  network: 'eip155:8453',
  asset: accept.asset,
  payTo: seller.address,
  amount: '20000',
}
const HASH = `0x${'1'.repeat(64)}`

type TypedData = Parameters<Parameters<typeof createOfferEIP712>[2]>[0]
const signer = (account: typeof seller) => (data: TypedData) =>
  // Safe: the extension hands over what viem signs.
  account.signTypedData(data as unknown as Parameters<typeof account.signTypedData>[0]) as Promise<Hex>

beforeAll(() => {
  vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] })
  return () => vi.useRealTimers()
})

const lint = (asked: Partial<Parameters<typeof lintOfferReceipt>[0]>) =>
  lintOfferReceipt({ expected: {}, maxAgeS: 86_400, nowMs: NOW * 1000, ...asked })
const codesOf = ({ findings }: ReturnType<typeof lint>) => findings.map(({ code }) => code)
const withOffers = (offers: unknown[], accepts: unknown[] = [accept]) =>
  goodDocument({ accepts, extensions: { 'offer-receipt': { info: { offers }, schema: { type: 'object' } } } })
const withReceipt = (receipt: unknown, more: Record<string, unknown> = {}) => ({
  success: true,
  transaction: HASH,
  network: 'eip155:8453',
  payer: PAYEE,
  ...more,
  extensions: { 'offer-receipt': { info: { receipt } } },
})
const offer = (changes: Partial<typeof terms> & { offerValiditySeconds?: number } = {}, account = seller) =>
  createOfferEIP712(URL_PAID, { ...terms, ...changes }, signer(account))
const received = (changes: Partial<Parameters<typeof createReceiptEIP712>[0]> = {}) =>
  createReceiptEIP712(
    { resourceUrl: URL_PAID, payer: PAYEE, network: 'eip155:8453', transaction: HASH, ...changes },
    signer(seller),
  )

describe('offer-receipt-extension-lint: offers by EIP-712', () => {
  test('of the payee are valid and cover what they sign', async () => {
    expect(lint({ body: withOffers([await offer()]) })).toMatchObject({
      decision: 'go',
      findings: [],
      offers: [
        {
          index: 0,
          format: 'eip712',
          accept_index: 0,
          signature_valid: true,
          signer: seller.address,
          authorized: 'payto',
          matches_accept: 0,
          expired: false,
        },
      ],
      coverage: { accepts: 1, with_offer: 1, without_offer: 0 },
    })
  })

  test('are read from JSON and header values too', async () => {
    const body = withOffers([await offer()])
    expect(lint({ body: JSON.stringify(body) })).toMatchObject({ decision: 'go' })
    expect(lint({ body: base64(body) })).toMatchObject({ decision: 'go' })
    expect(codesOf(lint({ body: 'no json' }))).toContain('OR_NOT_READABLE')
  })

  test('of anybody else prove nothing, and neither do changed terms', async () => {
    const foreign = lint({ body: withOffers([await offer({}, stranger)]) })
    expect(foreign).toMatchObject({
      decision: 'review',
      offers: [{ signature_valid: null, signer: stranger.address, authorized: 'unknown' }],
      findings: [{ code: 'OR_SIGNER_UNKNOWN', severity: 'warning' }],
    })
    const made = await offer()
    const changed = { ...made, payload: { ...made.payload, amount: '1' } }
    expect(lint({ body: withOffers([changed], [baseAccept({ payTo: seller.address, amount: '1' })]) })).toMatchObject({
      decision: 'review',
      offers: [{ signature_valid: null, authorized: 'unknown', matches_accept: 0 }],
    })
  })

  test('are matched by their terms, never by their index', async () => {
    const both = [solanaAccept(), accept]
    expect(lint({ body: withOffers([await offer()], both) })).toMatchObject({
      offers: [{ accept_index: 0, matches_accept: 1 }],
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'OR_ACCEPT_INDEX', severity: 'warning', fix: '1' }),
        expect.objectContaining({ code: 'OR_NOT_COVERED', severity: 'warning' }),
      ]),
    })
    expect(codesOf(lint({ body: withOffers([await offer({ acceptIndex: 9 })]) }))).toEqual(['OR_ACCEPT_INDEX'])
    expect(lint({ body: withOffers([await offer({ amount: '30000' })]) })).toMatchObject({
      decision: 'no-go',
      offers: [{ matches_accept: null }],
      findings: expect.arrayContaining([
        expect.objectContaining({
          code: 'OR_NO_MATCHING_ACCEPT',
          severity: 'error',
          message: expect.stringContaining('amount'),
        }),
      ]),
    })
  })

  test('that ended are a warning', async () => {
    const made = await offer({ offerValiditySeconds: 10 })
    expect(lint({ body: withOffers([made]), nowMs: (NOW + 11) * 1000 })).toMatchObject({
      decision: 'review',
      offers: [{ expired: true, signature_valid: true }],
      findings: [{ code: 'OR_EXPIRED' }],
    })
    expect(lint({ body: withOffers([made]), nowMs: (NOW + 10) * 1000 })).toMatchObject({ decision: 'go' })
  })

  test('without validUntil are signed as zero', async () => {
    const payload = { version: 1, resourceUrl: URL_PAID, ...terms }
    const { acceptIndex: _, ...signed } = payload
    const signature = await seller.signTypedData({
      domain: { name: 'x402 offer', version: '1', chainId: 1 },
      types: {
        Offer: [
          { name: 'version', type: 'uint256' },
          { name: 'resourceUrl', type: 'string' },
          { name: 'scheme', type: 'string' },
          { name: 'network', type: 'string' },
          { name: 'asset', type: 'string' },
          { name: 'payTo', type: 'string' },
          { name: 'amount', type: 'string' },
          { name: 'validUntil', type: 'uint256' },
        ],
      },
      primaryType: 'Offer',
      message: { ...signed, version: 1n, validUntil: 0n },
    })
    expect(lint({ body: withOffers([{ format: 'eip712', payload: signed, signature }]) })).toMatchObject({
      decision: 'go',
      offers: [{ signature_valid: true, expired: null, accept_index: null, matches_accept: 0 }],
    })
  })

  test.each([
    ['OR_SIGNATURE_MALFORMED', { signature: '0x1234567890abcdef...' }],
    ['OR_TYPES_ON_WIRE', { types: {} }],
    ['OR_TYPES_ON_WIRE', { primaryType: 'Offer' }],
    ['OR_FORMAT', { format: 'pgp' }],
    ['OR_PAYLOAD_MISSING', { payload: undefined }],
    ['OR_SHAPE', { signature: 5 }],
  ])('%s is an error for %j', async (code, changes) => {
    const verdict = lint({ body: withOffers([{ ...(await offer()), ...changes }]) })
    expect(verdict.findings).toContainEqual(expect.objectContaining({ code, severity: 'error' }))
  })

  test.each([
    ['OR_NETWORK_NOT_CAIP2', 'error', { network: 'base' }],
    ['OR_NETWORK_NOT_EVM', 'error', { network: solanaAccept().network }],
    ['OR_VERSION', 'error', { version: 2 }],
    ['OR_FIELD', 'error', { amount: 20_000 }],
    ['OR_FIELD', 'error', { validUntil: 1.5 }],
    ['OR_FIELD_UNKNOWN', 'warning', { nonce: 'x' }],
  ])('%s is one %s for a payload with %j', async (code, severity, changes) => {
    const made = await offer()
    const body = withOffers([{ ...made, payload: { ...made.payload, ...changes } }])
    expect(lint({ body }).findings).toContainEqual(expect.objectContaining({ code, severity }))
  })

  test('are held against what was expected', async () => {
    const body = withOffers([await offer()])
    expect(codesOf(lint({ body, expected: { resource_url: 'https://other.example/' } }))).toEqual([
      'OR_RESOURCE_MISMATCH',
    ])
    expect(codesOf(lint({ body, expected: { pay_to: PAYEE } }))).toEqual(['OR_PAYTO_MISMATCH'])
    expect(codesOf(lint({ body, expected: { network: 'base', pay_to: seller.address.toLowerCase() } }))).toEqual([])
  })
})

describe('offer-receipt-extension-lint: receipts', () => {
  test('are held against the settlement around them and the payee that is expected', async () => {
    const settlement = withReceipt(await received())
    expect(lint({ settlement, expected: { pay_to: seller.address } })).toMatchObject({
      decision: 'go',
      receipt: { signature_valid: true, authorized: 'payto', age_s: 0, has_transaction: true },
    })
    expect(lint({ settlement: base64(settlement) })).toMatchObject({ receipt: { signer: seller.address } })
    const other = { transaction: `0x${'2'.repeat(64)}` }
    expect(
      codesOf(lint({ settlement: withReceipt(await received(), other), expected: { pay_to: seller.address } })),
    ).toEqual(['OR_TRANSACTION_MISMATCH'])
  })

  test.each([
    ['OR_NETWORK_NOT_CAIP2', { network: 'base' }],
    ['OR_PAYER_MISMATCH', { payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66' }],
    ['OR_NETWORK_MISMATCH', { network: 'eip155:1' }],
  ])('%s is an error for %j', async (code, changes) => {
    const verdict = lint({ settlement: withReceipt(await received(changes)), expected: { pay_to: seller.address } })
    expect(verdict.findings).toContainEqual(expect.objectContaining({ code, severity: 'error' }))
  })

  test('grow old, and may come from ahead', async () => {
    const settlement = withReceipt(await received())
    const at = (seconds: number) =>
      codesOf(lint({ settlement, expected: { pay_to: seller.address }, maxAgeS: 60, nowMs: (NOW + seconds) * 1000 }))
    expect(at(60)).toEqual([])
    expect(at(61)).toEqual(['OR_STALE'])
    expect(at(-300)).toEqual([])
    expect(at(-301)).toEqual(['OR_FROM_FUTURE'])
  })

  test('without a transaction say so', async () => {
    const made = await createReceiptEIP712(
      { resourceUrl: URL_PAID, payer: PAYEE, network: 'eip155:8453' },
      signer(seller),
    )
    expect(lint({ settlement: withReceipt(made), expected: { pay_to: seller.address } })).toMatchObject({
      decision: 'go',
      receipt: { signature_valid: true, has_transaction: false },
      findings: [{ code: 'OR_NO_TRANSACTION', severity: 'info' }],
    })
  })
})

describe('offer-receipt-extension-lint: JWS', () => {
  const PREFIX = { Ed25519: [0xed, 1], secp256k1: [0xe7, 1], 'P-256': [0x80, 0x24] } as const
  const CURVES = [
    ['EdDSA', 'Ed25519', null],
    ['ES256', 'P-256', 'sha256'],
    ['ES256K', 'secp256k1', 'sha256'],
  ] as const

  const pairOf = (curve: keyof typeof PREFIX) =>
    curve === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: curve })
  const jwsSigner = (alg: string, kid: string, privateKey: KeyObject, digest: string | null) => ({
    format: 'jws' as const,
    algorithm: alg,
    kid,
    sign: (bytes: Uint8Array) =>
      Promise.resolve(signBytes(digest, bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')),
  })
  const didKey = (curve: keyof typeof PREFIX, publicKey: KeyObject) => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const [left, right] = [x, y].map((part) => Buffer.from(part, 'base64url'))
    const compressed = Buffer.concat([Buffer.from([2 + ((right?.at(-1) ?? 0) & 1)]), left ?? Buffer.alloc(0)])
    const point = curve === 'Ed25519' ? (left ?? Buffer.alloc(0)) : compressed
    return `did:key:z${toBase58(Buffer.concat([Buffer.from(PREFIX[curve]), point]))}`
  }

  test.each(CURVES)(
    '%s is verified by did:key, by did:jwk and by the key that was sent',
    async (alg, curve, digest) => {
      const { publicKey, privateKey } = pairOf(curve)
      const jwk = publicKey.export({ format: 'jwk' })
      const did = didKey(curve, publicKey)
      const byJwk = `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}#0`
      for (const [kid, more, authorized] of [
        [`${did}#${did.slice(8)}`, {}, 'did'],
        [byJwk, {}, 'did'],
        ['did:web:api.example.com#1', { jwk }, 'unknown'],
      ] as const) {
        const body = withOffers([await createOfferJWS(URL_PAID, terms, jwsSigner(alg, kid, privateKey, digest))])
        expect(lint({ body, ...more })).toMatchObject({
          valid: true,
          offers: [{ format: 'jws', signature_valid: true, kid, authorized, matches_accept: 0 }],
        })
      }
    },
  )

  test('a changed payload or another key is an error', async () => {
    const [own, other] = [pairOf('Ed25519'), pairOf('Ed25519')]
    const kid = didKey('Ed25519', own.publicKey)
    const made = await createReceiptJWS(
      { resourceUrl: URL_PAID, payer: PAYEE, network: 'eip155:8453' },
      jwsSigner('EdDSA', kid, other.privateKey, null),
    )
    expect(lint({ settlement: withReceipt(made) })).toMatchObject({
      decision: 'no-go',
      receipt: { signature_valid: false },
      findings: expect.arrayContaining([expect.objectContaining({ code: 'OR_SIGNATURE_INVALID' })]),
    })
    const [header, , signature] = made.signature.split('.')
    const payload = Buffer.from(JSON.stringify({ version: 1 })).toString('base64url')
    expect(
      codesOf(lint({ settlement: withReceipt({ ...made, signature: `${header}.${payload}.${signature}` }) })),
    ).toContain('OR_SIGNATURE_INVALID')
  })

  test('did:web needs the network, and is left open', async () => {
    const { privateKey } = pairOf('Ed25519')
    const made = await createOfferJWS(
      URL_PAID,
      terms,
      jwsSigner('EdDSA', 'did:web:api.example.com#1', privateKey, null),
    )
    expect(lint({ body: withOffers([made]) })).toMatchObject({
      offers: [{ signature_valid: null }],
      findings: [{ code: 'OR_KEY_NEEDS_NETWORK', severity: 'info' }],
    })
  })

  test.each([
    ['OR_PAYLOAD_DOUBLED', async () => ({ ...(await fresh('EdDSA')), payload: {} })],
    ['OR_ALG', () => fresh('HS256')],
    ['OR_ALG', () => fresh('none')],
    ['OR_SIGNATURE_MALFORMED', async () => ({ ...(await fresh('EdDSA')), signature: 'a.b' })],
    ['OR_SIGNATURE_INVALID', () => fresh('ES256')],
  ])('%s is an error', async (code, make) => {
    expect(lint({ body: withOffers([await make()]) }).findings).toContainEqual(
      expect.objectContaining({ code, severity: 'error' }),
    )
  })

  const fresh = (alg: string) => {
    const { publicKey, privateKey } = pairOf('Ed25519')
    return createOfferJWS(URL_PAID, terms, jwsSigner(alg, didKey('Ed25519', publicKey), privateKey, null))
  }

  test('keys that are none are told, never thrown', async () => {
    const { privateKey } = pairOf('Ed25519')
    for (const kid of ['did:key:z6Mk', 'did:key:zQ3sh', 'did:jwk:AAAA', `did:key:z${'1'.repeat(60)}`]) {
      const jws = await createJWS({ version: 1 }, jwsSigner('EdDSA', kid, privateKey, null))
      expect(codesOf(lint({ body: withOffers([{ format: 'jws', signature: jws }]) }))).toContain('OR_KEY_UNREADABLE')
    }
    const off = `did:key:z${toBase58(Buffer.concat([Buffer.from([0xe7, 1, 2]), Buffer.alloc(32, 0xff)]))}`
    const jws = await createJWS({ version: 1 }, jwsSigner('ES256K', off, privateKey, null))
    expect(codesOf(lint({ body: withOffers([{ format: 'jws', signature: jws }]) }))).toContain('OR_KEY_UNREADABLE')
  })
})
