import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { findRedis } from '../support/world/fetch-redis.ts'

test('a machine without redis-server and without apt is told what to install, and nothing stays behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-redis-'))
  expect(() => findRedis(folder, '/nowhere')).toThrow(/^The tests need Redis: install redis-server .*TEST_REDIS_URL/)
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
