import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { mcpToolSettleGate } from './outcome.ts'
import { baseAccept, goodDocument, solanaAccept } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => mcpToolSettleGate.run(input, fakeContext())
const { accepts } = goodDocument()
const stops = (code: string) => ({
  decision: 'no-go',
  rail: null,
  call: null,
  findings: expect.arrayContaining([expect.objectContaining({ code, severity: 'error' })]),
})

describe('mcp-tool-settle-gate', () => {
  test('pays by key when the balance covers the price', async () => {
    expect(
      await run({ payment_mode: 'auto', prepaid_balance_cents: 10, price_cents: 2, tool_name: 'search' }),
    ).toMatchObject({
      decision: 'go',
      rail: 'prepaid',
      balance_after_cents: 8,
      call: { method: 'tools/call', params: { name: 'search' }, headers: { 'X-Service-Key': '<prepaid key>' } },
    })
  })

  test('else on the network the wallet signs for, in the order of accepts', async () => {
    expect(await run({ accepts, wallet_kind: 'svm', prepaid_balance_cents: 1 })).toMatchObject({
      decision: 'go',
      rail: 'solana',
      selected_accept: { network: solanaAccept().network },
      call: { params: { _meta: { 'x402/payment': expect.any(String) } } },
    })
    expect(await run({ accepts: [...accepts].toReversed(), wallet_kind: 'custodial' })).toMatchObject({
      rail: 'solana',
    })
    expect(await run({ accepts, wallet_kind: 'smart', price_cents: 2 })).toMatchObject({ rail: 'exact_evm' })
  })

  test.each([
    ['wallet_cannot_sign', { payment_mode: 'solana', wallet_kind: 'eoa', price_cents: 2, accepts: [] }],
    ['no_option', { payment_mode: 'solana', wallet_kind: 'svm', price_cents: 2, accepts: [baseAccept()] }],
    ['balance_too_low', { payment_mode: 'prepaid', prepaid_balance_cents: 1, price_cents: 2 }],
    ['balance_not_told', { payment_mode: 'prepaid', price_cents: 2 }],
    ['nothing_can_pay', { prepaid_balance_cents: 1, wallet_kind: 'none', accepts }],
    ['nothing_can_pay', { prepaid_balance_cents: 1, wallet_kind: 'toString', accepts }],
    ['PRICE_UNKNOWN', { prepaid_balance_cents: 5 }],
    ['PRICE_MISMATCH', { price_cents: 1, accepts, wallet_kind: 'eoa' }],
    ['SCHEMA_NOT_OBJECT', { price_cents: 0, tool_schema: { type: 'array' }, arguments: {} }],
    [
      'SCHEMA_INVALID',
      { price_cents: 0, tool_schema: { type: 'object', properties: { a: { type: 'x' } } }, arguments: {} },
    ],
  ])('%s stops %j', async (code, input) => {
    expect(await run(input)).toMatchObject(stops(code))
  })

  test('a free call needs no rail', async () => {
    expect(await run({ price_cents: 0 })).toMatchObject({ decision: 'go', rail: null, balance_after_cents: null })
  })

  test('no paid call fails on its input', async () => {
    const tool_schema = { type: 'object', required: ['q'], properties: { q: { type: 'string' } } }
    const paid = { price_cents: 2, prepaid_balance_cents: 5 }
    expect(await run({ tool_schema, arguments: {}, ...paid })).toMatchObject({
      ...stops('ARGS_INVALID'),
      arguments_valid: false,
    })
    expect(await run({ tool_schema, arguments: { q: 'x' }, ...paid })).toMatchObject({
      decision: 'go',
      arguments_valid: true,
    })
    const definition = { name: 'search', inputSchema: tool_schema }
    expect(await run({ tool_schema: definition, arguments: { q: 1 }, ...paid })).toMatchObject(stops('ARGS_INVALID'))
    expect(await run({ tool_schema: definition, arguments: { q: 'x' }, ...paid })).toMatchObject({
      call: { params: { name: 'search', arguments: { q: 'x' } } },
    })
    expect(await run({ tool_schema, ...paid })).toMatchObject({ decision: 'go', arguments_valid: null })
  })

  test('a price in atomic units is rounded up to cents', async () => {
    const input = { accepts: [baseAccept({ amount: '20001' })], wallet_kind: 'eoa' }
    expect(await run({ ...input, price_cents: 3 })).toMatchObject({ decision: 'go' })
    expect(await run({ ...input, price_cents: 2 })).toMatchObject(stops('PRICE_MISMATCH'))
  })

  test('what cannot be paid is passed over', async () => {
    const input = { accepts: [baseAccept({ payTo: '0x12' }), baseAccept()], wallet_kind: 'eoa' }
    expect(await run(input)).toMatchObject({
      decision: 'review',
      rail: 'exact_evm',
      selected_accept: baseAccept(),
      findings: [expect.objectContaining({ code: 'option_unpayable', path: '/accepts/0' })],
    })
  })
})
