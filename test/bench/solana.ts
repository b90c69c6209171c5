import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { Pool } from 'undici'

import { type Db, openDb } from '#shared/db/open-db.ts'
import { fromBase58, toBase58 } from '#shared/lib/crypto/base58.ts'
import { openSession } from '#shared/market/users/sessions.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { askRpc } from '#shared/playground/chains/ask-rpc.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { startSolana } from '../support/fakes/chains.ts'
import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Started, startProcess } from './processes.ts'
import { databaseName } from './rows.ts'

/**
 * `npm run bench -- solana`: intents in USDC at 16 connections against bare Koa with one insert and the same call to the
 * settlement process, rounds in turn (aim: 0.4 of it); and confirming a payment against the chain's own answer to
 * `getTransaction`, one at a time (aim: at most 15 ms more at the median). The local chain is this very process. QUICK=1 is
 * a smoke test.
 */
const quick = process.env['QUICK'] === '1'
const SECONDS = quick ? 1 : 4
const ROUNDS = quick ? 1 : 5
const CONNECTIONS = 16
const CONFIRMED = quick ? 5 : 60
/** Each buyer opens at most 20 purchases, one of each listing. */
const BUYERS = 1_000
const LISTINGS = 18
const SECRET = 'bench-secret-bench-secret-bench-secret-01'

const mint = credentialMint(SECRET, 'test')
const say = (line: string) => process.stdout.write(`${line}\n`)
const quantile = (all: readonly number[], part: number) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * part))] ?? NaN
const round1 = (value: number) => Math.round(value * 10) / 10

const machine = await startMachine()
const solana = await startSolana()
const started: Started[] = []
const start = async (...what: Parameters<typeof startProcess>): Promise<Started> => {
  const one = await startProcess(...what)
  started.push(one)
  return one
}
endAfter(10, () => machine.stop())
try {
  const databaseUrl = await machine.database(databaseName())
  const db = openDb(databaseUrl, 4)
  const { address: sellerWallet } = await solana.wallet({ microUsdc: 0n })
  const platform = solana.address()
  await solana.fund(platform, { microUsdc: 0n })
  const payer = await solana.wallet({ lamports: 10n ** 12n, microUsdc: 10n ** 12n })
  const { sessions, listings } = await fill(db, sellerWallet)

  const settlementPort = await freePort()
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/5`,
    SERVER_SECRET: SECRET,
    LOG_LEVEL: 'info',
    LIMITS: 'off',
    MAX_IN_FLIGHT: '2000',
    SETTLEMENT_URL: `http://127.0.0.1:${settlementPort}`,
  }
  await start('workers/main.ts', ['settlement-watch'], {
    ...env,
    SETTLEMENT_PORT: String(settlementPort),
    SOLANA_RPC_URL: solana.rpcUrl,
  })
  const ingress = await start(
    'ingress/main.ts',
    [],
    { ...env, LOG_LEVEL: 'warn', SOLANA_PAY_TO: platform },
    { serves: 'http' },
  )
  const pool = new Pool(ingress.baseUrl, { connections: CONNECTIONS })
  let opened = 0
  const intend = async (on = pool): Promise<Record<string, unknown>> => {
    const [headers, listing] = [sessions[opened % BUYERS], listings[Math.floor(opened / BUYERS)]]
    opened += 1
    if (headers === undefined || listing === undefined) throw new Error('there are too few listings')
    const body = JSON.stringify({ listing_id: listing, currency: 'usdc', payer: payer.address })
    const sent = { ...headers, 'content-type': 'application/json' }
    const answer = await on.request({ method: 'POST', path: '/api/purchases/solana/intent', headers: sent, body })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`an intent was answered ${answer.statusCode}: ${text}`)
    return { ...Object(JSON.parse(text)), headers: sent }
  }
  const first = await intend()
  const bareEnv = { ...env, BENCH_PAYER: payer.address, BENCH_ORDER: uuidOf(String(first['purchase_id'])) }
  const bare = await start('test/bench/rows/intent-koa.ts', [], bareEnv, { serves: 'http' })
  const barePool = new Pool(bare.baseUrl, { connections: CONNECTIONS })
  const bareIntend = async () => {
    const answer = await barePool.request({ method: 'POST', path: '/' })
    await answer.body.dump()
    return answer.statusCode === 200
  }

  const isIntended = () =>
    intend().then(
      () => true,
      () => false,
    )
  await rate(bareIntend)
  await rate(isIntended)
  const rounds: { bare: number; intent: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ bare: await rate(bareIntend), intent: await rate(isIntended) })
  for (const { bare: measure, intent } of rounds)
    say(`a second: bare insert and call ${measure.toFixed(0)}, intent ${intent.toFixed(0)}`)
  const ratio = quantile(
    rounds.map((round) => round.intent / round.bare),
    0.5,
  )
  say(`of bare Koa with one insert and one call to the settlement process: intent ${ratio.toFixed(2)}`)

  const signer = Keypair.fromSecretKey(fromBase58(payer.secret_key) ?? new Uint8Array())
  const [chainMs, confirmMs]: [number[], number[]] = [[], []]
  for (let nth = 0; nth < CONFIRMED; nth += 1) {
    const intent = await intend()
    const transaction = VersionedTransaction.deserialize(Buffer.from(String(intent['transaction']), 'base64'))
    transaction.sign([signer])
    const wire = Buffer.from(transaction.serialize()).toString('base64')
    await askRpc(solana.rpcUrl, 'sendTransaction', [wire, { encoding: 'base64' }])
    const signature = toBase58(transaction.signatures[0] ?? new Uint8Array(64))
    const asked = [signature, { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }]
    chainMs.push(await timed(() => askRpc(solana.rpcUrl, 'getTransaction', asked)))
    confirmMs.push(
      await timed(async () => {
        const body = JSON.stringify({ purchase_id: intent['purchase_id'], signature })
        const path = '/api/purchases/solana/confirm'
        // Safe: intend gives the headers it sent.
        const headers = intent['headers'] as Record<string, string>
        const answer = await pool.request({ method: 'POST', path, headers, body })
        const text = await answer.body.text()
        if (Object(Object(JSON.parse(text))['payment']).state !== 'paid') throw new Error(`not confirmed: ${text}`)
      }),
    )
  }
  const added = round1(quantile(confirmMs, 0.5) - quantile(chainMs, 0.5))
  const confirm = {
    chainP50: round1(quantile(chainMs, 0.5)),
    p50: round1(quantile(confirmMs, 0.5)),
    p99: round1(quantile(confirmMs, 0.99)),
    added,
  }
  say(
    `getTransaction p50 ${confirm.chainP50} ms; confirm p50 ${confirm.p50} ms, p99 ${confirm.p99} ms: ${added} ms more`,
  )
  say(JSON.stringify({ part: 'solana', rounds, ratio, confirm }))
  await Promise.all([pool.close(), barePool.close()])
  await db.close()
} finally {
  for (const one of started) await one.stop()
  await solana.stop()
  await machine.stop()
}
process.exit(0)

/** Times a second that work is done right by so many at once. */
async function rate(work: () => Promise<boolean>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) if (await work()) done += 1
    }),
  )
  return done / SECONDS
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A seller with a proved wallet and live listings, and signed-in buyers. */
async function fill(db: Db, sellerWallet: string) {
  const { rows: users } = await db.pg.query<{ id: string }>(
    `insert into market_user (id, account_id, username, skeleton, email, created_at)
     select id, id, 'user' || n, 'user' || n, 'user' || n || '@mail.example', now() - interval '30 days'
     from (select n, gen_random_uuid() as id from generate_series(0, $1::int) n) t returning id`,
    [BUYERS],
  )
  const [seller, ...buyers] = users.map(({ id }) => id)
  await db.pg.query(
    `update market_user set solana_wallet = $2, proved_wallet = $2, wallet_proved_at = now() where id = $1`,
    [seller, sellerWallet],
  )
  const { rows: sold } = await db.pg.query<{ id: string }>(
    `insert into listing (id, owner_id, slug, status, published_at, title, summary, description, category, listing_kind, listing_type, price_cents, delivery_url)
     select gen_random_uuid(), $1::uuid, 'sold-' || n, 'live', now(), 'Sold ' || n, '', '', 'coding', 'skill', 'fixed', 500, 'https://seller.example/x' from generate_series(1, $2::int) n returning id`,
    [seller, LISTINGS],
  )
  const em = await db.em()
  const sessions: Record<string, string>[] = []
  for (const id of buyers)
    sessions.push({ authorization: `Bearer ${mint.issue('ss', await openSession(em, mint, id))}` })
  return { sessions, listings: sold.map(({ id }) => `lst_${id.replaceAll('-', '')}`) }
}

function uuidOf(publicId: string): string {
  return publicId.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
