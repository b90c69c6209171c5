import { expect, test } from 'vitest'

import { parseConfig } from '#shared/config.ts'
import { Refusal } from '#shared/errors.ts'
import { ALLOWED_URLS, forbiddenUrls } from '#test/support/hostile/ssrf-urls.ts'

import { refuseTarget, targetRules } from './target-rules.ts'

const rules = (SELLER_ALLOW = '') =>
  targetRules(parseConfig({ DATABASE_URL: 'postgres://x', SERVER_SECRET: 's'.repeat(32), SELLER_ALLOW }))
const codeOf = (url: string, allow?: string) => {
  try {
    refuseTarget(url, rules(allow))
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
/** Their addresses are found by DNS alone, so a worker refuses them. */
const BY_DNS = /^names that lead/

test('what the text of a forbidden URL shows is refused when an endpoint is published', () => {
  const literal = forbiddenUrls(8443).filter(({ family }) => !BY_DNS.test(family))
  expect(literal.length).toBeGreaterThan(150)
  expect(literal.filter(({ url }) => codeOf(url) === null)).toEqual([])
})

test('public https addresses are taken, and http ones are not', () => {
  expect(ALLOWED_URLS.map((url) => codeOf(url.replace(/^http:/i, 'https:')))).toEqual(ALLOWED_URLS.map(() => null))
  expect(codeOf('http://example.com/a')).toBe('validation_error')
})

test('an exception opens one host and port, also without TLS', () => {
  const allow = 'seller.internal:9000=127.0.0.1'
  expect(codeOf('http://seller.internal:9000/a', allow)).toBeNull()
  expect(codeOf('http://seller.internal:9001/a', allow)).toBe('url_not_allowed')
  expect(codeOf('http://127.0.0.1:9000/a', allow)).toBe('url_not_allowed')
})
