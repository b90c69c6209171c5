import { expect, test, vi } from 'vitest'

import { parseConfig } from '#shared/config.ts'

import { RefusedRequests } from '../../http/refused-requests.ts'
import { SellerSales } from './seller-sales.ts'

test('slugs that nobody sells cannot be looked up without end', async () => {
  const query = vi.fn(async () => ({ rows: [] }))
  const config = parseConfig({ DATABASE_URL: 'postgres://x', SERVER_SECRET: 's'.repeat(32) })
  // Safe: it asks nothing else of the database.
  const sales = new SellerSales({ db: { pg: { query } } as never, config })
  const refused = new RefusedRequests(10)
  const codeOf = (nth: number) =>
    sales.of(`none-${nth}`, () => refused.enter('192.0.2.1', 0)).catch((error: unknown) => Object(error).code)
  const codes: unknown[] = []
  for (let nth = 0; nth < 15; nth += 1) codes.push(await codeOf(nth))
  expect(codes).toEqual([
    ...Array.from({ length: 10 }, () => 'not_found'),
    ...Array.from({ length: 5 }, () => 'rate_limited'),
  ])
  expect(query).toHaveBeenCalledTimes(10)
})
