import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { settlementWebhookContractLint } from './outcome.ts'
import { PAYEE, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

type Answer = { findings: { code: string; severity: string }[]; suggested_payload: Record<string, unknown> }
// Safe: the declared output.
const run = async (input: unknown) => (await settlementWebhookContractLint.run(input, fakeContext())) as Answer
const codes = async (input: unknown, ...severities: string[]) =>
  (await run(input)).findings.filter(({ severity }) => severities.includes(severity)).map(({ code }) => code)
const errors = (input: unknown) => codes(input, 'error')

const event = (changes: Record<string, unknown> = {}) => ({
  id: 'e1',
  type: 'payment.settled',
  occurred_at: '2026-01-01T00:00:00Z',
  network: 'eip155:8453',
  transaction: `0x${'1'.repeat(64)}`,
  asset: USDC_BASE,
  amount: '20000',
  pay_to: PAYEE,
  payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
  resource: 'https://a.test/r',
  status: 'settled',
  ...changes,
})
const signed = { hmac_header: 'webhook-signature', hmac_secret_present: true }

describe('settlement-webhook-contract-lint', () => {
  test('finds no error in a contract without a fault', async () => {
    const verdict = await run({ webhook_url: 'https://a.test/h', payload: event(), ...signed })
    expect(verdict).toMatchObject({
      valid: true,
      decision: 'go',
      summary: { errors: 0, warnings: 0 },
      signing: { scheme_guess: 'standard-webhooks', timestamp_signed: true, secret_present: true },
    })
    expect(verdict.suggested_payload).toEqual(event())
  })

  test.each([
    ['http://a.test/h', ['WH_URL_NOT_HTTPS']],
    ['https://10.0.0.7/h', ['WH_URL_NOT_PUBLIC']],
    ['https://[::1]/h', ['WH_URL_NOT_PUBLIC']],
    ['https://169.254.169.254/latest', ['WH_URL_NOT_PUBLIC']],
    ['https://hooks.internal/h', ['WH_URL_NOT_PUBLIC']],
    ['https://user:pw@a.test/h', ['WH_URL_USERINFO']],
    ['https://a.test/h?token=8f4kQ2mZ7xLp0vRb9TnWc3', ['WH_URL_SECRET']],
    ['https://a.test/h?page=aaaaaaaaaaaaaaaaaaaaaaaa', []],
    ['/h', ['WH_URL_INVALID']],
  ])('the address %s has the errors %j', async (webhook_url, expected) => {
    expect(await errors({ webhook_url, ...signed })).toEqual(expected)
  })

  test('F9: never connects to the address', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // Safe: a server that listens on a host and port has an address of this kind.
    const { port } = server.address() as AddressInfo
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      await run({ webhook_url: `http://${host}/h`, payload: event({ resource: `http://${host}/r` }), ...signed })
    await pause(50)
    await new Promise((done) => server.close(done))
    expect(connections).toBe(0)
  })

  test('never repeats a secret of the address', async () => {
    const secret = '8f4kQ2mZ7xLp0vRb9TnWc3'
    expect(JSON.stringify(await run({ webhook_url: `http://u:${secret}@a.test/h?t=${secret}` }))).not.toContain(secret)
  })

  test('names every member that is missing', async () => {
    const found = await errors({ payload: { amount: 0.02 }, ...signed })
    expect(found.filter((code) => code === 'WH_FIELD_MISSING')).toHaveLength(10)
    expect(found).toContain('WH_AMOUNT_FLOAT')
    expect(await run({ payload: { amount: 0.02, asset: USDC_BASE, network: 'base' } })).toMatchObject({
      suggested_payload: { amount: '20000', network: 'eip155:8453' },
    })
  })

  test('reads members under their usual names, also one level down', async () => {
    const { id, type, occurred_at: _, transaction, pay_to, amount, ...rest } = event()
    const payload = {
      eventId: id,
      event: type,
      created: 1_767_225_600,
      data: { ...rest, txHash: transaction, payTo: pay_to, amountAtomic: amount },
    }
    expect(await errors({ payload, ...signed })).toEqual([])
    expect(await run({ payload: JSON.stringify(payload) })).toMatchObject({
      fields: expect.arrayContaining([
        { field: 'transaction', status: 'present', path: '/data/txHash', required: true },
      ]),
    })
  })

  test.each([
    ['WH_AMOUNT_UNSAFE', { amount: 2 ** 53 }],
    ['WH_AMOUNT_FLOAT', { amount: '0.02' }],
    ['WH_FIELD_MALFORMED', { amount: '-5' }],
    ['WH_NETWORK_CASE', { network: 'Base' }],
    ['WH_NETWORK_CASE', { network: 'EIP155:8453' }],
    ['WH_FIELD_MALFORMED', { network: 8_453 }],
    ['WH_FIELD_MALFORMED', { status: 'confirmed' }],
    ['WH_FIELD_MALFORMED', { transaction: '0x12' }],
    ['WH_FIELD_MALFORMED', { payer: '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4' }],
    ['WH_FIELD_MALFORMED', { occurred_at: 'yesterday' }],
    ['WH_FIELD_MALFORMED', { resource: 'r' }],
    ['WH_TESTNET_LIVE', { livemode: true, network: 'eip155:84532' }],
    ['WH_SECRET_IN_PAYLOAD', { webhook_secret: 'whsec_x' }],
  ])('%s is an error for %j', async (code, changes) => {
    expect(await errors({ payload: event(changes), ...signed })).toContain(code)
  })

  test('suggests what was meant', async () => {
    const payload = event({ amount: 20_000, network: 'Base', status: 'confirmed' })
    expect(await run({ payload })).toMatchObject({
      suggested_payload: { amount: '20000', network: 'eip155:8453', status: 'settled' },
    })
  })

  test.each([
    ['WH_NOT_SIGNED', {}],
    ['WH_NO_SECRET', { hmac_header: 'webhook-signature', hmac_secret_present: false }],
    ['WH_HEADER_NAME', { hmac_header: 'not a header', hmac_secret_present: true }],
    ['WH_SECRET_IN_HEADER', { hmac_header: 'webhook-signature: whsec_abc', hmac_secret_present: true }],
  ])('%s is an error of the signing for %j', async (code, signing) => {
    expect(await errors({ payload: event(), ...signing })).toEqual([code])
  })

  test.each([
    ['Stripe-Signature', 'stripe-like', []],
    ['X-Webhook: t=1767225600,v1=abc', 'stripe-like', []],
    ['svix-signature', 'standard-webhooks', []],
    ['X-Hub-Signature-256', 'plain-digest', ['WH_REPLAY']],
    ['X-Hub-Signature', 'plain-digest', ['WH_REPLAY', 'WH_WEAK_DIGEST']],
    ['X-Sig: md5=d41d8cd98f00b204e9800998ecf8427e', 'plain-digest', ['WH_REPLAY', 'WH_WEAK_DIGEST']],
    ['X-Thing', 'unknown', []],
  ])('%s is signed %s', async (hmac_header, scheme_guess, warnings) => {
    const input = { payload: event(), hmac_header, hmac_secret_present: true }
    expect(await run(input)).toMatchObject({ signing: { scheme_guess } })
    expect(await codes(input, 'warning')).toEqual(warnings)
  })

  test('needs at least one field, before any charge; bad JSON is a finding', async () => {
    expect(() => settlementWebhookContractLint.check?.({})).toThrow(Refusal)
    expect(await errors({ payload: 'no json', ...signed })).toEqual(['WH_PAYLOAD_NOT_JSON'])
  })
})
