import { expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { openCardLab } from '#test/support/labs/card-lab.ts'
import { runCardHistories } from '#test/support/labs/card-histories.ts'

const COUNT = 500

test(
  '500 random orders of eight events of a payment, refund and dispute end in the same state in the database',
  { timeout: 900_000 },
  async () => {
    const lab = await openCardLab()
    await lab.control('/webhooks', { mode: 'missing' })
    const ends = await runCardHistories(lab, { count: COUNT, seed: 19 })
    const findings = await audit(lab.world.db.pg)
    await lab.close()
    expect(ends).toHaveLength(COUNT)
    expect(new Set(ends.map((end) => JSON.stringify(end)))).toEqual(
      new Set([JSON.stringify({ status: 'refunded', seller: 0, held: -1_500 })]),
    )
    expect(findings.filter(({ ok }) => !ok)).toEqual([])
  },
)
