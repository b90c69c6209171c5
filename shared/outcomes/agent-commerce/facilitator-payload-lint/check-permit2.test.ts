import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { verifyTypedData, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, test, vi } from 'vitest'

import { baseAccept, PAYEE, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

import { lintFacilitatorPayload } from './lint-facilitator-payload.ts'

const NOW = 1_795_000_000
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const PROXY = '0x402085c248EeA27D92E8b30b2C58ed07f9E20001'
const UPTO_PROXY = '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002'
const OTHER = '0x857b06519E91e3A54538791bDbb0E22373e36b66'
const account = privateKeyToAccount(generatePrivateKey())

type Changes = {
  spender?: string
  token?: string
  amount?: string
  to?: string
  validAfter?: string
  deadline?: string
  from?: string
  facilitator?: string
  signature?: string
}

const token = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
]
const permit = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Witness' },
]

async function payment(changes: Changes = {}, scheme: 'exact' | 'upto' = 'exact') {
  const { facilitator } = changes
  const authorization = {
    from: changes.from ?? account.address,
    permitted: { token: changes.token ?? USDC_BASE, amount: changes.amount ?? '20000' },
    spender: changes.spender ?? (scheme === 'upto' ? UPTO_PROXY : PROXY),
    nonce: '77',
    deadline: changes.deadline ?? String(NOW + 60),
    witness: {
      to: changes.to ?? PAYEE,
      ...(facilitator === undefined ? {} : { facilitator }),
      validAfter: changes.validAfter ?? '0',
    },
  }
  const witness = [
    { name: 'to', type: 'address' },
    ...(facilitator === undefined ? [] : [{ name: 'facilitator', type: 'address' }]),
    { name: 'validAfter', type: 'uint256' },
  ]
  const { from: _, ...message } = authorization
  const signature = await account.signTypedData({
    domain: { name: 'Permit2', chainId: 8_453, verifyingContract: PERMIT2 },
    types: { PermitWitnessTransferFrom: permit, TokenPermissions: token, Witness: witness },
    primaryType: 'PermitWitnessTransferFrom',
    message,
  })
  return {
    x402Version: 2,
    accepted: baseAccept({ scheme, extra: { assetTransferMethod: 'permit2' } }),
    payload: { signature: changes.signature ?? signature, permit2Authorization: authorization },
  }
}

const lint = (sent: unknown) => lintFacilitatorPayload({ payment: sent, facilitator: 'cdp', nowMs: NOW * 1000 })

test('facilitator-payload-lint: a permit without a fault is go', async () => {
  expect(lint(await payment())).toMatchObject({
    decision: 'go',
    findings: [],
    recovered_signer: account.address,
    signer_matches: true,
    payload: { transfer_method: 'permit2', payer: account.address, nonce: '77' },
    seconds_to_expiry: 60,
  })
})

test('facilitator-payload-lint: upto has a proxy and a witness of its own', async () => {
  expect(lint(await payment({ facilitator: OTHER }, 'upto'))).toMatchObject({ decision: 'go', signer_matches: true })
  expect(lint(await payment({ facilitator: OTHER, spender: PROXY }, 'upto'))).toMatchObject({
    predicted_error: 'invalid_permit2_spender',
  })
})

test('facilitator-payload-lint: missing members are told by their path', async () => {
  const sent = await payment()
  const { witness: _, ...rest } = sent.payload.permit2Authorization
  expect(lint({ ...sent, payload: { ...sent.payload, permit2Authorization: rest } }).findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        code: 'missing_authorization_field',
        path: '/payload/permit2Authorization/witness/to',
      }),
    ]),
  )
})

describe('facilitator-payload-lint: what is predicted is what the SDK’s facilitator answers', () => {
  const scheme = new ExactEvmScheme({
    getAddresses: () => [OTHER],
    readContract: () => Promise.resolve(10n ** 12n),
    // Safe: the scheme hands over what it built for viem.
    verifyTypedData: (args) => verifyTypedData(args as Parameters<typeof verifyTypedData>[0]),
    writeContract: () => Promise.reject(new Error('nothing is settled here')),
    sendTransaction: () => Promise.reject(new Error('nothing is settled here')),
    waitForTransactionReceipt: () => Promise.reject(new Error('nothing is settled here')),
    getCode: ({ address }) => Promise.resolve(address === account.address ? undefined : ('0x60' as Hex)),
  })
  beforeAll(() => {
    vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] })
    return () => vi.useRealTimers()
  })

  test.each<[string, Changes]>([
    ['nothing wrong', {}],
    ['spender', { spender: OTHER }],
    ['recipient', { to: OTHER }],
    ['deadline', { deadline: String(NOW + 5) }],
    ['just in time', { deadline: String(NOW + 6) }],
    ['early', { validAfter: String(NOW + 1) }],
    ['amount', { amount: '20001' }],
    ['token', { token: OTHER }],
    ['another signer', { from: OTHER }],
    ['no signature', { signature: '0x12' }],
    ['several at once', { token: OTHER, amount: '1', deadline: '1' }],
    ['recipient and signer', { to: OTHER, from: OTHER }],
  ])('%s', async (_, changes) => {
    const sent = await payment(changes)
    // Safe: of the SDK's form by construction.
    type Verify = Parameters<typeof scheme.verify>
    const answer = await scheme.verify(sent as unknown as Verify[0], sent.accepted as unknown as Verify[1])
    expect(lint(sent).predicted_sdk_error).toBe(answer.isValid ? null : answer.invalidReason)
  })
})
