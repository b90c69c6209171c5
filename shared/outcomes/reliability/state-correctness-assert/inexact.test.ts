import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { stateCorrectnessAssert } from './outcome.ts'

const passes = async (id: unknown, op: string, value: unknown) =>
  Object(await stateCorrectnessAssert.run({ state: { id }, assertions: [{ path: '/id', op, value }] }, fakeContext()))
    .passed

describe('state-correctness-assert holds no two integers equal that lost digits', () => {
  test.each([2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 60, 1e17, 12345678901234567000, 2 ** 64, -1e20])(
    '%d',
    async (value) => {
      expect(await passes(value, 'eq', value)).toBe(false)
      expect(await passes(value, 'ne', value)).toBe(false)
    },
  )
  test.each([0, 7, 2 ** 53 - 1, -(2 ** 53) + 1, 0.5, '9007199254740993'])('but %j is compared', async (value) => {
    expect(await passes(value, 'eq', value)).toBe(true)
  })
  test('and different ones differ', async () => {
    expect(await passes(2 ** 53, 'ne', 2 ** 54)).toBe(true)
  })
})
