import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ConfigError, parseConfig } from './config.ts'

const REQUIRED = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }
const refusalOf = (env: Record<string, string>): string[] => {
  try {
    parseConfig({ ...REQUIRED, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test.each([
  ['PORT', 'eight', 'is not a number'],
  ['PORT', '8402.5', 'is not a whole number'],
  ['PORT', '70000', '65535'],
  ['SHUTDOWN_GRACE_MS', '25s', 'is not a number'],
  ['NODE_ENV', 'prod', '"production"'],
  ['PUBLIC_BASE_URL', 'api.example.com', 'URL'],
  ['EGRESS_ALLOW', 'intranet', 'intranet'],
  ['BASE_RPC_URL', 'base.example', 'is no list of http(s) URLs, separated by commas'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half', 'is not a number'],
  ['ADMIN_TOKEN', 'too-short', 'has a token of under 16 characters or with a space in it'],
])('%s=%s is one line that names the setting and says what is wrong', (name, value, reason) => {
  const [line, ...rest] = refusalOf({ [name]: value })
  expect(line).toMatch(new RegExp(`^  ${name}  `))
  expect(line).toContain(reason)
  expect(rest).toEqual(['1 setting is wrong; nothing was started.'])
})

test('a pooler needs an address of PostgreSQL itself, which everything that no pooler can do uses', () => {
  expect(refusalOf({ DATABASE_POOLER: 'transaction' })[0]).toMatch(/^ {2}DATABASE_DIRECT_URL {2}is missing/)
  const direct = 'postgres://direct/d'
  const config = parseConfig({ ...REQUIRED, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: direct })
  expect([config.isPooled, config.databaseDirectUrl]).toEqual([true, direct])
  expect(parseConfig(REQUIRED).databaseDirectUrl).toBe(REQUIRED.DATABASE_URL)
})

test('ADMIN_TOKEN is one token or several by commas', () => {
  const tokensOf = (ADMIN_TOKEN: string) => parseConfig({ ...REQUIRED, ADMIN_TOKEN }).ADMIN_TOKEN
  expect(tokensOf('a'.repeat(16))).toEqual(['a'.repeat(16)])
  expect(tokensOf(`${'a'.repeat(16)}, ${'b'.repeat(16)}`)).toEqual(['a'.repeat(16), 'b'.repeat(16)])
  expect(refusalOf({ ADMIN_TOKEN: `${'a'.repeat(16)},` }).length).toBe(2)
})

test('no text in ADMIN_TOKEN is quoted when it is refused, and none makes a token of under 16 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
      const lines = refusalOf({ ADMIN_TOKEN: text })
      const tokens = lines.length > 0 ? [] : (parseConfig({ ...REQUIRED, ADMIN_TOKEN: text }).ADMIN_TOKEN ?? [])
      expect(tokens.filter((token) => token.length < 16)).toEqual([])
      expect(['', '  ADMIN_TOKEN  has a token of under 16 characters or with a space in it']).toContain(lines[0] ?? '')
    }),
  )
})
