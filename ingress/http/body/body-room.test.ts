import { expect, test } from 'vitest'

import { BodyRoom } from './body-room.ts'

const MB = 1024 * 1024
const FULL = 'as many request bodies'

test('gives room until it is full, and again when it was given back, once', () => {
  const room = new BodyRoom(32 * MB)
  const [first] = ['a', 'b', 'c', 'd'].map((address) => room.enter(address, 8 * MB))
  expect(() => room.enter('e', MB)).toThrow(FULL)
  first?.leave()
  first?.leave()
  room.enter('e', 8 * MB)
  expect(() => room.enter('a', MB)).toThrow(FULL)
})

test('gives one address a quarter, whoever else sends', () => {
  const room = new BodyRoom(32 * MB)
  const place = room.enter('a', 8 * MB)
  expect(() => room.enter('a', 1)).toThrow(FULL)
  room.enter('b', 8 * MB)
  place.leave()
  room.enter('a', 8 * MB)
})

test('a body that was read holds what it has, however much it might have had', () => {
  const room = new BodyRoom(32 * MB)
  const place = room.enter('a', 8 * MB)
  place.shrink(MB)
  room.enter('a', 7 * MB)
  expect(() => room.enter('a', 1)).toThrow(FULL)
  place.leave()
  place.shrink(MB)
  room.enter('a', MB)
  expect(() => room.enter('a', 1)).toThrow(FULL)
})
