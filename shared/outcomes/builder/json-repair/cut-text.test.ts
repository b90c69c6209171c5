import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { jsonRepair } from './outcome.ts'

const isRefused = async (text: string) => {
  const { input, run } = jsonRepair
  try {
    await run(input.parse({ text, mode: 'strict' }), fakeContext())
    return false
  } catch (error) {
    return error instanceof Refusal
  }
}

describe('json-repair: strict refuses a text that ends inside a string or a number', () => {
  test.each([
    '{"city": "Ber',
    '["one", "tw',
    '{"a": {"b": "lo',
    '{"n": 12e',
    '[1, 2e+',
    '{"t": "x\\n y',
    "{'k': 'half",
    '{"a": 1, "b": "c',
    '[{"z":"q',
    '{"v": tru',
  ])('%s', async (text) => {
    expect(await isRefused(text)).toBe(true)
  })
  test.each(['{"a": 1', '[1, 2,', "{'a': 'b'}", '{"a": "b"', '{a: true,}'])('but not %s', async (text) => {
    expect(await isRefused(text)).toBe(false)
  })
})
