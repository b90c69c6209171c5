import { expect, test } from 'vitest'

import { misplacedCredential } from './misplaced-credential.ts'

const KEY = 'fb_test_sk_000000000000'
const of = (headers: Record<string, string>) => misplacedCredential((name) => headers[name])

test.each([
  [{ authorization: `Bearer ${KEY}` }, 'What stands in Authorization belongs into X-Service-Key.'],
  [{ authorization: `bearer ${KEY}` }, 'What stands in Authorization belongs into X-Service-Key.'],
  [{ 'x-api-key': 'fb_live_tk_0' }, 'What stands in X-API-Key belongs into X-Service-Key.'],
  [{ 'x-api-key': 'fb_live_wp_0' }, 'What stands in X-API-Key belongs into X-Day-Pass.'],
  [{ authorization: 'Bearer fb_test_dp_0' }, 'What stands in Authorization belongs into X-Day-Pass.'],
])('who sends the header %j is told where the credential belongs', (headers, detail) => {
  expect(of(headers)).toMatchObject({ code: 'payment_required', detail: { detail } })
  expect(JSON.stringify(of(headers))).not.toContain('fb_')
})

test.each([
  {},
  { authorization: 'Bearer fb_test_ss_0' },
  { 'x-api-key': 'fb_test_ak_0' },
  { authorization: 'Basic eA==' },
])('the header %j holds nothing that pays', (headers) => {
  expect(of(headers)).toBeUndefined()
})
