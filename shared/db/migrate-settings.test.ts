import { expect, test } from 'vitest'

import { readMigrateSettings } from './migrate-settings.ts'

const DATABASE_URL = 'postgres://farebox:secret@db:5432/farebox'

test('a migration takes the address of its database and the number of shards', () => {
  expect(readMigrateSettings({ DATABASE_URL }, new Map())).toEqual({ databaseUrl: DATABASE_URL, shards: 1 })
  const past = 'postgres://farebox@direct/farebox'
  expect(
    readMigrateSettings({ DATABASE_URL, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: past }, new Map()),
  ).toMatchObject({ databaseUrl: past })
  expect(readMigrateSettings({ DATABASE_URL, SHARDS: '4' }, new Map())).toMatchObject({ shards: 4 })
})

test('a migration stops where it is told to, at a migration that exists', () => {
  const read = (...args: string[]) => readMigrateSettings({ DATABASE_URL }, new Map(), args)
  expect(read('--until', '0050-event-months')).toMatchObject({ until: '0050-event-months' })
  expect(read()).toMatchObject({ until: undefined })
  expect(read('--until', '0050')).toBe('--until  names no migration of this release: 0050')
  expect(read('--until')).toBe('--until  names no migration of this release: nothing')
  expect(read('--to', '0050-event-months')).toBe('--to  is no option; there is --until NAME')
})

test.each([
  ['no address', {}, /^DATABASE_URL {2}is missing$/],
  [
    'an address that is none',
    { DATABASE_URL: 'secret@db' },
    /^DATABASE_URL {2}is no address of the form postgres:\/\//,
  ],
  ['an address that does not parse', { DATABASE_URL: 'postgres://secret@:a' }, /^DATABASE_URL {2}is no address/],
  [
    'a pooler without a way past it',
    { DATABASE_URL, DATABASE_POOLER: 'transaction' },
    /^DATABASE_DIRECT_URL {2}is missing/,
  ],
  [
    'a way past the pooler that is none',
    { DATABASE_URL, DATABASE_DIRECT_URL: 'secret@db' },
    /^DATABASE_DIRECT_URL {2}is no/,
  ],
  ['shards in words', { DATABASE_URL, SHARDS: 'many' }, /^SHARDS {2}is not a number$/],
  ['too many shards', { DATABASE_URL, SHARDS: '5000' }, /^SHARDS {2}.*1024/],
])('%s is one line that names the setting and quotes no secret', (_, env, line) => {
  const said = readMigrateSettings(env, new Map())
  expect(said).toMatch(line)
  expect(said).not.toMatch(/\n|secret/)
})

test('a file of a secret that cannot be read is said as such', () => {
  expect(readMigrateSettings({}, new Map([['DATABASE_URL', 'DATABASE_URL_FILE  cannot be read']]))).toBe(
    'DATABASE_URL_FILE  cannot be read',
  )
})
