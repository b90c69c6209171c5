import { expect, test } from 'vitest'

import { MAX_OFFSET, page } from './paging.ts'

test('a list announces its next page up to the largest offset, and none behind it', () => {
  const items = Array.from({ length: 200 }, () => 0)
  const slice = (offset: number) => page(items, 50_000, { limit: 200, offset })
  expect(slice(MAX_OFFSET - 200)).toMatchObject({ next_offset: MAX_OFFSET, has_more: true })
  expect(slice(MAX_OFFSET)).toMatchObject({ next_offset: null, has_more: false, total: 50_000 })
})
