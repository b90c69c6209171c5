import { expect, test } from 'vitest'

import { KeyedSingleFlight } from './keyed-single-flight.ts'

const patient = () => new AbortController()

/** A flight that lands when told, and says when it was given up. */
function flying() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const state = { started: 0, stopped: 0 }
  const start = (signal: AbortSignal) => {
    state.started += 1
    signal.addEventListener('abort', () => (state.stopped += 1))
    return promise
  }
  return { state, start, land: resolve, crash: reject }
}

test('who asks for the same thing at the same time shares one request', async () => {
  const flights = new KeyedSingleFlight<string>()
  const { state, start, land } = flying()
  const all = Promise.all(Array.from({ length: 50 }, () => flights.run('a', start, patient().signal)))
  const other = flights.run('b', () => Promise.resolve('other'), patient().signal)
  land('answer')
  expect(new Set(await all)).toEqual(new Set(['answer']))
  expect(await other).toBe('other')
  expect(state).toEqual({ started: 1, stopped: 0 })
  expect(flights.size).toBe(0)
})

test('a failure is everybody’s, and the next one asks anew', async () => {
  const flights = new KeyedSingleFlight<string>()
  const { start, crash } = flying()
  const all = [1, 2].map(() => flights.run('a', start, patient().signal))
  crash(new Error('down'))
  for (const one of all) await expect(one).rejects.toThrow('down')
  expect(await flights.run('a', () => Promise.resolve('up'), patient().signal)).toBe('up')
})

test('one who leaves does not end the request of those who stay', async () => {
  const flights = new KeyedSingleFlight<string>()
  const { state, start, land } = flying()
  const leaver = patient()
  const left = flights.run('a', start, leaver.signal)
  const stays = flights.run('a', start, patient().signal)
  leaver.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  land('answer')
  expect(await stays).toBe('answer')
  expect(state).toEqual({ started: 1, stopped: 0 })
})

test('a request nobody waits for is given up, and the next one does not join it', async () => {
  const flights = new KeyedSingleFlight<string>()
  const { state, start } = flying()
  const leaver = patient()
  const left = flights.run('a', start, leaver.signal)
  leaver.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(state.stopped).toBe(1)
  expect(await flights.run('a', () => Promise.resolve('new'), patient().signal)).toBe('new')
})

test('a caller that left before its turn starts no work', async () => {
  const flights = new KeyedSingleFlight<string>()
  const { state, start } = flying()
  await expect(flights.run('a', start, AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  expect(state.started).toBe(0)
})
