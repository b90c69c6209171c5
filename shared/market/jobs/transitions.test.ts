import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { JOB_TRANSITIONS, jobTransitionFor, lapsedWorkerBps } from './transitions.rules.ts'

const NOBODY = { deliveries: 0, posterAnsweredAt: null, workerAnsweredAt: null }

test('docs/jobs.md shows every transition as the table has it', () => {
  const docs = readFileSync(new URL('../../../docs/jobs.md', import.meta.url), 'utf8')
  const shown = [...docs.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|/gm)].map((row) => row.slice(1, 6))
  expect(shown).toEqual(
    JOB_TRANSITIONS.map(({ event, from, to, by, when }) => [event, from.join(', '), to, by.join(', '), when]),
  )
})

test('a transition is for its parties alone, from its states alone, and waits for its guard', () => {
  const now = new Date()
  const hired = { status: 'hired', wakeAt: now, engagement: NOBODY } as const
  expect(jobTransitionFor(hired, 'hire_canceled', 'poster', now)).toMatchObject({ to: 'canceled', money: 'to_poster' })
  const delivered = { ...NOBODY, deliveries: 1 }
  expect(jobTransitionFor({ ...hired, engagement: delivered }, 'hire_canceled', 'poster', now)).toBeNull()
  expect(jobTransitionFor(hired, 'hire_canceled', 'worker', now)).toBeNull()
  expect(jobTransitionFor(hired, 'accepted', 'poster', now)).toBeNull()
  expect(jobTransitionFor(hired, 'late', 'platform', new Date(now.getTime() - 1))).toBeNull()
  expect(jobTransitionFor(hired, 'late', 'platform', now)).toMatchObject({ to: 'canceled' })
  expect(
    jobTransitionFor({ ...hired, engagement: { ...NOBODY, deliveries: 4 } }, 'delivered', 'worker', now),
  ).toBeNull()
})

test('a dispute that a side did not answer goes to the other; if both are silent, to the worker', () => {
  const at = new Date()
  expect(lapsedWorkerBps({ posterAnsweredAt: at, workerAnsweredAt: null })).toBe(0)
  expect(lapsedWorkerBps({ posterAnsweredAt: null, workerAnsweredAt: at })).toBe(10_000)
  expect(lapsedWorkerBps({ posterAnsweredAt: null, workerAnsweredAt: null })).toBe(10_000)
})
