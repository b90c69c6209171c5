import { describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { toolsOf } from '../tool.ts'
import { readExamples } from '../intents/examples.ts'
import { planGoal } from './plan-goal.ts'

const tools = toolsOf(catalog)
const goals = readExamples().map(({ slugs, ...rest }) => ({
  ...rest,
  slugs: slugs.length === 0 ? '-' : slugs.join(' '),
}))

const slugsOf = (goal: string, input: string) => {
  const planned = planGoal({ goal, input, maxSteps: 6, maxCents: 150, now: new Date('2026-03-01T00:00:00Z') }, tools)
  return 'plan' in planned ? planned.plan.steps.map(({ slug }) => slug).join(' ') : '-'
}

describe('goals of our own', () => {
  test.each(goals)('$slugs: $goal', ({ slugs, goal, input }) => {
    expect(slugsOf(goal, input)).toBe(slugs)
  })

  test('reach every outcome that a plan may use', () => {
    const reached = new Set(goals.flatMap(({ slugs }) => slugs.split(' ')))
    expect([...tools.keys()].filter((slug) => !reached.has(slug))).toEqual([])
  })
})
