import { describe, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { findKey } from '#shared/money/prepaid/find-key.ts'
import { forfeitKey } from '#shared/money/prepaid/forfeit-key.ts'

import { openCluster } from '#test/support/world/cluster.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'
import { eventually, QUEUES_IN_TURN, testEnv } from '#test/support/world/world.ts'

const HOUR_MS = 3_600_000
const mint = credentialMint(testEnv('', undefined)['SERVER_SECRET'] ?? '', 'test')

describe.each(QUEUES_IN_TURN)('when nobody swept for an hour, on the %s queue', (backend) => {
  test('three sweepers that start together do everything that is due, each thing once', async () => {
    const cluster = await openCluster(backend)
    const { pg } = cluster.db
    try {
      const keys = await Promise.all(Array.from({ length: 5 }, () => cluster.key(100)))
      const calls = keys.flatMap(({ key }) =>
        Array.from({ length: 8 }, () => ({ ...keyedCall(mint, key, 1), timeoutMs: -HOUR_MS })),
      )
      const accepted = await acceptKeyed(pg, calls, 'nobody')
      expect(accepted.map(({ kind }) => kind)).toEqual(calls.map(() => 'accepted'))
      // One key was revoked with calls open: what they give back is forfeited, by another task.
      const revoked = await findKey(pg, mint, keys[0]?.key ?? '')
      expect(revoked === null ? null : await forfeitKey(pg, revoked)).toEqual({ forfeitedCents: 92, heldCents: 8 })
      await pg.query(
        `insert into housekeeping (task, ran_at)
         select unnest($1::text[]), now() - interval '1 hour' on conflict (task) do update set ran_at = excluded.ran_at`,
        [['sweep', 'forfeit-remainders', 'purge', 'reconcile', 'count-outcomes']],
      )

      await Promise.all(Array.from({ length: 3 }, () => cluster.worker(['settlement-watch'])))
      await eventually(async () => (await pg.query('select from call where finished_at is null')).rowCount === 0)
      // Its hour is over as well: it runs again, with what the sweep gave back.
      await pg.query(`update housekeeping set ran_at = now() - interval '1 hour' where task = 'forfeit-remainders'`)
      await eventually(
        async () =>
          (await pg.query(`select from account where kind = 'wallet' and posted = 0 and held = 0`)).rowCount === 1,
      )

      const { rows } = await pg.query(
        `select kind, reason, count(*)::int as rows, sum(amount)::int as amount from transfer
         where call_id is not null or reason = 'forfeit' group by kind, reason order by kind, amount`,
      )
      expect(rows).toEqual([{ kind: 'single', reason: 'forfeit', rows: 2, amount: 1_000_000 }])
      expect((await audit(pg)).filter(({ ok }) => !ok)).toEqual([])
    } finally {
      await cluster.close()
    }
  })
})
