import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { redisAddresses, redisMistakes, redisModeOf } from './redis-target.ts'

describe('addresses of Redis', () => {
  test('are read with port, user, password, database and TLS', () => {
    expect(redisAddresses('redis://:p%40ss@one, rediss://me@[::1]:7000/3')).toEqual([
      { host: 'one', port: null, username: '', password: 'p@ss', db: 0, isTls: false },
      { host: '::1', port: 7_000, username: 'me', password: '', db: 3, isTls: true },
    ])
  })

  test('of any text are found or left out, never thrown', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const { host, port } of redisAddresses(text)) {
          expect(host).not.toBe('')
          expect(port === null || (port >= 0 && port <= 65_535)).toBe(true)
        }
      }),
    )
  })
})

test('the settings say how servers work together', () => {
  expect(redisModeOf({ REDIS_CLUSTER: false })).toEqual({ kind: 'single' })
  expect(redisModeOf({ REDIS_CLUSTER: true })).toEqual({ kind: 'cluster' })
  expect(redisModeOf({ REDIS_CLUSTER: false, REDIS_SENTINEL_MASTER: 'queues' })).toEqual({
    kind: 'sentinel',
    master: 'queues',
    password: undefined,
  })
})

test.each([
  [{ REDIS_URL: 'redis://a' }, []],
  [{ REDIS_URL: 'redis://:a,b@c' }, []],
  [{ REDIS_URL: 'redis://a,redis://b', REDIS_CLUSTER: 'true' }, []],
  [{ REDIS_URL: 'redis://a/2,redis://b', REDIS_SENTINEL_MASTER: 'm', REDIS_SENTINEL_PASSWORD: 'p' }, []],
  [{ REDIS_URL: 'redis://a,redis://b' }, ['several addresses']],
  [{ REDIS_URL: 'redis://a,b', REDIS_CLUSTER: '1' }, ['no list']],
  [{ REDIS_URL: 'redis://a/1', REDIS_CLUSTER: 'true' }, ['database 0 alone']],
  [{ REDIS_CLUSTER: 'true' }, ['needs REDIS_URL']],
  [{ REDIS_URL: 'redis://a', REDIS_SENTINEL_PASSWORD: 'p' }, ['needs REDIS_SENTINEL_MASTER']],
  [{ REDIS_URL: 'redis://a', REDIS_CLUSTER: 'true', REDIS_SENTINEL_MASTER: 'm' }, ['exclude each other']],
])('%j has so many mistakes', (given, wrong) => {
  const found = redisMistakes(given)
  expect(found).toHaveLength(wrong.length)
  for (const [nth, words] of wrong.entries()) expect(found[nth]).toContain(words)
})
