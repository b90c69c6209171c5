import { createHash } from 'node:crypto'

import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'

import { numbers } from '#test/support/numbers.ts'
import { sampleOf } from '#test/support/sample-of.ts'
import { unboundedIn } from '#test/support/hostile/unbounded-in.ts'

import { findSecrets } from './find-secrets.ts'
import { maskSecrets } from './mask-secrets.ts'
import { secretRules } from './rules.ts'

const samplesOf = (pattern: string, count: number) => {
  const random = numbers(pattern.length)
  return Array.from({ length: count }, () => sampleOf(pattern, random))
}

/** Shapes that many things have: the keyword is a word that stands near. */
const needsCompany = new Set([
  'json-web-key',
  'curl-user',
  'curl-user-name',
  'mailgun-key',
  'sentry-dsn',
  'private-key-base64',
])

describe('the rules of secrets', () => {
  test('have ids of their own and keywords in lower case', () => {
    expect(new Set(secretRules.map(({ id }) => id)).size).toBe(secretRules.length)
    for (const { keywords } of secretRules) {
      expect(keywords.length).toBeGreaterThan(0)
      expect(keywords.map((word) => word.toLowerCase())).toEqual(keywords)
    }
  })

  test('are each linear: RE2 takes them, and none has a repeat to share out', () => {
    const slow = secretRules.filter(({ pattern }) => !isRe2(pattern) || unboundedIn(pattern).length > 0)
    expect(slow.map(({ id, pattern }) => `${id}: ${pattern}`)).toEqual([])
  })

  const matchesOf = ({ pattern, ignoreCase }: (typeof secretRules)[number]) => {
    const compiled = new RegExp(pattern, ignoreCase === true ? 'i' : '')
    return samplesOf(pattern, 60).filter((sample) => compiled.test(sample))
  }

  test('each match what they describe', () => {
    expect(secretRules.filter((rule) => matchesOf(rule).length === 0).map(({ id }) => id)).toEqual([])
  })

  // What the keywords do not let through is never looked at.
  test('have a keyword in whatever they match, unless it stands near it', () => {
    const unseen = secretRules
      .filter(({ id, near }) => near === undefined && !needsCompany.has(id))
      .flatMap((rule) =>
        matchesOf(rule)
          .filter((sample) => !rule.keywords.some((word) => sample.toLowerCase().includes(word)))
          .map((sample) => `${rule.id}: ${sample}`),
      )
    expect(unseen).toEqual([])
  })

  test('are found in a line of code, nearly all of them by their own name', () => {
    const plain = secretRules.filter(
      ({ near, check, examples }) => near === undefined && check === undefined && examples === undefined,
    )
    const missed = plain.filter(
      ({ id, pattern }) =>
        !samplesOf(pattern, 40).some((sample) => findSecrets(`x "${sample}" y`).some(({ rule_id }) => rule_id === id)),
    )
    expect(missed.length / plain.length).toBeLessThan(0.1)
  })
})

describe('whatever the text that is searched for secrets', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'password = "',
      'api_key: ',
      '-----BEGIN PRIVATE KEY-----\n',
      'eyJ',
      '://a:b@',
      'abandon '.repeat(12),
      '"a" == secret',
      '<password>',
      '\\n',
    ),
    fc.constantFrom(...secretRules).map(({ pattern }) => samplesOf(pattern, 1)[0] ?? ''),
  )

  test('findings are places of it, in order, without overlaps, and never hold the secret', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('')
        let last = 0
        for (const { start, end, preview } of findSecrets(text)) {
          expect(start >= last && start < end && end <= text.length).toBe(true)
          const secret = text.slice(start, end)
          expect(secret.length >= 8 && preview.includes([...secret].slice(0, 5).join(''))).toBe(false)
          last = end
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a text of many secrets', () => {
  const random = (seed: number) => createHash('sha256').update(`${seed}`).digest('base64url').replaceAll(/[_-]/g, 'x')

  test('is shown without any of them', () => {
    const text = Array.from({ length: 700 }, (_, n) => `glpat-${random(n).slice(0, 20)}`).join(' ')
    expect(findSecrets(text)).toHaveLength(700)
    expect(maskSecrets(text)).not.toContain('glpat')
  })

  test('hides none behind thousands of names in a row', () => {
    const text = `${'key='.repeat(6_000)} password = "${random(1).slice(0, 24)}"`
    expect(findSecrets(text).at(-1)).toMatchObject({ rule_id: 'generic-password', end: text.length - 1 })
  })

  test('that is too long to tell is not shown at all', () => {
    expect(maskSecrets('secret '.repeat(50_001))).toBe('[REDACTED:too-many-secrets]')
  })
})

function isRe2(source: string): boolean {
  try {
    return RE2JS.compile(source) !== undefined
  } catch {
    return false
  }
}
