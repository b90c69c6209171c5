import { describe, expect, test } from 'vitest'

import { payingCredentials } from './paying-credentials.ts'

const KEY = 'fb_test_sk_000000000000'
const TRIAL = 'fb_live_tk_0'
const PASS = 'fb_test_dp_0'
const of = (headers: Record<string, string>) => payingCredentials((name) => headers[name])

describe('a service key', () => {
  test.each([
    { 'x-service-key': KEY },
    { 'x-service-key': ` ${KEY} ` },
    { authorization: `Bearer ${KEY}` },
    { authorization: `bearer  ${KEY} ` },
    { 'x-api-key': KEY },
    { 'x-service-key': KEY, authorization: `Bearer ${KEY}`, 'x-api-key': KEY },
    { 'x-service-key': KEY, authorization: 'Bearer fb_test_ss_0', 'x-api-key': 'fb_test_ak_0' },
    { authorization: 'Bearer fb_test_ss_0', 'x-api-key': KEY },
  ])('is found in %j', (headers) => {
    expect(of(headers)).toEqual({ key: KEY, pass: undefined })
  })

  test.each([
    {},
    { authorization: 'Bearer fb_test_ss_0' },
    { authorization: 'Basic eA==' },
    { authorization: `Payment ${KEY}` },
    { 'x-api-key': 'fb_test_ak_0' },
    { 'x-api-key': 'something' },
  ])('is not what stands in %j', (headers) => {
    expect(of(headers)).toEqual({ key: undefined, pass: undefined })
  })

  test('is whatever X-Service-Key holds', () => {
    expect(of({ 'x-service-key': 'something' }).key).toBe('something')
  })

  test.each([
    [{ 'x-service-key': KEY, authorization: `Bearer ${TRIAL}` }, 'X-Service-Key and Authorization'],
    [{ 'x-service-key': KEY, 'x-api-key': TRIAL }, 'X-Service-Key and X-API-Key'],
    [{ authorization: `Bearer ${KEY}`, 'x-api-key': TRIAL }, 'Authorization and X-API-Key'],
  ])('beside a different one is refused: %j', (headers, names) => {
    expect(() => of(headers)).toThrow(`${names} hold two different service keys`)
  })
})

test('a pass in the place of a key is taken for the key, but not beside a key or a pass', () => {
  expect(of({ authorization: `Bearer ${PASS}` })).toEqual({ key: PASS, pass: undefined })
  expect(of({ 'x-api-key': PASS })).toEqual({ key: PASS, pass: undefined })
  expect(of({ authorization: `Bearer ${PASS}`, 'x-day-pass': PASS })).toEqual({ key: undefined, pass: PASS })
  expect(of({ authorization: `Bearer ${PASS}`, 'x-service-key': KEY })).toEqual({ key: KEY, pass: undefined })
})
