import { expect, test } from 'vitest'

import { countOutcomes } from './count-outcomes.ts'

/** A database that needs too long for more than `mostS` seconds of calls. */
function database(mostS: number, code = '57014') {
  const asked: number[] = []
  const query = async ({ values: [spanS = 0] = [] }: { values?: number[] }) => {
    asked.push(spanS)
    if (spanS > mostS) throw Object.assign(new Error('canceling statement due to statement timeout'), { code })
    return { rows: [] }
  }
  // Safe: of a pool, counting uses `query` alone, and of that the named form.
  return { asked, pg: { query } as unknown as Parameters<typeof countOutcomes>[0] }
}

test('a time so busy that ten minutes take too long is counted in shorter pieces', async () => {
  const { asked, pg } = database(60)
  await countOutcomes(pg)
  expect(asked).toEqual([600, 60])
})

test('what takes too long in the shortest piece, and any other error, is told', async () => {
  await expect(countOutcomes(database(1).pg)).rejects.toThrow('statement timeout')
  const { asked, pg } = database(60, '53100')
  await expect(countOutcomes(pg)).rejects.toThrow('statement timeout')
  expect(asked).toEqual([600])
})
