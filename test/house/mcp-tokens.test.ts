import { expect, test } from 'vitest'

import { toolList } from '#ingress/mcp/tool-list.ts'
import { textCounter } from '#shared/engines/tokens/text-counter.ts'

test('the whole answer to tools/list is less than 2,000 tokens', async () => {
  const count = await textCounter('o200k_base')
  expect(toolList.tools.length).toBeGreaterThan(5)
  expect(count(JSON.stringify(toolList))).toBeLessThan(2_000)
})
