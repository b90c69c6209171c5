import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { acceptsNetworkSelect } from './outcome.ts'
import { baseAccept, base64, goodDocument, solanaAccept, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => acceptsNetworkSelect.run(input, fakeContext())
const sepolia = baseAccept({
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  amount: '1',
  extra: { name: 'USDC', version: '2' },
})

describe('accepts-network-select', () => {
  test('keeps to the order of preference', async () => {
    expect(await run({ accepts: [solanaAccept(), baseAccept()], prefer: ['eip155:8453'] })).toMatchObject({
      decision: 'proceed',
      selected_index: 1,
      rail: 'base',
      amount: { atomic: '20000', human: '0.02', asset_symbol: 'USDC', usd: '0.02' },
      client_hint: { payload_kind: 'eip3009', domain: { name: 'USD Coin', version: '2', chainId: 8453 } },
    })
    expect(await run({ accepts: [solanaAccept(), baseAccept()], prefer: ['base'] })).toMatchObject({ rail: 'base' })
  })

  test('leaves test networks alone until they are allowed', async () => {
    expect(await run({ accepts: [sepolia] })).toMatchObject({
      decision: 'reject',
      selected: null,
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'testnet_only' })]),
    })
    expect(await run({ accepts: [sepolia], allow_testnet: true })).toMatchObject({
      decision: 'proceed',
      rail: 'eip155:84532',
    })
  })

  test('takes the network on which the wallet has the money', async () => {
    const wallets = [
      { network: 'base', kind: 'eoa', balances: { [USDC_BASE]: '19999' } },
      { network: 'solana', kind: 'svm', balances: { USDC: '5000000' } },
    ]
    expect(await run({ accepts: [baseAccept(), solanaAccept()], wallets })).toMatchObject({
      selected_index: 1,
      rail: 'solana',
      client_hint: { payload_kind: 'svm-transaction', fee_payer: solanaAccept().extra.feePayer },
      ranking: [
        { index: 1, eligible: true, score: 2, reasons: [] },
        { index: 0, eligible: false, score: 0, reasons: ['balance_too_low'] },
      ],
    })
  })

  test('takes the cheaper way, then the one known to be funded, then the first', async () => {
    const dear = baseAccept({ amount: '30000' })
    expect(await run({ accepts: [dear, solanaAccept()] })).toMatchObject({ selected_index: 1 })
    const wallets = [
      { network: 'base', kind: 'eoa' },
      { network: 'solana', kind: 'svm', balances: { USDC: '20000' } },
    ]
    expect(await run({ accepts: [baseAccept(), solanaAccept()], wallets })).toMatchObject({ selected_index: 1 })
    expect(await run({ accepts: [baseAccept(), solanaAccept()] })).toMatchObject({ selected_index: 0 })
  })

  test.each([
    ['over_max_amount', { max_amount_usd: 0.0199 }],
    ['scheme_not_supported', { schemes: ['upto'] }],
    ['no_wallet', { wallets: [{ network: 'solana', kind: 'svm' }] }],
  ])('rejects with %s', async (code, more) => {
    expect(await run({ accepts: [baseAccept()], ...more })).toMatchObject({
      decision: 'reject',
      ranking: [{ eligible: false, reasons: [code] }],
    })
  })

  test('never picks what payment-required-lint calls an error', async () => {
    const broken = baseAccept({ amount: '0.01' })
    expect(await run({ accepts: [broken, baseAccept()] })).toMatchObject({ selected_index: 1 })
    expect(await run({ accepts: [broken] })).toMatchObject({
      decision: 'reject',
      ranking: [{ reasons: expect.arrayContaining(['PR_AMOUNT_NOT_ATOMIC']) }],
    })
  })

  test('compares only dollar tokens with a ceiling', async () => {
    const other = baseAccept({
      asset: '0x1111111111111111111111111111111111111111',
      extra: { name: 'X', version: '1' },
    })
    expect(await run({ accepts: [other], max_amount_usd: 1 })).toMatchObject({
      decision: 'reject',
      ranking: [{ reasons: ['price_not_comparable'] }],
    })
  })

  test('reads whole documents of both versions, as objects, JSON and header values', async () => {
    const { amount, ...rest } = baseAccept({ network: 'base' })
    const entry = { ...rest, maxAmountRequired: amount, resource: 'https://a.test/r', description: 'A.', mimeType: '' }
    const v1 = { x402Version: 1, error: 'pay', accepts: [entry] }
    for (const accepts of [v1, JSON.stringify(v1), base64(v1), base64(goodDocument())])
      expect(await run({ accepts })).toMatchObject({ decision: 'proceed', rail: 'base' })
    await expect(run({ accepts: 'no json' })).rejects.toThrow(Refusal)
    expect(await run({ accepts: [] })).toMatchObject({
      decision: 'reject',
      reasons: [expect.objectContaining({ code: 'no_options' })],
    })
  })
})
