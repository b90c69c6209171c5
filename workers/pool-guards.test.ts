import { expect, test } from 'vitest'

import { chooseIsolation, poolGuards } from './pool-guards.ts'
import { findIsolation, requireIsolation } from './sandbox/isolation.ts'

const MISSING = 'User namespaces are not permitted here.'
const browser = { start: () => Promise.resolve(), stop: () => Promise.resolve() }
const guardsWhere = (missing: string | null, required: boolean) =>
  poolGuards({ SANDBOX_REQUIRED: required }, browser, () =>
    Promise.resolve({ prefix: [], canForbidOpening: false, missing }),
  )

const OPEN_FILES = ['pdf-extract', 'media-processing'] as const

test.each(OPEN_FILES)('the pool %s opens where its programs are isolated', async (pool) => {
  expect(await guardsWhere(null, true)[pool]?.prove()).toBeNull()
  expect(await guardsWhere(null, false)[pool]?.prove()).toBeNull()
})

test.each(OPEN_FILES)('the pool %s does not open where its programs are not isolated', async (pool) => {
  await expect(guardsWhere(MISSING, true)[pool]?.prove()).rejects.toThrow(MISSING)
})

test.each(OPEN_FILES)('the pool %s opens without isolation only when told to, and then says so', async (pool) => {
  expect(await guardsWhere(MISSING, false)[pool]?.prove()).toBe(
    `${MISSING} SANDBOX_REQUIRED is false, so it runs all the same.`,
  )
})

test('no setting opens the screenshot pool without its browser, and its notice keeps the cause to itself', async () => {
  const broken = { ...browser, start: () => Promise.reject(new Error('/secret/path is no program')) }
  const { screenshot } = poolGuards({ SANDBOX_REQUIRED: false }, broken)
  await expect(screenshot?.prove()).rejects.toThrow(/^Its browser is missing or not sandboxed\.$/)
})

test('pools that open no foreign file wait for no proof', () => {
  expect(Object.keys(guardsWhere(MISSING, true)).toSorted()).toEqual(['media-processing', 'pdf-extract', 'screenshot'])
})

test('a program itself refuses to run without isolation too, unless it is told to', () => {
  expect(chooseIsolation({ SANDBOX_REQUIRED: true })).toBe(requireIsolation)
  expect(chooseIsolation({ SANDBOX_REQUIRED: false })).toBe(findIsolation)
})
