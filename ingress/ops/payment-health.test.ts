import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { parseConfig } from '#shared/config.ts'

import { createPaymentHealth, PaymentHealth, paymentWarnings } from './payment-health.ts'

const GAS = { address: '0x1', wei: '5', enough: true }
const HEALTHY = {
  ok: true,
  networks: {
    base: { ok: true, problems: [], detail: { gas: [GAS] } },
    solana: { ok: true, problems: [], detail: { fees: [{ address: 's', lamports: '9' }], pay_to_account: 'a' } },
  },
}

let server: Server
let url: string
let answer: unknown = HEALTHY
let asked = 0
beforeAll(async () => {
  server = createServer((_, response) => {
    asked += 1
    if (answer === 'hang') return
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: it listens on TCP.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const open = (whyNot: Record<string, string> = {}, isOurs = true, waitMs?: number) =>
  createPaymentHealth({
    ...(waitMs === undefined ? {} : { waitMs }),
    config: parseConfig({
      DATABASE_URL: 'postgres://localhost/x',
      SERVER_SECRET: 's'.repeat(32),
      SETTLEMENT_URL: url,
      BASE_PAY_TO: '0x000000000000000000000000000000000000dEaD',
      SOLANA_PAY_TO: '11111111111111111111111111111111',
      SOLANA_FEE_PAYER: '11111111111111111111111111111111',
    }),
    facilitator: { isOurs, whyNotReady: ({ network }) => Promise.resolve(whyNot[network.split(':')[0] ?? ''] ?? null) },
    now: () => new Date('2026-11-20T12:00:00Z'),
  })
const looked = async (health: () => Promise<PaymentHealth>) => {
  await vi.waitUntil(async () => (await health()).state !== 'unknown', { timeout: 20_000 })
  return PaymentHealth.parse(await health())
}

test('shows who pays fees with how much, and the account that is paid', async () => {
  answer = HEALTHY
  expect(await looked(open())).toEqual({
    state: 'up',
    facilitator: 'own',
    networks: {
      base: { taken: true, why_not: null, settlement: HEALTHY.networks.base },
      solana: { taken: true, why_not: null, settlement: HEALTHY.networks.solana },
    },
    checked_at: '2026-11-20T12:00:00.000Z',
  })
})

test('answers while the settlement process hangs, and asks it once', async () => {
  answer = 'hang'
  const before = asked
  const health = open()
  const states = await Promise.all(Array.from({ length: 50 }, async () => (await health()).state))
  expect(new Set(states)).toEqual(new Set(['unknown']))
  expect(asked - before).toBeLessThanOrEqual(1)
})

test('what was seen a while ago is not told as the state of now', async () => {
  answer = HEALTHY
  const why: Record<string, string> = {}
  const health = open(why, true, 20_000)
  expect((await health()).state).toBe('up')
  why['solana'] = 'it has no fee payer'
  const later = performance.now() + 60_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  try {
    expect((await health()).state).toBe('partly')
  } finally {
    clock.mockRestore()
  }
})

test('the health of payments is off where no facilitator is set', async () => {
  const config = parseConfig({ DATABASE_URL: 'postgres://localhost/x', SERVER_SECRET: 's'.repeat(32) })
  const health = await createPaymentHealth({ config, facilitator: null, now: () => new Date() })()
  expect([health.state, paymentWarnings(health)]).toEqual(['off', [expect.stringContaining('no x402 payments')]])
})

describe('the health of payments says what is wrong', () => {
  test('where one network takes nothing', async () => {
    answer = HEALTHY
    const health = await looked(open({ solana: 'it has no fee payer' }))
    expect(health.state).toBe('partly')
    expect(paymentWarnings(health)).toEqual(['No x402 payment is taken on solana: it has no fee payer.'])
  })

  test('where our own settlement has no gas, though the facilitator says yes', async () => {
    const base = {
      ok: false,
      problems: ['0x1 has too little ETH for gas'],
      detail: { gas: [{ ...GAS, enough: false }] },
    }
    answer = { ...HEALTHY, ok: false, networks: { ...HEALTHY.networks, base } }
    expect(paymentWarnings(await looked(open()))).toEqual([
      'No x402 payment is taken on base: what settles there cannot.',
      'Settling on base: 0x1 has too little ETH for gas.',
    ])
    expect((await looked(open({}, false))).state).toBe('up')
  })

  test('where nothing can be taken at all', async () => {
    answer = HEALTHY
    const health = await looked(open({ solana: 'away', eip155: 'away' }))
    expect([health.state, paymentWarnings(health)]).toEqual([
      'down',
      ['No x402 payment can be taken; keys, passes and trials work.'],
    ])
  })

  test.each(['<html>', '{}', '[1]', '{"ok":true,"networks":{}}'])('where it answers %s', async (said) => {
    answer = said
    expect(await looked(open())).toMatchObject({ state: 'up', networks: { base: { settlement: null } } })
  })
})
