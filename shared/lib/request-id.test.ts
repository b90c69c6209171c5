import { expect, test } from 'vitest'

import { callRangeOf, callUuidOf, newRequestId } from './request-id.ts'

test('the call of a request is a UUID v7 within the range of its request id', () => {
  const requestId = newRequestId()
  expect(requestId).toMatch(/^req_[0-9a-f]{24}$/)
  const [one, other] = [callUuidOf(requestId), callUuidOf(requestId)]
  expect(one).not.toBe(other)
  const range = callRangeOf(requestId)
  for (const uuid of [one, other]) {
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([uuid >= (range?.from ?? ''), uuid <= (range?.to ?? '')]).toEqual([true, true])
  }
})

test('request ids differ, however many are made at once', () => {
  expect(new Set(Array.from({ length: 10_000 }, newRequestId)).size).toBe(10_000)
})

test('what is no request id has no range, and its call an id of its own', () => {
  for (const text of ['', 'req_1', `call_${'0'.repeat(32)}`, `req_${'g'.repeat(24)}`]) {
    expect(callRangeOf(text)).toBeNull()
    expect(callUuidOf(text)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  }
})
