import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { startFakeSeller } from '#test/support/fakes/fake-seller.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { memberWorld } from '#test/support/world/member-world.ts'
import { sellerEndpoints, sellerWith } from '#test/support/world/sellers.ts'
import { eventually } from '#test/support/world/world.ts'

const WALLET = 'Cktb5JTzvtfrbPyiYAZDaF8W3Nk8vnKziLo5jK4XPtQv'

describe('a call of a seller whose worker is killed', () => {
  let cluster: Cluster
  let ingress: Member
  let fake: Awaited<ReturnType<typeof startFakeSeller>>
  let env: Record<string, string>
  let slug: string
  let seller: ReturnType<typeof sellerEndpoints>
  beforeAll(async () => {
    fake = await startFakeSeller()
    env = { SELLER_ALLOW: fake.allow }
    cluster = await openCluster('redis')
    ingress = await cluster.ingress(env)
    await cluster.worker(['settlement-watch'])
    const first = await cluster.worker(['outcome'], env)
    const world = memberWorld(cluster, ingress)
    seller = sellerEndpoints(world, fake, await sellerWith(world, WALLET))
    slug = await seller.onSale('slow', { timeout_s: 20 })
    await cluster.kill(first)
  })
  afterAll(async () => {
    await cluster.close()
    await fake.close()
  })

  test.each(['while the seller works', 'before:call-finish', 'after:call-finish'])(
    '%s is made again with the same id, and paid once',
    async (at) => {
      const crash = at.includes(':') ? { CRASH_AT: at } : {}
      const doomed = await cluster.worker(['outcome'], { ...env, ...crash })
      await cluster.ready(ingress)
      const { key, keyId } = await cluster.key(100)
      const before = seller.asked(slug).length
      const answer = cluster.call(
        ingress,
        `../seller-endpoints/${slug}/call`,
        { text: 'a b' },
        { 'x-service-key': key },
      )
      await eventually(() => seller.asked(slug).length > before)
      if (at.includes(':')) await doomed.gone
      else await cluster.kill(doomed)
      const next = await cluster.worker(['outcome'], env)
      expect(await answer).toMatchObject({ status: 200, body: { result: { words: 2 }, charge: { cents: 50 } } })
      const ids = seller
        .asked(slug)
        .slice(before)
        .map(({ headers }) => headers['x-request-id'])
      expect(ids.length).toBe(at === 'after:call-finish' ? 1 : 2)
      expect(new Set(ids).size).toBe(1)
      const { rows } = await cluster.db.pg.query(
        `select c.state, s.state as ended, a.posted::int as posted, a.held::int as held,
            (select count(*)::int from payable p where p.id = c.id) as payables
          from call c join seller_call s on s.call_id = c.id join service_key k on k.id = c.service_key_id
          join account a on a.id = k.account_id where k.key_id = $1`,
        [keyId],
      )
      expect(rows).toEqual([{ state: 'captured', ended: 'answered', posted: 500_000, held: 0, payables: 1 }])
      expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
      await cluster.kill(next)
    },
  )
})
