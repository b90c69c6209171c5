import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { PaymentIntake } from '#ingress/call/payment/payment-intake.ts'
import { parseConfig } from '#shared/config.ts'
import { type Db, openDb } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { acceptsFor } from '#shared/money/accepts.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { openFacilitator } from '#shared/money/x402/facilitator.ts'
import { readPaymentHeader } from '#shared/money/x402/payment-header.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'
import { tasks } from '#workers/housekeeping/tasks.ts'

import { cloneDatabase, type TestDatabase } from '#test/support/world/database.ts'
import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { encoded, payOnBase } from '#test/support/world/x402-payment.ts'
import { testEnv } from '#test/support/world/world.ts'

const PATH = '/api/v1/outcomes/hash-text'
const log = createLog('silent')
let database: TestDatabase
let db: Db
let chain: ScriptedFacilitator
let queues: QueueBackend
let config: ReturnType<typeof parseConfig>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDb(database.url, 6)
  chain = await startScriptedFacilitator()
  config = parseConfig(testEnv(database.url, undefined, { SETTLEMENT_URL: chain.url }))
  queues = openQueues({ redisUrl: undefined, databaseUrl: database.url, log })
})
afterAll(async () => {
  await queues.close()
  await db.close()
  await database.drop()
  await chain.close()
})

const countOf = async (table: string, condition = 'true') => {
  const { rows } = await db.pg.query<{ many: number }>(`select count(*)::int as many from ${table} where ${condition}`)
  return rows[0]?.many
}

/** Runs one recurring task, as a process of settlement-watch does. */
const run = (name: string) =>
  tasks.find((task) => task.name === name)?.run({ config, db, queues, log, settleDue: null, settlement: null })

test('5,000 forged payments leave no row of the wallets they name, and no claim', async () => {
  const facilitator = openFacilitator(config, log)
  if (facilitator === null) throw new Error('there is a facilitator')
  const mint = credentialMint(config.SERVER_SECRET, 'test')
  const settling = { pg: db.pg, mint, facilitator, log, products: {}, announce: () => {} }
  const intake = new PaymentIntake({ db, log, config, settling })
  chain.set('verify', 'refuses')
  const requirements = acceptsFor(config, 10_000n, true)
  const forged = async () => {
    const payment = payOnBase({ body: { accepts: requirements, resource: { url: config.publicBaseUrl + PATH } } })
    const wanted = {
      url: config.publicBaseUrl + PATH,
      paths: [PATH],
      requirements,
      callId: randomUUID(),
      resource: `POST ${PATH}`,
      requestDigest: Buffer.alloc(32),
      neededMs: 1_000,
      ip: '192.0.2.1',
      enter: () => {},
    }
    return intake.claimAndVerify(readPaymentHeader('payment-signature', encoded(payment)), wanted).then(
      () => 'verified',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    )
  }
  const codes = new Set<string>()
  for (let done = 0; done < 5_000; done += 10) {
    for (const code of await Promise.all(Array.from({ length: 10 }, forged))) codes.add(code)
  }
  expect([...codes]).toEqual(['invalid_payment'])
  expect([await countOf('payer'), await countOf('payment_proof')]).toEqual([0, 0])
})

test('one run of the purge removes 50,000 expired claims, and idle wallets that never paid; what may still be needed stays', async () => {
  for (let from = 1; from < 50_000; from += 5_000) {
    await db.pg.query(
      `insert into payment_proof (network, asset, proof, call_id, payer, amount, holder, held_until)
       select 'eip155:8453', 'usdc', 'forged:' || n, gen_random_uuid(), 'wallet:' || n, 1, 'gone', now() - interval '2 hours'
       from generate_series($1::int, $1::int + 4999) n`,
      [from],
    )
  }
  expect(await countOf('payment_proof')).toBe(50_000)
  await db.pg.query(
    `insert into payment_proof (network, asset, proof, call_id, payer, amount, holder, held_until)
     values ('eip155:8453', 'usdc', 'young', gen_random_uuid(), 'wallet:young', 1, 'gone', now() - interval '1 minute')`,
  )
  await db.pg.query(
    `insert into payer (network, address, failures, settle_first_until, proven_at)
     select 'eip155:8453', 'wallet:' || n, 0, null::timestamptz, null::timestamptz from generate_series(1, 7000) n
     union all values ('eip155:8453', 'failed', 1, now() + interval '1 day', null), ('eip155:8453', 'proven', 0, null, now()),
       ('eip155:8453', 'wallet:young', 0, null, null)`,
  )
  await run('purge')
  expect(await countOf('payment_proof')).toBe(1)
  const { rows } = await db.pg.query<{ address: string }>('select address from payer order by address')
  expect(rows.map(({ address }) => address)).toEqual(['failed', 'proven', 'wallet:young'])
})

test('one run of each purge removes all that has had its time, however much it is', async () => {
  await db.pg.query(
    `insert into idempotency_record (scope, key, request_digest, created_at)
     select 'test', n::text, '\\x00', now() - interval '25 hours' from generate_series(1, 7000) n`,
  )
  await db.pg.query(
    `insert into effect (id, answer, at) select gen_random_uuid(), '{}', now() - interval '2 days' from generate_series(1, 7000) n`,
  )
  await db.pg.query(
    `insert into limit_counter (name, who, ends_at, taken)
     select 'test', decode(lpad(to_hex(n), 8, '0'), 'hex'), now() - interval '2 hours', 1 from generate_series(1, 7000) n`,
  )
  await run('purge')
  await run('purge-store')
  await run('purge-accounts')
  expect([await countOf('idempotency_record'), await countOf('effect'), await countOf('limit_counter')]).toEqual([
    0, 0, 0,
  ])
})
