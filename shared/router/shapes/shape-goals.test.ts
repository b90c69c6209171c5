import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'
import { readGoals } from '#test/measure/router/goals.ts'
import { judgePlan } from '#test/measure/router/judge-plan.ts'

import { planGoal } from '../plan/plan-goal.ts'
import { toolsOf } from '../tool.ts'

const tools = toolsOf(catalog)
const goals = readGoals('test/measure/router/shape-goals.jsonl')

/** What the planner does not tell by the form of an input: see docs/router.md. */
const MISSED = [
  'shape-offer-receipt-extension-lint-2',
  'shape-extract-structured-1',
  'shape-extract-structured-2',
  'shape-memory-exfil-guard-2',
  'shape-mcp-server-audit-2',
  'shape-audit-field-matrix-2',
  'later-json-schema-validate-2',
  'later-capability-attack-surface-scan-1',
  'later-payment-required-lint-2',
  'later-mcp-server-audit-1',
  'later-token-budget-guard-1',
]

const told = goals.filter(({ id }) => !MISSED.includes(id))

test.each(told.map((goal) => [goal.id, goal] as const))('%s: the form of the input says what is meant', (_, goal) => {
  const asked = {
    goal: goal.goal,
    input: goal.input,
    maxSteps: 6,
    maxCents: 150,
    now: new Date('2026-11-28T12:00:00Z'),
  }
  const { isExact, why } = judgePlan(goal, planGoal(asked, tools))
  expect(why).toEqual([])
  expect(isExact).toBe(true)
})
