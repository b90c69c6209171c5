import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { limitsOf } from '#shared/limits.rules.ts'

import { InFlight, type PaymentPlace } from './in-flight.ts'

const { 'key-in-flight': key, ...rest } = limitsOf({ LIMITS: 'normal' })
const CONFIG = { MAX_IN_FLIGHT: 160, limits: { ...rest, 'key-in-flight': { ...key, points: 3 } } }

const codeOf = (attempt: () => unknown) => {
  try {
    attempt()
    return 'entered'
  } catch (error) {
    return error instanceof Refusal ? error.code : 'fault'
  }
}

/** Enters a place for each address, and answers with the places. */
const entered = (inFlight: InFlight, addresses: readonly string[]): PaymentPlace[] =>
  addresses.map((address) => {
    const place = inFlight.paymentPlace(address)
    place.enter()
    return place
  })

const addresses = (count: number) => Array.from({ length: count }, (_, nth) => `198.51.100.${nth}`)

describe('places for unverified payments', () => {
  test('are a quarter of all, whatever address asks, and credentials have the rest', () => {
    const inFlight = new InFlight(CONFIG)
    entered(inFlight, addresses(40))
    expect(codeOf(() => inFlight.paymentPlace('192.0.2.1').enter())).toBe('overloaded')
    for (let nth = 0; nth < 120; nth += 1) inFlight.enter(`key ${nth}`, false)
    expect(inFlight.size).toBe(160)
    expect(codeOf(() => inFlight.enter('one more', false))).toBe('overloaded')
  })

  test('are an eighth of all for one address', () => {
    const inFlight = new InFlight(CONFIG)
    const [first] = entered(inFlight, Array<string>(20).fill('192.0.2.1'))
    expect(codeOf(() => inFlight.paymentPlace('192.0.2.1').enter())).toBe('too_many_in_flight')
    expect(codeOf(() => inFlight.paymentPlace('192.0.2.2').enter())).toBe('entered')
    first?.leave()
    expect(codeOf(() => inFlight.paymentPlace('192.0.2.1').enter())).toBe('entered')
  })

  test('are free again once the payment is verified, while its call still has a place', () => {
    const inFlight = new InFlight(CONFIG)
    const places = entered(inFlight, addresses(40))
    for (const [nth, place] of places.entries()) place.verified(`base:${nth}`, false)
    expect(inFlight.size).toBe(40)
    entered(inFlight, addresses(40))
    for (const place of places) place.leave()
    expect(inFlight.size).toBe(40)
  })

  test('are taken once and given back once, however often that is asked for', () => {
    const inFlight = new InFlight(CONFIG)
    const place = inFlight.paymentPlace('192.0.2.1')
    place.enter()
    place.enter()
    expect(inFlight.size).toBe(1)
    place.leave()
    place.leave()
    expect(inFlight.size).toBe(0)
  })
})

test('a wallet replays as many payments at once as one credential has calls; its new calls are counted and never refused', () => {
  const inFlight = new InFlight(CONFIG)
  const places = entered(inFlight, addresses(5))
  for (const place of places) place.verified('base:wallet', false)
  const [replay, other] = entered(inFlight, ['192.0.2.1', '192.0.2.1'])
  expect(codeOf(() => replay?.verified('base:wallet', true))).toBe('too_many_in_flight')
  expect(codeOf(() => other?.verified('base:other', true))).toBe('entered')
  for (const place of places.slice(0, 3)) place.leave()
  expect(codeOf(() => replay?.verified('base:wallet', true))).toBe('entered')
})
