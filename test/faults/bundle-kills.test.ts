import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bundles } from '#shared/catalog/bundles.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'

const SLUG = 'bundles/data-hygiene-kit'
const MEMBERS = bundles.find(({ id }) => id === 'data-hygiene-kit')?.slugs ?? []
const BODY = { inputs: Object.fromEntries(MEMBERS.map((slug) => [slug, catalog.get(slug)?.outcome.example.input])) }

describe('a bundle whose worker is killed half way', () => {
  let cluster: Cluster
  let ingress: Member
  beforeAll(async () => {
    cluster = await openCluster('redis')
    ingress = await cluster.ingress()
    await cluster.worker(['settlement-watch'])
  })
  afterAll(() => cluster.close())

  test('is resumed by the next one, and charged once', async () => {
    const doomed = await cluster.worker(['router-workflow'], { CRASH_AT: 'after:call-step-end#2' })
    await cluster.ready(ingress, 'router-workflow')
    const { key, keyId } = await cluster.key(20)
    const answer = cluster.call(ingress, SLUG, BODY, { 'x-service-key': key })
    await doomed.gone
    await cluster.worker(['router-workflow'])
    expect(await answer).toMatchObject({ status: 200, body: { charge: { cents: 7, balance_cents: 13 } } })
    const { rows } = await cluster.db.pg.query(
      `select c.attempt, c.state, a.posted::int as posted, a.held::int as held,
        (select count(*)::int from call_step s where s.call_id = c.id and s.state = 'done') as steps
      from call c join service_key k on k.id = c.service_key_id join account a on a.id = k.account_id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ attempt: 2, state: 'captured', posted: 130_000, held: 0, steps: 4 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })
})
