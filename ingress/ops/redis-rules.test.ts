import { expect, test } from 'vitest'

import { brokenRules } from './redis-rules.ts'

const info = (policy: string, aof: string) =>
  `# Memory\r\nused_memory:1\r\nmaxmemory_policy:${policy}\r\n# Persistence\r\naof_enabled:${aof}\r\n`

test('a Redis that keeps everything breaks no rule', () => {
  expect(brokenRules(info('noeviction', '1'))).toEqual([])
})

test('eviction and a missing append-only file are told, each by its setting', () => {
  expect(brokenRules(info('allkeys-lru', '0'))).toEqual([
    'Redis runs with maxmemory-policy allkeys-lru and may drop queued jobs; set it to noeviction.',
    'Redis runs without an append-only file and forgets its queues when it restarts; set appendonly yes.',
  ])
})

test('what INFO leaves out is not held against a Redis server', () => {
  expect(brokenRules('')).toEqual([])
})
