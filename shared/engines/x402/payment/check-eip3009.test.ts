import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import fc from 'fast-check'
import { verifyTypedData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { baseAccept, PAYEE, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

import { lintFacilitatorPayload } from '#shared/outcomes/agent-commerce/facilitator-payload-lint/lint-facilitator-payload.ts'
import { authorizationTypes } from '../offer-receipt/signed-domains.ts'

const NOW = 1_795_000_000
const account = privateKeyToAccount(generatePrivateKey())
const AUTHORIZATION = {
  from: account.address as string,
  to: PAYEE,
  value: '20000',
  validAfter: '0',
  validBefore: String(NOW + 60),
  nonce: `0x${'22'.repeat(32)}`,
}
const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8_453, verifyingContract: USDC_BASE as Hex }

type Authorization = typeof AUTHORIZATION

const sign = (authorization: Authorization, domain: Partial<typeof DOMAIN> = {}) =>
  account.signTypedData({
    domain: { ...DOMAIN, ...domain },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      // Safe: the texts above.
      from: authorization.from as Hex,
      to: authorization.to as Hex,
      nonce: authorization.nonce as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  })

async function payment(
  changes: Partial<Authorization> = {},
  {
    domain = {},
    accept = {},
    signature,
  }: { domain?: Partial<typeof DOMAIN>; accept?: object; signature?: string } = {},
) {
  const authorization = { ...AUTHORIZATION, ...changes }
  return {
    x402Version: 2,
    resource: { url: 'https://a.test/r' },
    accepted: baseAccept({ ...accept }),
    payload: { signature: signature ?? (await sign(authorization, domain)), authorization },
  }
}

const lint = (sent: unknown, more: Partial<Parameters<typeof lintFacilitatorPayload>[0]> = {}) =>
  lintFacilitatorPayload({ payment: sent, facilitator: 'cdp', nowMs: NOW * 1000, ...more })
const codesOf = ({ findings }: ReturnType<typeof lint>) => findings.map(({ code }) => code)

test('a payment without a fault is go, ready to send', async () => {
  const sent = await payment()
  expect(lint(sent)).toMatchObject({
    decision: 'go',
    valid: true,
    findings: [],
    recovered_signer: account.address,
    signer_matches: true,
    seconds_to_expiry: 60,
    predicted_error: null,
    facilitator: { id: 'cdp', supported: true },
    payload: { payer: account.address, pay_to: PAYEE, amount_atomic: '20000', transfer_method: 'eip3009' },
    request_body: { x402Version: 2, paymentPayload: sent, paymentRequirements: sent.accepted },
  })
})

describe('a signature that does not fit says why', () => {
  test.each<[string, Partial<typeof DOMAIN>]>([
    ['the wrong name: name "USDC"', { name: 'USDC' }],
    ['the wrong version: version "1"', { version: '1' }],
    ['the wrong chain: chain id 84532', { chainId: 84_532 }],
    [
      'It was signed for USDC of Base Sepolia',
      { chainId: 84_532, name: 'USDC', verifyingContract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    ],
  ])('%s', async (told, domain) => {
    expect(lint(await payment({}, { domain }))).toMatchObject({
      decision: 'no-go',
      signer_matches: false,
      predicted_error: 'invalid_exact_evm_payload_signature',
      findings: [{ code: 'signature_mismatch', message: expect.stringContaining(told) }],
    })
  })

  test('another key, or a field changed after signing', async () => {
    const sent = await payment()
    const changed = { ...sent, payload: { ...sent.payload, authorization: { ...AUTHORIZATION, value: '19999' } } }
    expect(lint(changed)).toMatchObject({
      signer_matches: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringContaining('Another key signed it') }),
      ]),
    })
  })

  test('a high s, a v of 0 or 1, no point of the curve', async () => {
    const signature = await sign(AUTHORIZATION)
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const flipped = signature.endsWith('1b') ? '1c' : '1b'
    expect(codesOf(lint(await payment({}, { signature: `${signature.slice(0, 66)}${s}${flipped}` })))).toEqual([
      'high_s_signature',
    ])
    const v = signature.endsWith('1b') ? '00' : '01'
    const low = lint(await payment({}, { signature: `${signature.slice(0, 130)}${v}` }))
    expect(low).toMatchObject({ signer_matches: true, decision: 'review', findings: [{ code: 'signature_v' }] })
    const off = `0x${'00'.repeat(64)}1b`
    expect(lint(await payment({}, { signature: off }))).toMatchObject({
      signer_matches: false,
      findings: [{ code: 'bad_signature' }],
    })
  })

  test('smart wallets are left to the chain', async () => {
    const long = `0x${'11'.repeat(200)}`
    expect(lint(await payment({}, { signature: long }))).toMatchObject({
      decision: 'go',
      signer_matches: null,
      findings: [{ code: 'smart_wallet_signature', message: expect.stringContaining('ERC-1271') }],
    })
    expect(lint(await payment({}, { signature: `${long}${'6492'.repeat(16)}` }))).toMatchObject({
      findings: [{ message: expect.stringContaining('ERC-6492') }],
    })
  })
})

describe('what is predicted is what the SDK’s facilitator answers', () => {
  /** A chain on which everything goes well, so that only the payment itself can be at fault. */
  const scheme = new ExactEvmScheme({
    getAddresses: () => ['0x0000000000000000000000000000000000000001'],
    readContract: () => Promise.resolve(10n ** 12n),
    // Safe: the scheme hands over what it built for viem.
    verifyTypedData: (args) => verifyTypedData(args as Parameters<typeof verifyTypedData>[0]),
    writeContract: () => Promise.reject(new Error('nothing is settled here')),
    sendTransaction: () => Promise.reject(new Error('nothing is settled here')),
    waitForTransactionReceipt: () => Promise.reject(new Error('nothing is settled here')),
    getCode: ({ address }) => Promise.resolve(address.toLowerCase() === USDC_BASE.toLowerCase() ? '0x60' : undefined),
  })
  beforeAll(() => {
    vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] })
    return () => vi.useRealTimers()
  })

  const answerOf = async (sent: Awaited<ReturnType<typeof payment>>) => {
    // Safe: of the SDK's form by construction.
    type Verify = Parameters<typeof scheme.verify>
    const { isValid, invalidReason } = await scheme.verify(
      sent as unknown as Verify[0],
      sent.accepted as unknown as Verify[1],
    )
    return isValid ? null : invalidReason
  }
  const other = '0x857b06519E91e3A54538791bDbb0E22373e36b66'

  test.each<[string, () => ReturnType<typeof payment>]>([
    ['nothing wrong', () => payment()],
    ['recipient', () => payment({ to: other })],
    ['value over', () => payment({ value: '20001' })],
    ['value under', () => payment({ value: '19999' })],
    ['expired', () => payment({ validBefore: String(NOW) })],
    ['six seconds left', () => payment({ validBefore: String(NOW + 6) })],
    ['five seconds left', () => payment({ validBefore: String(NOW + 5) })],
    ['early', () => payment({ validAfter: String(NOW + 1) })],
    ['just valid', () => payment({ validAfter: String(NOW) })],
    ['wrong domain', () => payment({}, { domain: { name: 'USDC' } })],
    ['domain missing', () => payment({}, { accept: { extra: {} } })],
    ['another signer', () => payment({ from: other })],
    ['several at once', () => payment({ to: other, value: '1', validBefore: '1' })],
    ['signature and more', () => payment({ value: '1', validBefore: '1' }, { domain: { chainId: 1 } })],
  ])('%s', async (_, make) => {
    const sent = await make()
    expect(lint(sent).predicted_sdk_error).toBe((await answerOf(sent)) ?? null)
  })
})

describe('windows and versions', () => {
  test('a window much longer than the timeout is a warning', async () => {
    expect(codesOf(lint(await payment({ validBefore: String(NOW + 661) })))).toEqual(['window_too_long'])
    expect(codesOf(lint(await payment({ validBefore: String(NOW + 660) })))).toEqual([])
  })

  test('numbers no clock has are told, not thrown', async () => {
    const most = String(2n ** 256n - 1n)
    expect(lint(await payment({ validBefore: most }))).toMatchObject({ seconds_to_expiry: Number.MAX_SAFE_INTEGER })
    expect(lint(await payment({ validAfter: most }))).toMatchObject({ decision: 'no-go' })
  })

  test('v1 is judged by the requirement, or by USDC of its network', async () => {
    const { payload } = await payment()
    const sent = { x402Version: 1, scheme: 'exact', network: 'base', payload }
    expect(lint(sent)).toMatchObject({
      x402_version: 1,
      signer_matches: true,
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'no_requirements', severity: 'warning' }),
        expect.objectContaining({ code: 'asset_assumed', severity: 'info' }),
      ]),
    })
    const { amount, ...rest } = baseAccept({ network: 'base' })
    const requirements = { ...rest, maxAmountRequired: amount }
    expect(lint(sent, { requirements })).toMatchObject({ decision: 'go', signer_matches: true })
    expect(lint(sent, { requirements: { ...requirements, maxAmountRequired: '5' } })).toMatchObject({
      predicted_error: 'invalid_exact_evm_payload_authorization_value_mismatch',
    })
    expect(codesOf(lint({ ...sent, network: 'eip155:8453' }, { requirements }))).toContain('network_malformed')
  })

  test('what was accepted has to be what is asked', async () => {
    expect(lint(await payment(), { requirements: baseAccept({ amount: '30000' }) })).toMatchObject({
      predicted_error: 'invalid_payment_requirements',
      findings: [{ code: 'requirements_mismatch', path: '/accepted/amount', fix: '30000' }],
    })
    expect(codesOf(lint(await payment(), { requirements: baseAccept({ payTo: PAYEE.toLowerCase() }) }))).toEqual([])
  })
})

test('any changed authorization is caught, by its signature or before', async () => {
  const sent = await payment()
  const changed = fc.record(
    {
      value: fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String),
      validAfter: fc.integer({ min: 1, max: NOW }).map(String),
      nonce: fc.stringMatching(/^0x[0-9a-f]{64}$/),
      to: fc.stringMatching(/^0x[1-9a-f][0-9a-f]{39}$/),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(changed, (changes) => {
      const authorization = { ...AUTHORIZATION, ...changes }
      const isSame = JSON.stringify(authorization) === JSON.stringify(AUTHORIZATION)
      const verdict = lint({ ...sent, payload: { ...sent.payload, authorization } })
      expect(verdict.signer_matches).toBe(isSame)
      expect(verdict.valid).toBe(isSame)
    }),
    { numRuns: 25 },
  )
})
