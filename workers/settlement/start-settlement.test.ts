import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'

import { type Config, parseConfig } from '#shared/config.ts'
import { openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import { receiptHmacKey } from '#shared/money/receipts/hmac-key.ts'
import { ReceiptKey } from '#shared/money/receipts/public-key.ts'
import { receiptWish } from '#test/support/files/receipt-vectors.ts'
import { verifyReceipt } from '#shared/money/receipts/verify-receipt.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'

import { type SettlementServer, startSettlement } from './start-settlement.ts'

const log = createLog('silent')
// Nothing here settles, so nothing connects.
const db = openDb('postgres://nowhere.invalid/d', 2)
const asked = { timeoutMs: 30_000 }
const running: SettlementServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

const settings = (more: Record<string, string> = {}) =>
  parseConfig({ DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32), ...more })

/** A port nobody listens on. */
async function freePort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return String(port)
}

async function start(more: Record<string, string> = {}): Promise<{ config: Config; port: string }> {
  const port = await freePort()
  const config = settings({ SETTLEMENT_PORT: port, SETTLEMENT_URL: `http://127.0.0.1:${port}/`, ...more })
  const server = await startSettlement({ config, log, db })
  if (server === null) throw new Error('it did not start')
  running.push(server)
  return { config, port }
}

test('settlement does not listen without a port', async () => {
  expect(await startSettlement({ config: settings(), log, db })).toBeNull()
})

test('it mints receipts that its public key confirms', async () => {
  const { config } = await start({ RECEIPT_SEED: '0b'.repeat(32), PUBLIC_BASE_URL: 'https://farebox.example/' })
  const ask = settlementClient(config)
  const minted = await ask?.('/receipts', { ...asked, body: receiptWish({ decision_ref: 'dec_1' }) })
  const told = await ask?.('/receipts/public-key', asked)
  expect(minted).toMatchObject({
    status: 200,
    body: {
      ...receiptWish(),
      ok: true,
      decision_ref: 'dec_1',
      verify: 'https://farebox.example/api/v1/outcomes/action-receipt/verify',
      public_key: 'https://farebox.example/api/v1/outcomes/action-receipt/public-key',
    },
  })
  const { keys } = z.object({ keys: z.array(ReceiptKey) }).parse(told?.body)
  const hmacKey = receiptHmacKey(config.SERVER_SECRET)
  expect(verifyReceipt(minted?.body, { keys, hmacKey, now: new Date() })).toMatchObject({ valid: true })
  expect(JSON.stringify(told)).not.toContain('0b0b0b')
})

test('it refuses what cannot be signed, field by field', async () => {
  const { config } = await start()
  const ask = settlementClient(config)
  expect(await ask?.('/receipts', { ...asked, body: receiptWish({ agent_id: 'a|b', nonce: 'x' }) })).toMatchObject({
    status: 422,
    body: { code: 'validation_error', detail: [{ loc: ['body', 'agent_id'] }, { loc: ['body', 'nonce'] }] },
  })
  expect(await ask?.('/receipts', { ...asked, body: null })).toMatchObject({ status: 422 })
})

test('it answers no process with another SERVER_SECRET', async () => {
  const { config } = await start()
  const ask = settlementClient({ ...config, SERVER_SECRET: 't'.repeat(32) })
  expect(await ask?.('/receipts', { ...asked, body: receiptWish() })).toMatchObject({ status: 401 })
})

test('it does not start in production without a seed of its own', async () => {
  const config = { ...settings({ SETTLEMENT_PORT: await freePort() }), production: true }
  await expect(startSettlement({ config, log, db })).rejects.toThrow(/RECEIPT_SEED {2}is missing/)
})

test('settlement says so when its port is taken', async () => {
  const { config, port } = await start()
  await expect(startSettlement({ config, log, db })).rejects.toThrow(
    `SETTLEMENT_PORT ${port} on 127.0.0.1 is not to be had (EADDRINUSE).`,
  )
})

test('it is asked again over a new connection when the old one broke', async () => {
  const { config } = await start()
  const ask = settlementClient(config)
  expect(await ask?.('/receipts/public-key', asked)).toMatchObject({ status: 200 })
  for (const server of running.splice(0)) await server.close()
  const again = await startSettlement({ config, log, db })
  if (again !== null) running.push(again)
  expect(await ask?.('/receipts', { ...asked, body: receiptWish() })).toMatchObject({ status: 200 })
})

test('after a rotation of the seed, receipts of the former one stay valid beside new ones', async () => {
  const { config: before } = await start({ RECEIPT_SEED: '0b'.repeat(32) })
  const earlier = await settlementClient(before)?.('/receipts', { ...asked, body: receiptWish() })
  const Keys = z.object({ keys: z.array(ReceiptKey) })
  const [former] = Keys.parse((await settlementClient(before)?.('/receipts/public-key', asked))?.body).keys
  const { config } = await start({
    RECEIPT_SEED: '0c'.repeat(32),
    RECEIPT_FORMER_PUBLIC: former?.public_key_hex ?? '',
  })
  const ask = settlementClient(config)
  const later = await ask?.('/receipts', { ...asked, body: receiptWish() })
  const { keys } = Keys.parse((await ask?.('/receipts/public-key', asked))?.body)
  expect(keys).toHaveLength(2)
  const known = { keys, hmacKey: receiptHmacKey(config.SERVER_SECRET), now: new Date() }
  for (const minted of [earlier, later]) expect(verifyReceipt(minted?.body, known)).toMatchObject({ valid: true })
  expect(verifyReceipt(earlier?.body, { ...known, keys: keys.slice(0, 1) })).toMatchObject({ valid: false })
})
