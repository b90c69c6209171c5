import { expect, test } from 'vitest'

import { parseConfig } from './config.ts'

const NEEDED = { DATABASE_URL: 'postgres://localhost/x', SERVER_SECRET: 's'.repeat(32) }

test('a misspelt setting is named with its nearest real name, and other variables are left alone', () => {
  const env = {
    ...NEEDED,
    OUTCOME_CONCURENCY: '3',
    TRUST_PROXY_HOP: '1',
    HOSTNAME: 'x',
    HOME: '/root',
    PATH: '/bin',
    REDIS_URL_FILE: '',
    SHLVL: '1',
    NODE_OPTIONS: '',
  }
  expect(parseConfig(env).misspelt).toEqual([
    { name: 'OUTCOME_CONCURENCY', nearest: 'OUTCOME_CONCURRENCY' },
    { name: 'TRUST_PROXY_HOP', nearest: 'TRUST_PROXY_HOPS' },
  ])
})

test('a missing setting says under which name it was set', () => {
  expect(() => parseConfig({ SERVER_SECRET: 's'.repeat(32), DATABASE_ULR: 'postgres://localhost/x' })).toThrow(
    '  DATABASE_URL  is missing; DATABASE_ULR is set: did you mean DATABASE_URL?\n',
  )
})

test.each([
  ['PORT', 'abc', 'is not a number'],
  ['PORT', '80.5', 'is not a whole number'],
])('%s=%s %s', (name, value, words) => {
  expect(() => parseConfig({ ...NEEDED, [name]: value })).toThrow(`  ${name}  ${words}\n`)
})
