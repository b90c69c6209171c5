import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

import { Pool } from 'undici'

import { audit } from '#shared/money/audit/audit.ts'

import { startBase } from '../support/fakes/chains.ts'
import { basePayment, type Requirements } from '../support/labs/settlement-lab.ts'
import { decoded, encoded } from '../support/world/x402-payment.ts'
import { startMachine } from './machine.ts'
import { AMOUNT, POLL_MS, RAISED, startExpress, startOurs, type Way } from './x402-ways.ts'

/**
 * The call paid by x402, ours against `@x402/express` with a bare handler, on one anvil that mines at once: the whole paid
 * call against /verify and /settle asked directly at one connection, and paid calls a second at sixteen, with the CPU of
 * each part. Everybody is warm: a process that has made forty calls is still compiling. Payments are signed beforehand,
 * rounds interleaved, every answer looked at, and transfers on chain counted against right answers.
 * Prints tables and, as its last line, one JSON object. QUICK=1 makes it a smoke test; ROUNDS=1 is one round after the warm-up,
 * and WAYS=ours,inside leaves out the others.
 */
const quick = process.env['QUICK'] === '1'
const ROUNDS = Number(process.env['ROUNDS'] ?? (quick ? 1 : 3))
const WAYS = (process.env['WAYS'] ?? 'ours,http,inside').split(',')
const SINGLE_CALLS = quick ? 5 : 30
const CONNECTIONS = 16
const CALLS_AT_ONCE = quick ? 48 : 256
/** Calls of the first round, which warms everybody up and is not counted. */
const WARM = quick ? { singles: 2, atOnce: 12 } : { singles: 30, atOnce: 300 }
const WALLETS = 64
const BODY = '{"text":"hello"}'
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

type Signed = Awaited<ReturnType<typeof basePayment>>
type Challenge = { accepts: Requirements[]; resource: unknown; extensions?: unknown }
/** A way to ask, and what is counted of it. `payTo` of asking directly is another one, so that no call misses its pay. */
type Lane = Way & {
  challenge: Challenge
  directly: string
  calls: Pool
  facilitates: Pool | null
  right: string[]
  /** A stock facilitator now and then leaves a gap in its nonces, behind which it waits for ever: it is asked no more. */
  isStuck: boolean
}

const machine = await startMachine()
const chain = await startBase()
const closing: (() => Promise<unknown>)[] = [() => machine.stop(), () => chain.stop()]
const say = (line: string) => process.stdout.write(`${line}\n`)
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
let wrong = 0
let nextWallet = 0

try {
  const loadBefore = loadavg()[0]
  const ours = await startOurs(machine, chain)
  const stock = []
  for (const where of ['http', 'inside'] as const)
    if (WAYS.includes(where)) stock.push(await startExpress(chain, where))
  // Now and then anvil leaves a transaction behind until the next block, and who only waits for it would wait for ever.
  const ticking = setInterval(() => void chain.mine().catch(() => {}), 500)
  closing.push(async () => clearInterval(ticking))
  for (const { stop } of [ours, ...stock].flatMap(({ processes }) => processes)) closing.push(stop)
  closing.push(() => ours.db.close())
  const lanes = await Promise.all([ours, ...stock].map(({ way }) => openLane(way)))
  const wallets = await Promise.all(Array.from({ length: WALLETS }, () => chain.wallet({ microUsdc: 10n ** 12n })))
  const sign = (accepted: Requirements): Promise<Signed> => {
    const wallet = wallets[nextWallet++ % WALLETS]
    if (wallet === undefined) throw new Error('there is no wallet')
    // Ours refuses a payment that could run out while it is worked on, and rounds take their time.
    return basePayment(wallet, accepted, { validBefore: Math.floor(Date.now() / 1_000) + 1_800 })
  }
  const headersFor = async (lane: Lane, count: number): Promise<string[]> => {
    const accepted = offerOf(lane.challenge)
    const { accepts: _, ...echoed } = lane.challenge
    const made: string[] = []
    for (let nth = 0; nth < count; nth += 1)
      made.push(encoded({ ...echoed, ...(await sign(accepted)).paymentPayload, x402Version: 2 }))
    return made
  }

  const callMs = new Map<string, number[]>()
  const everyMs = new Map<string, number[]>()
  const directMs = new Map<string, number[]>()
  const perSecond = new Map<string, number[]>()
  const cpu = new Map<string, Map<string, number[]>>()
  const cpuOf = (name: string) => {
    const known = cpu.get(name) ?? new Map<string, number[]>()
    cpu.set(name, known)
    return known
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const well = () => lanes.filter(({ isStuck }) => !isStuck)
    const { singles: single, atOnce } = round === 0 ? WARM : { singles: SINGLE_CALLS, atOnce: CALLS_AT_ONCE }
    const note = (into: Map<string, number[]>, name: string, value: number) => {
      if (round > 0) into.set(name, [...(into.get(name) ?? []), value])
    }
    const singles = await Promise.all(
      well().map(async (lane) => ({
        lane,
        headers: await headersFor(lane, single),
        bodies: await Promise.all(
          Array.from({ length: single }, () => sign({ ...offerOf(lane.challenge), payTo: lane.directly })),
        ),
        calls: [] as number[],
        asked: [] as number[],
      })),
    )
    for (let nth = 0; nth < single; nth += 1) {
      for (const { lane, headers, bodies, calls, asked } of singles) {
        if (lane.isStuck) continue
        calls.push(await timed(() => paidCall(lane, headers[nth] ?? '')))
        if (lane.facilitates !== null && !lane.isStuck)
          asked.push(await timed(() => askDirectly(lane, JSON.stringify(bodies[nth]))))
      }
    }
    for (const { lane, calls, asked } of singles) {
      if (lane.isStuck) continue
      note(callMs, lane.name, median(calls))
      for (const ms of calls) note(everyMs, lane.name, ms)
      for (const ms of asked) note(everyMs, `${lane.name}, verify + settle`, ms)
      note(directMs, lane.name, median(asked))
    }
    for (const lane of well()) {
      const headers = await headersFor(lane, atOnce)
      const before = lane.right.length
      const used = lane.cpuMs()
      const ms = await timed(async () => {
        const one = async () => {
          for (let next = headers.pop(); next !== undefined && !lane.isStuck; next = headers.pop())
            await paidCall(lane, next)
        }
        await Promise.all(Array.from({ length: CONNECTIONS }, one))
      })
      if (lane.isStuck) continue
      const calls = lane.right.length - before
      note(perSecond, lane.name, (calls * 1_000) / ms)
      for (const [part, total] of Object.entries(lane.cpuMs()))
        note(cpuOf(lane.name), part, (total - (used[part] ?? 0)) / calls)
    }
  }

  say(`settings raised for this run: ${JSON.stringify(RAISED)}; all wait ${POLL_MS} ms between looks for a block`)
  say('way               paid call p50 ms   verify + settle p50 ms   gate ms   paid calls/s at 16   transfers')
  const gateMs = (name: string) =>
    median((callMs.get(name) ?? []).map((ms, nth) => ms - (directMs.get(name)?.[nth] ?? Number.NaN)))
  for (const { name, payTo, right, isStuck } of lanes) {
    const transfers = await chain.transfersTo(payTo)
    const isPaid = new Set(transfers.map(({ transaction }) => transaction))
    if (isStuck) say(`${name} got stuck: what it did before counts`)
    else if (transfers.length !== right.length || !right.every((transaction) => isPaid.has(transaction))) {
      process.exitCode = 1
      say(`${name}: ${right.length} right answers, but ${transfers.length} transfers on chain`)
    }
    say(
      [
        name.padEnd(17),
        median(callMs.get(name) ?? [])
          .toFixed(2)
          .padStart(16),
        median(directMs.get(name) ?? [])
          .toFixed(2)
          .padStart(24),
        gateMs(name).toFixed(2).padStart(9),
        median(perSecond.get(name) ?? [])
          .toFixed(1)
          .padStart(20),
        String(transfers.length).padStart(11),
      ].join(' '),
    )
  }
  say('CPU ms a call at 16')
  for (const [name, parts] of cpu) {
    const each = [...parts].map(([part, all]) => [part, median(all)] as const)
    const sum = each.reduce((total, [, ms]) => total + ms, 0)
    say(
      `${name.padEnd(17)} ${sum.toFixed(2).padStart(7)}   ${each.map(([part, ms]) => `${part} ${ms.toFixed(2)}`).join(', ')}`,
    )
  }
  const failing = (await audit(ours.db.pg)).filter(({ ok }) => !ok)
  say(
    `wrong answers: ${wrong}; ledger audit: ${failing.length === 0 ? 'green' : failing.map(({ id }) => id).join(', ')}`,
  )
  if (wrong > 0 || failing.length > 0) process.exitCode = 1
  const rate = (name: string) => median(perSecond.get(name) ?? [])
  // The rounds are compared one by one, with the better of the two ways to run express.
  const better = rate('express, http') > rate('express, inside') ? 'express, http' : 'express, inside'
  const ratio = (other: string) =>
    median((perSecond.get('ours') ?? []).map((ours, nth) => ours / (perSecond.get(other)?.[nth] ?? Number.NaN)))
  const ratios = { gate_overhead_ms_p50: gateMs('ours'), paid_x402_over_express_16: ratio(better) }
  const more = { express: better, over_http: ratio('express, http'), over_inside: ratio('express, inside') }
  for (const [name, all] of everyMs) {
    const sorted = all.toSorted((one, other) => one - other)
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
    say(`${name}: least ${at(0)} ms, p25 ${at(0.25)}, p50 ${at(0.5)}, p75 ${at(0.75)}, p95 ${at(0.95)}`)
  }
  const rounds = { per_second: Object.fromEntries(perSecond), paid_call_ms: Object.fromEntries(callMs) }
  say(
    JSON.stringify({ ratios, ...more, rounds, wrong, load_before: loadBefore, audit_ok: failing.length === 0, quick }),
  )
} finally {
  for (const close of closing.toReversed()) await close()
}
process.exit()

async function openLane(way: Way): Promise<Lane> {
  const patience = { headersTimeout: 15_000 }
  const calls = new Pool(way.url, { connections: CONNECTIONS, pipelining: 1, ...patience })
  const facilitates = way.facilitator === null ? null : new Pool(way.facilitator.url, { connections: 1, ...patience })
  closing.push(
    () => calls.destroy(),
    async () => facilitates?.destroy(),
  )
  const challenge = await challengeOf(calls, way)
  return { ...way, calls, facilitates, directly: chain.address(), right: [], isStuck: false, challenge }
}

/** The 402, asked until it is there: workers have to show themselves first. */
async function challengeOf(calls: Pool, { path }: Way): Promise<Challenge> {
  for (const until = Date.now() + 20_000; ;) {
    const answer = await calls.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: BODY,
    })
    await answer.body.dump()
    const header = answer.headers['payment-required']
    // Safe: a 402 of x402 v2 has this object in its header.
    if (answer.statusCode === 402) return decoded(String(header)) as unknown as Challenge
    if (Date.now() > until) throw new Error(`${path} answers ${answer.statusCode} instead of a 402`)
    await pause(100)
  }
}

function offerOf({ accepts }: Challenge): Requirements {
  const offer = accepts.find(({ network }) => network === 'eip155:8453')
  if (offer?.amount !== AMOUNT.toString())
    throw new Error(`it does not cost what it should: ${JSON.stringify(accepts)}`)
  return offer
}

/** One paid call. It is right when it holds the hash and says by which transaction it was paid. */
async function paidCall(lane: Lane, payment: string): Promise<void> {
  const answer = await lane.calls
    .request({
      method: 'POST',
      path: lane.path,
      headers: { 'content-type': 'application/json', 'payment-signature': payment },
      body: BODY,
    })
    .catch((error: unknown) => stuck(lane, error))
  if (answer === null) return
  const body = await answer.body.text()
  const header = answer.headers['payment-response']
  const paid = typeof header === 'string' ? decoded(header) : null
  if (answer.statusCode === 200 && body.includes(HELLO) && paid?.['success'] === true) {
    lane.right.push(String(paid['transaction']))
    return
  }
  wrong += 1
  if (wrong <= 3) process.stderr.write(`${lane.name} answers ${answer.statusCode}: ${body.slice(0, 600)}\n`)
}

/** Ours has to answer; of the others it is noted. */
function stuck(lane: Lane, error: unknown): null {
  if (lane.name === 'ours') throw error
  lane.isStuck = true
  return null
}

async function askDirectly(lane: Lane, body: string): Promise<void> {
  const { facilitator, facilitates, name } = lane
  for (const path of ['/verify', '/settle']) {
    const headers = { 'content-type': 'application/json', ...facilitator?.headers }
    const answer = await facilitates
      ?.request({ method: 'POST', path, headers, body })
      .catch((error: unknown) => stuck(lane, error))
    if (answer === null) return
    // Safe: an answer of a facilitator.
    const said = (await answer?.body.json()) as { isValid?: boolean; success?: boolean }
    if (said.isValid !== true && said.success !== true) throw new Error(`${name} ${path}: ${JSON.stringify(said)}`)
  }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await run()
  return performance.now() - begun
}
