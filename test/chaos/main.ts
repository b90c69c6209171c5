import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { openCardStore } from '#shared/playground/cards/card-store.ts'
import { serveCards } from '#shared/playground/cards/serve-cards.ts'

import { startSolana } from '../support/fakes/chains.ts'
import { progressOf } from '../support/progress.ts'
import { openCardControl, runCardBuyer, type SeenCard } from './card-market.ts'
import { openFaults } from './cause.ts'
import { runClient, type Seen } from './client.ts'
import { openBuyer, openShops, runBuyer, type SeenSale, untilPaidOut, verifySales } from './market.ts'
import { inTurns, type Kept, startParts } from './parts.ts'
import { LET_THROUGH } from './plant.ts'
import { REDIS_KINDS } from './redis-kinds.ts'
import { type Fault, planFaults, type Rail, RAILS } from './schedule.ts'
import { untilQuiet } from './settle.ts'
import { openWallets, runSolanaBuyer, runSolanaSeller, type SeenPayment } from './solana-market.ts'
import { verify } from './verify.ts'
import { verifyCards } from './verify-cards.ts'
import { verifySolana } from './verify-solana.ts'

/**
 * `npm run chaos -- --seed N --seconds S`: calls, and purchases by prepaid keys, on Solana and by card, with boosts, refunds,
 * disputes and payouts, on real processes that a seeded schedule kills, pauses and restarts, with a chain and a card
 * processor that are late, lose what they are sent and go away. Then the clients' own log, the chain and the processor are
 * compared with the database. `--rails keys,solana,cards` takes some of them, and `--pace
 * 0.3` fewer faults, for a machine that takes long to start a process. `--redis cluster`, `--redis sentinels` and `--pgbouncer` put
 * these in, and have a slot moved, a failover and a restart among the faults. `--former DIR` is a rolling restart: the processes
 * are those of a checkout of the previous release first, and one after the other becomes one of this release. Exit 1 and one line for each violation. How
 * far it is goes to stderr.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    clients: { type: 'string', default: '32' },
    rails: { type: 'string', default: RAILS.join(',') },
    pace: { type: 'string', default: '1' },
    plant: { type: 'string' },
    redis: { type: 'string', default: 'one' },
    pgbouncer: { type: 'boolean', default: false },
    former: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const seconds = Number(values.seconds)
const rails: Rail[] = RAILS.filter((rail) => values.rails.split(',').includes(rail))
const redisKind = REDIS_KINDS.find((kind) => kind === values.redis)
if (redisKind === undefined) throw new Error(`--redis is one of ${REDIS_KINDS.join(', ')}`)
const isPooled = values.pgbouncer
const more: Fault[] = [
  ...(redisKind === 'cluster' ? ['move a slot' as const] : []),
  ...(redisKind === 'sentinels' ? ['fail Redis over' as const] : []),
  ...(isPooled ? ['restart PgBouncer' as const] : []),
]
const SECRET = 'chaos-secret-chaos-secret-chaos-secret-01'
const CARDS = { secretKey: 'sk_test_chaos', webhookSecret: 'whsec_chaos_secret_of_cards' }
const PEOPLE = 4
const say = (line: string) => process.stdout.write(`${line}\n`)

const solana = await startSolana()
const treasuryWallet = await solana.wallet({ lamports: 10n ** 14n, microUsdc: 10n ** 13n })
const platformWallet = solana.address()
await solana.fund(platformWallet, { microUsdc: 0n })
const ports = [await freePort(), await freePort()]
const folder = mkdtempSync(join(tmpdir(), 'farebox-chaos-'))
const journal = join(folder, 'card-processor.jsonl')
const webhookUrl = `http://127.0.0.1:${ports[0]}/api/purchases/webhook/cardprocessor`
const cardServer = await serveCards({ ...CARDS, webhookUrl, journal })
const control = openCardControl({ url: cardServer.url, secretKey: CARDS.secretKey })
const settings = {
  SERVER_SECRET: SECRET,
  LOG_LEVEL: process.env['CHAOS_LOG'] ?? 'silent',
  DRAIN_MS: '0',
  LIMITS: 'off',
  STRIPE_API_BASE: cardServer.url,
  ...(values.plant === undefined ? {} : { CHAOS_PLANT: values.plant }),
}
const parts = await startParts(settings, {
  former: values.former,
  ports,
  redisKind,
  isPooled,
  ingress: {
    SOLANA_PAY_TO: platformWallet,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_chaos',
    STRIPE_WEBHOOK_SECRET: CARDS.webhookSecret,
  },
  sweeper: {
    SOLANA_RPC_URL: solana.rpcUrl,
    SOLANA_TREASURY_KEY: treasuryWallet.secret_key,
    SOL_PRICE_CENTS: '15000',
    PAYOUT_DAILY_CENTS: '100000000',
    REFUND_DAILY_SOL: '100000',
    PAYOUT_MINIMUM_CENTS: '0',
    PAYOUT_AFTER_DAYS: '0',
    CARD_HOLD_DAYS: '0',
    STRIPE_SECRET_KEY: CARDS.secretKey,
  },
})
const db = openDb(parts.databaseUrl, 4)
for (const statement of LET_THROUGH[values.plant ?? ''] ?? []) await db.pg.query(statement)
const mint = credentialMint(SECRET, 'test')
const keys = await Promise.all(Array.from({ length: 20 }, async () => (await grantKey(db.pg, mint, 10_000_000)).key))
const place = { db, mint, solana }
const shopsOf = (rail: Rail) => (rails.includes(rail) ? openShops(place, rail, PEOPLE) : [])
const shops = { keys: await shopsOf('keys'), solana: await shopsOf('solana'), cards: await shopsOf('cards') }
const wallets = await openWallets(solana, PEOPLE)
const purses = await openWallets(solana, PEOPLE)
const buyers = await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => openBuyer(db, mint, `buyer${nth}`)))

const planned = planFaults(seed, { seconds, rails, pace: Number(values.pace), more })
say(
  `seed ${seed}, ${seconds} s, rails ${rails.join(', ')}, ${planned.length} faults; replay with: npm run chaos -- --seed ${seed} --seconds ${seconds} --rails ${rails.join(',')} --pace ${values.pace} --redis ${redisKind}${isPooled ? ' --pgbouncer' : ''}${values.former === undefined ? '' : ` --former ${values.former}`}`,
)
// Everything answers before anything is broken, however long this machine takes to start it.
const addresses = () => parts.ingresses.map(({ port }) => `http://127.0.0.1:${port}`)
for (const address of addresses())
  while ((await fetch(`${address}/api/purchases/solana/blockhash`).catch(() => null))?.ok !== true) await delay(200)
await delay(2_000)

const began = Date.now()
const until = began + seconds * 1_000
const faults = openFaults({ parts, solana, control, began })
const log: { calls: Seen[]; sales: SeenSale[]; payments: SeenPayment[]; cards: SeenCard[] } = {
  calls: [],
  sales: [],
  payments: [],
  cards: [],
}
let isOver = false
const each = <Work>(of: readonly unknown[], work: (number: number) => Promise<Work>) => of.map((_, nth) => work(nth))
const clients = Array.from({ length: rails.includes('keys') ? Number(values.clients) : 0 }, (_, number) =>
  runClient({ addresses, keys, number, until, log: log.calls }),
)
const load = [
  ...clients,
  ...each(shops.keys, (number) => runBuyer({ addresses, keys, shops: shops.keys, number, until, log: log.sales })),
  ...each(shops.solana, async (number) => {
    const [wallet, session] = [wallets[number], buyers[number]]
    if (wallet === undefined || session === undefined) return
    await runSolanaBuyer({ addresses, number, until, log: log.payments, wallet, shops: shops.solana, session })
  }),
  ...each(shops.cards, async (number) => {
    const session = buyers[number] ?? {}
    await runCardBuyer({ addresses, control, shops: shops.cards, session, number, until, log: log.cards })
  }),
]
const sellers = shops.solana.map(async (shop, number) => {
  const wallet = purses[number]
  if (wallet === undefined) return
  await runSolanaSeller({ addresses, number, until, log: log.payments, wallet, db, shop, isOver: () => isOver })
})
const progress = progressOf('chaos')
const countOf = (map: ReadonlyMap<unknown, number>) => [...map.values()].reduce((sum, times) => sum + times, 0)
const ticking = setInterval(() => {
  const past = Math.min(seconds, Math.round((Date.now() - began) / 1_000))
  const [calls, bought] = [log.calls.length, log.sales.length + log.payments.length + log.cards.length]
  progress(
    `${past} of ${seconds} s, ${calls} calls, ${bought} payments, ${countOf(faults.done)} of ${planned.length} faults`,
  )
}, 1_000)
const upgraded =
  values.former === undefined ? null : Promise.all(inTurns(parts).map(upgrade)).then(() => parts.finishMigration())
await Promise.all([...load, upgraded, ...planned.map((one) => faults.cause(one))])
await faults.settle()

say('the load is over; waiting until every call is final, every payment judged, and everybody paid')
// Their start fetches the events of the card processor that did not arrive.
for (const sweeper of parts.sweepers) sweeper.child().kill('SIGKILL')
const left = await untilQuiet(db, 150_000)
await untilPaidOut(db, 60_000)
isOver = true
await Promise.all(sellers)
clearInterval(ticking)
// A connection without the product's statement limit: the comparison reads everything.
const reader = new Client({ connectionString: parts.databaseUrl })
await reader.connect()
const isIdle = clients.length > 0 && !log.calls.some(({ answers }) => answers.some(({ status }) => status === 200))
const wrong = [
  ...(isIdle ? ['no call was answered: this run shows nothing'] : []),
  ...left,
  ...(await verify(reader, log.calls, faults.down)),
  ...(await verifySales(reader, log.sales, { shops: shops.keys, solana })),
  ...(await verifySolana(reader, log.payments, {
    solana,
    treasury: treasuryWallet.address,
    receivers: [platformWallet, ...[...shops.solana, ...shops.cards].map(({ wallet }) => wallet)],
    buyers: wallets.map(({ address }) => address),
  })),
  ...(await verifyCards(reader, log.cards, openCardStore(journal))),
]
await reader.end()
await report()
say(`faults: ${[...faults.done].map(([fault, times]) => `${fault} ${times}`).join(', ')}`)
say(wrong.length === 0 ? 'violations: 0' : `violations: ${wrong.length}\n${wrong.slice(0, 40).join('\n')}`)
await db.close()
await parts.stop()
await cardServer.close()
await solana.stop()
rmSync(folder, { recursive: true, force: true })
process.exit(wrong.length === 0 ? 0 : 1)

/** Upgrades the nth of so many parts, so that releases are mixed from early in the load until shortly before its end. */
async function upgrade(part: Kept, nth: number, all: readonly Kept[]): Promise<void> {
  await delay(Math.max(0, began + ((nth + 1) / (all.length + 1)) * seconds * 1_000 - Date.now()))
  part.upgrade()
}

/** What happened in the run, counted. */
async function report(): Promise<void> {
  const counted = async (text: string) => {
    const { rows } = await db.pg.query<{ what: string; times: string }>(text)
    return rows.map(({ what, times }) => `${what} ${times}`).join(', ')
  }
  const answers = log.calls.flatMap((seen) => seen.answers)
  const { rows } = await db.pg.query<{ again: string; late: string }>(
    `select count(*) filter (where attempt > 1) as again, count(*) filter (where finished_at > accepted_at + interval '4 seconds') as late from call`,
  )
  const answered = log.calls.filter((seen) => seen.answers.some(({ status }) => status === 200)).length
  const broken = log.calls.reduce((sum, seen) => sum + seen.broken, 0)
  say(
    `calls wanted ${log.calls.length}, answered 200 ${answered}, given up ${log.calls.filter((seen) => seen.gaveUp).length}; answers ${answers.length}, broken connections ${broken}; run more than once ${rows[0]?.again}, over 4 s ${rows[0]?.late}`,
  )
  say(
    `prepaid purchases ${log.sales.filter(({ isBought }) => isBought).length}, refunded ${log.sales.filter(({ isRefunded }) => isRefunded).length}, given up ${log.sales.filter(({ gaveUp }) => gaveUp).length}`,
  )
  say(`sent on Solana ${log.payments.length}, told that it pays ${log.payments.filter(({ isTold }) => isTold).length}`)
  say(
    `payments on Solana: ${await counted(`select case when o.boost_id is not null then 'boost' when o.refund_id is not null then 'refund of a seller' else o.currency end || ' ' || verdict || coalesce(' (' || reason || ')', '') as what, count(*) as times from solana_payment y join solana_order o on o.id = y.order_id group by 1 order by 1`)}`,
  )
  say(
    `refunds on Solana: ${await counted(`select given_by || ', ' || coalesce(seller_paid_by, 'ours alone') as what, count(*) as times from solana_refund group by 1 order by 1`)}`,
  )
  say(
    `payments by card: ${await counted(`select c.state || ', ' || p.status as what, count(*) as times from card_payment c join purchase p on p.id = c.purchase_id group by 1 order by 1`)}; refunds ${await counted(`select state as what, count(*) as times from card_refund group by 1`)}; events ${await counted(`select state as what, count(*) as times from card_event group by 1`)}`,
  )
  say(
    `payouts: ${await counted(`select currency || ' ' || state as what, count(*) as times from payout group by 1 order by 1`)}`,
  )
}
