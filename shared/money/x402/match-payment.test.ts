import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BASE, SOLANA } from '#shared/chains/networks.ts'

import { acceptsFor, type PaymentRequirements } from '../accepts.ts'
import { matchPayment, type Terms } from './match-payment.ts'
import { readPaymentHeader, type SentPayment } from './payment-header.ts'

const PAY_TO = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01'
const config = {
  SETTLEMENT_URL: 'http://127.0.0.1:1',
  FACILITATOR_URL: undefined,
  BASE_PAY_TO: PAY_TO,
  SOLANA_PAY_TO: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  SOLANA_FEE_PAYER: '2Egi4NEeBUFCP5Pq4W9vH5uyvNgPfV2zLwTff48rexfZ',
}
const requirements = acceptsFor(config, 10_000n, true)
const terms: Terms = {
  url: 'https://x.example/api/v1/outcomes/a',
  paths: ['/api/v1/outcomes/a', '/v1/outcomes/a'],
  requirements,
}
const PAYER = `0x${'Ab'.repeat(20)}`

const authorization = {
  from: PAYER,
  to: PAY_TO,
  value: '10000',
  validAfter: '0',
  validBefore: '1900000000',
  nonce: `0x${'0F'.repeat(32)}`,
}
const signature = `0x${'11'.repeat(32)}${'22'.repeat(32)}1b`

type Changes = {
  authorization?: Record<string, unknown>
  payload?: Record<string, unknown>
  accepted?: Partial<Record<keyof PaymentRequirements, unknown>>
  url?: string
}

function sent({ authorization: other, payload, accepted, url }: Changes = {}): SentPayment {
  const value = {
    x402Version: 2,
    accepted: { ...requirements[0], ...accepted },
    payload: { authorization: { ...authorization, ...other }, signature, ...payload },
    ...(url === undefined ? {} : { resource: { url } }),
  }
  return readPaymentHeader('payment-signature', Buffer.from(JSON.stringify(value)).toString('base64'))
}

test('a payment for our requirement is matched, its key in lower case, and forwarded with our own requirement', () => {
  const match = matchPayment(sent({ url: 'http://other.host/v1/outcomes/a?x=1' }), terms)
  expect(match).toMatchObject({
    kind: 'matched',
    payment: {
      key: {
        network: BASE,
        asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        proof: `0x${'ab'.repeat(20)}:0x${'0f'.repeat(32)}`,
      },
      payer: PAYER.toLowerCase(),
      amount: 10_000n,
      validAfter: 0,
      validBefore: 1_900_000_000,
      forward: { x402Version: 2, accepted: requirements[0], payload: { authorization: { value: '10000' } } },
    },
  })
})

test('v1 and v2 of one authorization have one key and are forwarded alike', () => {
  const { payload } = sent()
  const v1 = { x402Version: 1, scheme: 'exact', network: 'base', payload }
  const old = readPaymentHeader('x-payment', Buffer.from(JSON.stringify(v1)).toString('base64'))
  const [first, second] = [matchPayment(old, terms), matchPayment(sent(), terms)]
  expect(first).toEqual(second)
})

test('a network that is not taken is told which are, as the version of the payment names them', () => {
  const v1 = { x402Version: 1, scheme: 'exact', network: BASE, payload: sent().payload }
  const old = readPaymentHeader('x-payment', Buffer.from(JSON.stringify(v1)).toString('base64'))
  expect(matchPayment(old, terms)).toMatchObject({
    reason: 'invalid_network',
    message: expect.stringMatching(/not taken; those on base and solana are\.$/),
  })
  const other = sent({ accepted: { network: 'eip155:84532' } })
  expect(matchPayment(other, terms)).toMatchObject({ message: expect.stringContaining(`those on ${BASE} and `) })
})

describe('X4 to X10: what differs from what we ask for is invalid, with its reason', () => {
  const value = (text: unknown): Changes => ({ authorization: { value: text } })
  test.each<[string, Changes, string, string?]>([
    ['one micro less', value('9999'), 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['one micro more', value('10001'), 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['nothing', value('0'), 'invalid_exact_evm_payload_authorization_value_mismatch'],
    ['a negative amount', value('-10000'), 'invalid_exact_evm_authorization_value'],
    ['an exponent', value('1e4'), 'invalid_exact_evm_authorization_value'],
    ['hex', value('0x2710'), 'invalid_exact_evm_authorization_value'],
    ['leading zeros', value('010000'), 'invalid_exact_evm_authorization_value'],
    ['a decimal point', value('10000.0'), 'invalid_exact_evm_authorization_value'],
    ['white space', value(' 10000'), 'invalid_exact_evm_authorization_value'],
    ['2^256', value((2n ** 256n).toString()), 'invalid_exact_evm_authorization_value'],
    ['another payTo', { authorization: { to: PAYER } }, 'invalid_exact_evm_recipient_mismatch'],
    ['a payTo that is no address', { authorization: { to: 'me' } }, 'invalid_payload'],
    ['a nonce too short', { authorization: { nonce: '0x00' } }, 'invalid_payload'],
    [
      'a validBefore that is no number',
      { authorization: { validBefore: 'never' } },
      'invalid_exact_evm_payload_authorization_valid_before',
    ],
    ['another asset', { accepted: { asset: PAYER } }, 'invalid_payment_requirements', 'accepted.asset'],
    ['a cheaper price in the echo', { accepted: { amount: '1' } }, 'invalid_payment_requirements', 'accepted.amount'],
    ['another payTo in the echo', { accepted: { payTo: PAYER } }, 'invalid_payment_requirements', 'accepted.payTo'],
    ['a test network', { accepted: { network: 'eip155:84532' } }, 'invalid_network'],
    ['another chain', { accepted: { network: 'eip155:1' } }, 'invalid_network'],
    ['another scheme', { accepted: { scheme: 'upto' } }, 'unsupported_scheme'],
    [
      'another name of the token',
      { accepted: { extra: { name: 'USDC', version: '2' } } },
      'invalid_exact_evm_token_name_mismatch',
    ],
    [
      'another version of the token',
      { accepted: { extra: { name: 'USD Coin', version: '1' } } },
      'invalid_exact_evm_token_version_mismatch',
    ],
    [
      'another resource',
      { url: 'https://x.example/api/v1/outcomes/b' },
      'invalid_payment_requirements',
      'resource.url',
    ],
    ['a Permit2 payload', { payload: { permit2Authorization: {} } }, 'unsupported_payload_type'],
    [
      'a signature with high s',
      { payload: { signature: `0x${'11'.repeat(32)}${'ff'.repeat(32)}1b` } },
      'invalid_exact_evm_signature',
    ],
    [
      'a signature with r of zero',
      { payload: { signature: `0x${'00'.repeat(32)}${'22'.repeat(32)}1b` } },
      'invalid_exact_evm_signature',
    ],
    [
      'a signature with v of 29',
      { payload: { signature: `0x${'11'.repeat(32)}${'22'.repeat(32)}1d` } },
      'invalid_exact_evm_signature',
    ],
    ['a signature too short', { payload: { signature: '0x11' } }, 'invalid_exact_evm_signature'],
    ['a signature that is no hex', { payload: { signature: 'mine' } }, 'invalid_exact_evm_signature'],
  ])('%s', (_, changes, reason, field) => {
    expect(matchPayment(sent(changes), terms)).toMatchObject({
      kind: 'invalid',
      reason,
      ...(field === undefined ? {} : { field }),
    })
  })

  test('payTo and asset are the same address in any case', () => {
    for (const accepted of [
      { payTo: PAY_TO.toLowerCase() },
      { asset: requirements[0]?.asset.toUpperCase().replace('0X', '0x') },
    ]) {
      expect(
        matchPayment(sent({ accepted, authorization: { to: PAY_TO.toUpperCase().replace('0X', '0x') } }), terms),
      ).toMatchObject({
        kind: 'matched',
      })
    }
  })

  test('v of 0, 1, 27 and 28, and the longer signatures of contract wallets, are left to verify', () => {
    for (const end of ['00', '01', '1b', '1c', '1b'.repeat(200)]) {
      const other = `0x${'11'.repeat(32)}${'22'.repeat(32)}${end}`
      expect(matchPayment(sent({ payload: { signature: other } }), terms).kind).toBe('matched')
    }
  })

  test('a wrong payment still has its key, so that one in use can be told apart', () => {
    expect(matchPayment(sent({ authorization: { value: '1' } }), terms)).toMatchObject({ key: { network: BASE } })
    expect(matchPayment(sent({ accepted: { network: 'eip155:1' } }), terms)).toMatchObject({ key: null })
  })

  test('N11: times of 256 bits are taken for the far future', () => {
    const far = (2n ** 256n - 1n).toString()
    const match = matchPayment(sent({ authorization: { validBefore: far, validAfter: far } }), terms)
    expect(match).toMatchObject({
      kind: 'matched',
      payment: { validBefore: 253_402_300_799, validAfter: 253_402_300_799 },
    })
  })
})

test('a payload without an authorization, or with parts that are no text, is malformed', () => {
  for (const payload of [{ authorization: undefined }, { authorization: 7 }, { signature: null }]) {
    expect(matchPayment(sent({ payload }), terms)).toMatchObject({ kind: 'malformed' })
  }
  expect(matchPayment(sent({ authorization: { value: 10_000 } }), terms)).toMatchObject({
    kind: 'malformed',
    path: ['payload', 'authorization', 'value'],
  })
  const solana = { ...sent(), network: SOLANA, payload: {} }
  expect(matchPayment(solana, terms)).toMatchObject({ kind: 'malformed' })
})

test('whatever the payload, it is matched or told why not', () => {
  const network = fc.constantFrom(BASE, SOLANA, 'base')
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('authorization', 'signature', 'transaction', 'x'), fc.jsonValue()),
      network,
      (payload, on) => {
        const match = matchPayment({ ...sent(), network: on, payload }, terms)
        expect(['matched', 'malformed', 'invalid']).toContain(match.kind)
      },
    ),
    { numRuns: 300 },
  )
})
