import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { settlementBearer } from '#shared/money/settlement/settlement-bearer.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { openWrapLab, type WrapLab } from '#test/support/labs/wrap-lab.ts'
import { type Cluster, openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

let it: WrapLab
let cluster: Cluster
beforeAll(async () => {
  it = await openWrapLab()
  cluster = await openCluster('postgres', { databaseUrl: it.lab.databaseUrl })
})
afterAll(async () => {
  await cluster.close()
  await it.close()
})

/** Starts a real settlement process; with CRASH_AT it kills itself at that moment. */
async function start(more: Record<string, string> = {}) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const settings = it.lab.env({ SETTLEMENT_PORT: port, SETTLEMENT_URL: url })
  return { ...cluster.spawnWorker(['settlement-watch'], { ...settings, ...more }), url }
}

const rowsOf = (purchaseId: string) =>
  it.lab.sql<{ state: string; mint: string | null }>(`select state, mint from wrap where purchase_id = $1`, [
    purchaseId.slice(4),
  ])

describe('an installation that is killed while it wraps', () => {
  // Each process has to start up, which takes seconds.
  test.each(['before:wrap-sign', 'after:wrap-sign'])(
    'at %s leaves one token at most, and the next one asked signs the same mint',
    async (moment) => {
      const buyer = await it.holder()
      const purchaseId = await it.bought(buyer)
      const requested = await it.request(buyer, purchaseId)
      const [{ id } = { id: '' }] = await it.lab.sql<{ id: string }>(`select id from wrap where purchase_id = $1`, [
        purchaseId.slice(4),
      ])
      const doomed = await start({ CRASH_AT: moment })
      let isOver = false
      void doomed.gone.then(() => (isOver = true))
      // Its server may not listen yet, and ends with the request that reaches the moment.
      await eventually(async () => {
        const headers = { authorization: `Bearer ${settlementBearer(it.world.config.SERVER_SECRET)}` }
        const body = JSON.stringify({ wrap_id: id })
        await fetch(`${doomed.url}/wraps/offer`, { method: 'POST', headers, body }).catch(() => null)
        return isOver
      })
      expect(doomed.child.signalCode).toBe('SIGKILL')
      const again = await it.request(buyer, purchaseId)
      expect(again.mint).toBe(requested.mint)
      await it.send(buyer.wallet, again.mint_transaction.transaction)
      await it.send(buyer.wallet, requested.mint_transaction.transaction).catch(() => null)
      const next = await start()
      await eventually(async () => (await it.stateOf(purchaseId)) === 'wrapped')
      await cluster.kill(next)
      expect(await rowsOf(purchaseId)).toEqual([{ state: 'wrapped', mint: requested.mint }])
      expect((await audit(it.world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    },
  )

  test('between the mint and the look at it finds the token with the next process, and the burn as well', async () => {
    const buyer = await it.holder()
    const purchaseId = await it.bought(buyer)
    const { mint, mint_transaction: offered } = await it.request(buyer, purchaseId)
    const doomed = await start({ CRASH_AT: 'after:wraps-to-look' })
    await it.send(buyer.wallet, offered.transaction)
    await doomed.gone
    const next = await start()
    await eventually(async () => (await it.stateOf(purchaseId)) === 'wrapped')
    await it.burn(buyer.wallet, mint)
    await it.lab.sql(`update wrap set look_at = now() where look_at is not null`)
    await eventually(async () => (await it.stateOf(purchaseId)) === 'unwrapped')
    await cluster.kill(next)
    expect((await audit(it.world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })
})
