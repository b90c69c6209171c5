import { afterAll, beforeAll, expect, test } from 'vitest'

import { freePort } from '#shared/playground/free-port.ts'
import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { openWorld, type World } from '#test/support/world/world.ts'
import { decoded } from '#test/support/world/x402-payment.ts'

import { loadV1Client } from './x402-v1-client.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

let client: Awaited<ReturnType<typeof loadV1Client>>
let lab: SettlementLab
let world: World
beforeAll(async () => {
  // The first run installs the client.
  client = await loadV1Client()
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
  world = await openWorld({ backend: 'redis', env: { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER } })
  await world.ready()
})
afterAll(async () => {
  await world.close()
  await lab.close()
})

test('x402-fetch, the client of version 1, pays with ?x402Version=1', async () => {
  const wallet = await lab.base.wallet({ microUsdc: 1_000_000n })
  const pay = client.wrapFetchWithPayment(fetch, await client.createSigner('base', wallet.privateKey))
  const response = await pay(`${world.baseUrl}/api/v1/outcomes/hash-text?x402Version=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"hello"}',
  })
  const body: unknown = await response.json()
  expect(body, JSON.stringify(body)).toMatchObject({ ok: true, result: { hex: HELLO } })
  expect(decoded(response.headers.get('x-payment-response'))).toMatchObject({ success: true, network: 'base' })
})
