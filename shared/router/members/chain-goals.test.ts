import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'
import { referencesIn } from '#shared/router/plan/plan.ts'
import { toolsOf } from '#shared/router/tool.ts'
import { judgeChain, readChains } from '#test/measure/router/chain-goals.ts'

const tools = toolsOf(catalog)
const judged = readChains().map((chain) => ({ chain, ...judgeChain(chain, tools) }))

/** How many of the chains are planned as wanted; a change may raise it and has to keep it. */
const RIGHT = 90

describe('chains of two to four steps over the whole catalog', () => {
  test('are planned, and each step takes the member of an earlier answer that the goal names', () => {
    const right = judged.filter(({ wrong }) => wrong.length === 0)
    expect(judged.length).toBeGreaterThanOrEqual(120)
    expect(right.length).toBeGreaterThanOrEqual(RIGHT)
  })

  test('never lead what writes to a place that a step found', () => {
    const led = judged.flatMap(({ steps }) =>
      steps
        .filter(({ slug }) => tools.get(slug)?.writes === true)
        .flatMap(({ inputs }) =>
          ['path', 'key', 'note_id', 'target_slug'].flatMap((field) => referencesIn(inputs[field])),
        ),
    )
    expect(led).toEqual([])
  })
})
