import { expect, test } from 'vitest'

import { LargeBodies } from './large-bodies.ts'

const MB = 1024 * 1024

test('gives room until it is full, and again when it was given back, once', () => {
  const bodies = new LargeBodies(32 * MB)
  const leave = ['a', 'b', 'c', 'd'].map((address) => bodies.enter(address, 8 * MB))
  expect(() => bodies.enter('e', MB)).toThrow('as many large bodies')
  leave[0]?.()
  leave[0]?.()
  bodies.enter('e', 8 * MB)
  expect(() => bodies.enter('a', MB)).toThrow('as many large bodies')
})

test('gives one address a quarter, whoever else sends', () => {
  const bodies = new LargeBodies(32 * MB)
  const leave = bodies.enter('a', 8 * MB)
  expect(() => bodies.enter('a', MB)).toThrow('as many large bodies')
  bodies.enter('b', 8 * MB)
  leave()
  bodies.enter('a', 8 * MB)
})

test('does not count bodies of the usual size', () => {
  const bodies = new LargeBodies(0)
  expect(() => bodies.enter('a', 262_144)).not.toThrow()
  expect(() => bodies.enter('a', 262_145)).toThrow('as many large bodies')
})
