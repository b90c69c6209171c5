import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { RefusedRequests } from './refused-requests.ts'

const wrong = new Refusal('validation_error', 'One field is wrong.')
const limited = {
  code: 'rate_limited',
  detail: { retryAfterS: expect.any(Number), extra: { limit: { name: 'refused' } } },
}
const refused = (enter: () => unknown) => {
  try {
    enter()
    return null
  } catch (error) {
    return error
  }
}

describe('refused requests of an address', () => {
  test('count until its minute ends, and what came to something does not', () => {
    const requests = new RefusedRequests(3)
    for (let nth = 0; nth < 10; nth += 1) requests.enter('a', 10).pass()
    for (let nth = 0; nth < 3; nth += 1) requests.enter('a', 10).fail(wrong)
    expect(refused(() => requests.enter('a', 10))).toMatchObject(limited)
    requests.enter('b', 10).pass()
  })

  test('count while they are under way', () => {
    const requests = new RefusedRequests(2)
    const [first] = [requests.enter('a', 10), requests.enter('a', 10)]
    expect(refused(() => requests.enter('a', 10))).toMatchObject({ ...limited, detail: { retryAfterS: 1 } })
    first?.pass()
    requests.enter('a', 10)
  })

  test('count for more the larger their bodies are: unread up to the usual limit of a body, read in full', () => {
    const requests = new RefusedRequests(34)
    requests.enter('a', 262_144).fail(wrong)
    requests.enter('a', 8_388_608).fail(wrong)
    expect(refused(() => requests.enter('a', 1))).toMatchObject(limited)
    const large = new RefusedRequests(600)
    for (let nth = 0; nth < 2; nth += 1) {
      const visit = large.enter('a', 8_388_608)
      visit.read(4_194_304)
      visit.fail(wrong)
    }
    large.enter('a', 1).pass()
    expect(refused(() => large.enter('a', 8_388_608 / 8))).toBeNull()
    const third = large.enter('a', 262_144)
    third.read(1_310_720)
    third.fail(wrong)
    expect(refused(() => large.enter('a', 262_144))).toMatchObject(limited)
  })

  test('are no reason to refuse the largest body of an address that sent nothing else', () => {
    expect(refused(() => new RefusedRequests(1).enter('a', 8_388_608))).toBeNull()
  })

  test.each([
    ['invalid_json', true],
    ['payload_too_large', true],
    ['unsupported_media_type', true],
    ['validation_error', true],
    ['invalid_service_key', true],
    ['invalid_payment', true],
    ['rate_limited', false],
    ['overloaded', false],
    ['payments_not_ready', false],
    ['internal', false],
  ] as const)('%s counts: %s', (code, counts) => {
    const requests = new RefusedRequests(1)
    requests.enter('a', 10).fail(new Refusal(code, 'No.'))
    expect(refused(() => requests.enter('a', 10)) !== null).toBe(counts)
  })
})

test('a credential that paid before may have twice as much, under way and refused, whatever its address has', () => {
  const requests = new RefusedRequests(2)
  requests.enter('a', 10).fail(wrong)
  requests.enter('a', 10).fail(wrong)
  const visits = Array.from({ length: 4 }, () => requests.enterKnown('key', 10))
  expect(refused(() => requests.enterKnown('key', 10))).toMatchObject(limited)
  for (const visit of visits) visit.pass()
  for (let nth = 0; nth < 4; nth += 1) requests.enterKnown('key', 10).fail(wrong)
  expect(refused(() => requests.enterKnown('key', 10))).toMatchObject(limited)
  requests.enterKnown('other', 10)
})
