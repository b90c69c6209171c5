import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { membersOf } from '#workers/browser/chromium/process-group.ts'

import { chromiumsOf, openSite } from '../support/labs/browser-lab.ts'
import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { eventually } from '../support/world/world.ts'

const AT_ONCE = 100
const MOST_BYTES = 1.5 * 1024 ** 3
/** A page that takes about a second: what a usual page takes, whatever the machine. */
const PAGE = `<!doctype html><title>Page</title><body style="margin:0;background:#00ff00">${'<p>Words of a usual page. '.repeat(500)}`

let site: Awaited<ReturnType<typeof openSite>>
let cluster: Cluster
let ingress: Member
let worker: Member
beforeAll(async () => {
  site = await openSite({ '/': PAGE })
  cluster = await openCluster('redis')
  ;[ingress, worker] = await Promise.all([
    cluster.ingress(),
    cluster.worker(['screenshot'], { EGRESS_ALLOW: site.allow }),
    cluster.worker(['outcome']),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress, 'screenshot')
  await cluster.ready(ingress)
})
afterAll(async () => {
  await cluster.close()
  await site.close()
})

/** Bytes of the worker and of its browser's processes that are their own. */
function bytesOf(pid: number): number {
  const own = Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  return chromiumsOf(pid)
    .flatMap((group) => membersOf(group))
    .reduce((sum, { bytes }) => sum + bytes, own)
}

test('a hundred screenshots at once: as many as can be made in time are, the rest is refused at the door, and memory stays bounded', async () => {
  const { key, keyId } = await cluster.key(1_000)
  const { key: other } = await cluster.key(1_000)
  const shoot = () =>
    cluster.call(
      ingress,
      'screenshot',
      { url: site.url('/'), width: 1280, height: 800, delay_ms: 1_000 },
      { 'x-service-key': key },
    )
  for (let nth = 0; nth < 3; nth += 1) expect(await shoot()).toMatchObject({ status: 200 })
  await pause(1_500)

  let most = 0
  let deepest = 0
  let over = false
  const quick: (number | undefined)[] = []
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, bytesOf(worker.child.pid ?? 0))
      const { rows } = await cluster.db.pg.query<{ open: number }>(
        `select count(*)::int as open from call where pool = 'screenshot' and finished_at is null`,
      )
      deepest = Math.max(deepest, rows[0]?.open ?? 0)
      quick.push((await cluster.call(ingress, 'hash-text', { text: 'a' }, { 'x-service-key': other }))?.status)
      await pause(50)
    }
  })()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, shoot))
  over = true
  await watching
  const count = (status: number) => answers.filter((answer) => answer?.status === status).length
  process.stdout.write(
    `screenshots: ${count(200)} made, ${count(503)} refused; deepest ${deepest}; ${Math.round(most / 1024 ** 2)} MB\n`,
  )

  expect(count(200) + count(503)).toBe(AT_ONCE)
  // Two slots and ten seconds of waiting.
  expect(count(200)).toBeGreaterThanOrEqual(8)
  expect(count(503)).toBeGreaterThan(AT_ONCE / 2)
  expect(deepest).toBeLessThanOrEqual(count(200))
  for (const answer of answers) {
    if (answer?.status !== 503) continue
    expect(answer.body).toMatchObject({ code: 'overloaded', charged_cents: 0, retryable: true })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
  }
  expect(quick.filter((status) => status !== 200)).toEqual([])
  expect(most).toBeLessThan(MOST_BYTES)

  // Who comes again when it was told to is served.
  await eventually(async () => (await shoot())?.status === 200, 30_000)
  await eventually(
    async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
    30_000,
  )
  const { rows } = await cluster.db.pg.query<{ made: number; posted: number; held: number }>(
    `select count(c.id) filter (where c.state = 'captured')::int as made, a.posted::int, a.held::int from account a
     join service_key k on k.account_id = a.id join call c on c.account_id = a.id where k.key_id = $1 group by a.posted, a.held`,
    [keyId],
  )
  expect(rows).toEqual([{ made: count(200) + 4, posted: 10_000_000 - (count(200) + 4) * 20_000, held: 0 }])
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
