import { expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { toolsOf } from '../tool.ts'
import { planGoal } from './plan-goal.ts'

const tools = toolsOf(catalog)
const plan = (goal: string, input = '') =>
  planGoal({ goal, input, maxSteps: 6, maxCents: 150, now: new Date('2026-03-01T00:00:00Z') }, tools)
const slugsOf = (goal: string, input = '') => {
  const planned = plan(goal, input)
  return 'plan' in planned ? planned.plan.steps.map(({ slug }) => slug) : planned.none.reason
}

test('a goal that is nearer to what no outcome does than to any outcome has no plan', () => {
  expect(slugsOf('book me a flight to Lisbon next Friday')).toBe('not_offered')
  expect(slugsOf('pay this invoice by card', 'https://shop.example/invoice/7')).toBe('not_offered')
})

test('where an outcome that the goal is more like lacks its input, the plan is refused and the field is named', () => {
  const planned = plan(
    'Put the paragraph below into the language of our customers',
    'We regret that the spring delivery will reach you two weeks late.',
  )
  expect('none' in planned && planned.none.missing).toEqual([{ slug: 'translate-text', field: 'to' }])
})

test.each([
  ['Let our auditor read my note finance/q1 for one day, at most three times', 'notepad-share'],
  ['withdraw the share shr_71Kd on my note price-list', 'notepad-share'],
])('an ordered write takes the place of what only reads: %s', (goal, slug) => {
  expect(slugsOf(goal)).toContain(slug)
})

test('what writes into a place that the goal does not name is asked for the place, though a step could list some', () => {
  const planned = plan('put this as docs/roadmap.md into the workspace that we share', '1. Freeze. 2. Move. 3. Drop.')
  expect('none' in planned && planned.none.missing).toContainEqual({ slug: 'workspace-write', field: 'workspace_id' })
})

test.each([
  'Agent was allowed to spend at most 200 cents and only at acme-data. Did it keep to that?',
  'What does my note finance/q1 say about the auditor?',
])('no write is planned where none is ordered: %s', (goal) => {
  const slugs = slugsOf(goal)
  expect(typeof slugs === 'string' ? [] : slugs.filter((slug) => tools.get(slug)?.writes === true)).toEqual([])
})
