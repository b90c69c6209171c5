import { expect, test } from 'vitest'

import { parseConfig } from './config.ts'
import { LIMIT_ROWS, limitsOf } from './limits.rules.ts'

const NEEDED = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }

test('without settings every limit has the number of the table', () => {
  const limits = Object.values(limitsOf({ LIMITS: 'normal' }))
  expect(limits).toEqual(Object.entries(LIMIT_ROWS).map(([name, { points, windowS }]) => ({ name, points, windowS })))
})

test('a setting changes its own limits and no other', () => {
  const { limits } = parseConfig({ ...NEEDED, UNPAID_CALLS_PER_MINUTE: '7' })
  const changed = Object.values(limits).filter(({ points }) => points === 7)
  expect(changed.map(({ name }) => name)).toEqual(['unpaid', 'discovery', 'call-read', 'refused'])
  expect(limits.key).toEqual({ name: 'key', points: 1_200, windowS: 60 })
})

test('off leaves what limits guesses of secrets, and what is set', () => {
  const { limits } = parseConfig({ ...NEEDED, LIMITS: 'off', KEY_CALLS_PER_MINUTE: '3' })
  const held = Object.values(limits).filter(({ points }) => points < 1_000_000)
  expect(held.map(({ name, points }) => [name, points])).toEqual([
    ['key', 3],
    ['login-name-address', 10],
    ['login-name', 100],
    ['login-address', 50],
    ['forgot', 30],
    ['reset', 30],
    ['ops-login', 10],
    ['ops-token', 600],
  ])
})

test('settings that exist no longer are named, unless they are empty', () => {
  const { removed } = parseConfig({ ...NEEDED, LOGIN_FAILURES: '3', HEALTH_HOST: '0.0.0.0', KEY_MAX_IN_FLIGHT: '' })
  expect(removed).toEqual(['HEALTH_HOST', 'LOGIN_FAILURES'])
})
