import { setTimeout as pause } from 'node:timers/promises'

import { audit } from '#shared/money/audit/audit.ts'

import { endAfter } from './end-after.ts'
import { load } from './generator.ts'
import { startMachine } from './machine.ts'
import { median } from './measure-row.ts'
import { startProcess } from './processes.ts'
import type { Answers, Burst } from './rows/callers.ts'
import { databaseName, type Row, rowC, SECRET, startOurs } from './rows.ts'
import { sellEndpoint } from './sell-endpoint.ts'

/**
 * `npm run bench -- sellers`: a call of a seller's endpoint against the same POST sent to the seller directly, one
 * connection, rounds in turn (aim: at most 10 ms more at the median), beside a paid call of an outcome; and hash-text at
 * eight connections while 200 callers call a slow seller at once, against the same in quiet (aim: p99 under 1.5 times).
 * The callers are another process, keep their connections, and call again after Retry-After. No round begins after
 * MOST_MS, so that it ends on a busy machine too.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7)
const SECONDS = Number(process.env['SECONDS'] ?? 3)
const SLOW_MS = 2_500
const CALLERS = 200
const OTHERS = 8
const MOST_MS = 240_000
const ANSWERS_MS = 60_000

const machine = await startMachine()
endAfter(8, () => machine.stop())
const began = performance.now()
const say = (line: string) => process.stdout.write(`${line}\n`)
const round1 = (value: number) => Math.round(value * 10) / 10

try {
  const seller = await startProcess('test/bench/rows/seller.ts', [], { SLOW_MS: String(SLOW_MS) }, { serves: 'http' })
  const callers = await startProcess('test/bench/rows/callers.ts', [], {}, { serves: 'http' })
  const { port } = new URL(seller.baseUrl)
  const allow = `seller.bench:${port}=127.0.0.1`
  const ours = await startOurs(machine, await machine.database(databaseName()), 3, undefined, { SELLER_ALLOW: allow })
  const sold = (slug: string) =>
    sellEndpoint(ours.db, { slug, target: `http://seller.bench:${port}/${slug}`, allow, serverSecret: SECRET })
  const paths = { fast: await sold('fast'), slow: await sold('slow') }
  const key = await ours.key(50_000_000)
  const headers = () => ({ 'x-service-key': key })
  const url = ours.ingress.baseUrl

  const direct = {
    url: seller.baseUrl,
    path: '/fast',
    headers: () => ({}),
    status: 200,
    right: (body: string) => body.includes('16'),
  }
  const proxied = {
    url,
    path: paths.fast,
    headers,
    status: 200,
    right: (body: string) => body.includes('"characters":16'),
  }
  const one = (row: Row['load']) => load({ ...row, connections: 1, seconds: SECONDS })
  const { load: other } = await rowC(ours, 1)
  const others = () => load({ ...other, connections: OTHERS, seconds: SECONDS })
  const burst = async (): Promise<Answers> => {
    const told: Burst = { url, path: paths.slow, headers: headers(), callers: CALLERS, seconds: SECONDS }
    const signal = AbortSignal.timeout(ANSWERS_MS)
    const answer = await fetch(callers.baseUrl, { method: 'POST', body: JSON.stringify(told), signal })
    // Safe: what rows/callers.ts answers.
    return (await answer.json()) as Answers
  }

  for (const row of [direct, proxied, other]) await one(row)
  await others()
  await burst()
  const rounds: {
    direct: number
    proxied: number
    paid: number
    quiet: number
    busy: number
    answers: Answers
    wrong: number
  }[] = []
  while (rounds.length < ROUNDS && (rounds.length === 0 || performance.now() - began < MOST_MS)) {
    const [straight, through, paid] = [await one(direct), await one(proxied), await one(other)]
    const quiet = await others()
    const calling = burst()
    const busy = await others()
    const answers = await calling
    rounds.push({
      direct: straight.p50Ms,
      proxied: through.p50Ms,
      paid: paid.p50Ms,
      quiet: quiet.p99Ms,
      busy: busy.p99Ms,
      answers,
      wrong: straight.wrong + through.wrong + quiet.wrong + busy.wrong,
    })
    // Until the places are free again.
    await pause(500)
  }
  const of = (name: 'direct' | 'proxied' | 'paid' | 'quiet' | 'busy' | 'wrong') => rounds.map((round) => round[name])
  const added = rounds.map((round) => round.proxied - round.direct)
  const ratios = rounds.map((round) => round.busy / round.quiet)
  const failing = (await audit(ours.db.pg)).filter(({ ok }) => !ok)
  const range = (values: readonly number[]) =>
    `${round1(median(values))} (${round1(Math.min(...values))}-${round1(Math.max(...values))})`
  say(
    `a call, one connection, p50 ms:   direct ${range(of('direct'))}   through us ${range(of('proxied'))}   added ${range(added)}   a paid call of hash-text ${range(of('paid'))}`,
  )
  say(
    `hash-text, ${OTHERS} connections, p99 ms: quiet ${range(of('quiet'))}   beside ${CALLERS} calls of a slow seller ${range(of('busy'))}   ratio ${range(ratios)}`,
  )
  say(`statuses of ${CALLERS} calls at once, and of those sent again after Retry-After, by round:`)
  for (const { answers } of rounds) say(`  ${JSON.stringify(answers.first)}, then ${JSON.stringify(answers.later)}`)
  say(
    `wrong answers ${of('wrong').reduce((sum, wrong) => sum + wrong, 0)}; audit ${failing.length === 0 ? 'green' : 'RED'}`,
  )
  say(
    JSON.stringify({
      part: 'sellers',
      rounds: rounds.length,
      added_p50_ms: round1(median(added)),
      aim_added_ms: 10,
      paid_call_p50_ms: round1(median(of('paid'))),
      p99_ratio: Math.round(median(ratios) * 100) / 100,
      aim_ratio: 1.5,
      audit_ok: failing.length === 0,
    }),
  )
  if (failing.length > 0) process.exitCode = 1
  for (const started of [ours.ingress, ours.worker, ours.housekeeper, seller, callers]) await started.stop()
  await ours.db.close()
} finally {
  await machine.stop()
}
process.exit()
