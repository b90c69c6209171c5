import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { aiRulesOf } from '#shared/outcomes/workflow/website-intelligence/files/ai-rules.ts'
import { crawlDelayOf, readRobots, robotsVerdict } from './robots.ts'

const allowed = (text: string, path: string, agent = 'farebox') => robotsVerdict(readRobots(text), agent, path).allowed

describe('rules (RFC 9309)', () => {
  test.each([
    ['Disallow: /private', '/private/x', false],
    ['Disallow: /private', '/public', true],
    ['Disallow:', '/x', true],
    ['Disallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['Allow: /a\nDisallow: /a', '/a', true],
    ['Disallow: /*.pdf$', '/x/y.pdf', false],
    ['Disallow: /*.pdf$', '/x/y.pdf?v=1', true],
    ['Disallow: /a*c*e', '/abcde', false],
    ['Disallow: /a*c*e', '/aec', true],
    ['Disallow: /$', '/', false],
    ['Disallow: /$', '/x', true],
    ['Disallow: /caf%c3%a9', '/café', false],
    ['Disallow: /b # nothing else', '/b', false],
    ['disallow : /c', '/c', false],
  ])('%j decides about %s: %s', (rules, path, verdict) => {
    expect(allowed(`User-agent: *\n${rules}`, path)).toBe(verdict)
  })

  test('an agent with a group of its own does not follow everyone’s', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: Farebox/1.0\nUser-agent: other\nDisallow: /x'
    expect(allowed(text, '/')).toBe(true)
    expect(allowed(text, '/x')).toBe(false)
    expect(allowed(text, '/', 'third')).toBe(false)
  })

  test('groups of the same agent count together, and the decisive line is named', () => {
    const robots = readRobots('User-agent: a\nDisallow: /x\n\nUser-agent: a\nDisallow: /y')
    expect(robotsVerdict(robots, 'A', '/y')).toEqual({ allowed: false, by: 'own', rule: 'Disallow: /y' })
  })

  test('sitemaps, content signals and crawl delays are read', () => {
    const robots = readRobots(
      '\uFEFFSitemap: https://a.example/s.xml\nContent-Signal: search=yes, ai-train=no\nUser-agent: *\nCrawl-delay: 2.5',
    )
    expect(robots).toMatchObject({ sitemaps: ['https://a.example/s.xml'], contentSignals: ['search=yes, ai-train=no'] })
    expect(crawlDelayOf(robots, 'farebox')).toBe(2.5)
  })
})

test('agents of AI services are told apart by what they gather for', () => {
  const rules = aiRulesOf(readRobots('User-agent: GPTBot\nDisallow: /\nUser-agent: *\nAllow: /'), '/')
  expect(rules.find(({ agent }) => agent === 'GPTBot')).toMatchObject({
    allowed: false,
    named: true,
    purpose: 'training',
    rule: 'Disallow: /',
  })
  expect(rules.filter(({ allowed: may }) => !may)).toHaveLength(1)
})

test('any text gives rules and a verdict, never an error', () => {
  const line = fc.oneof(
    fc.constantFrom(
      'User-agent: *',
      'User-agent: farebox',
      'Disallow: /a*b*$',
      'Allow: /',
      'Crawl-delay: -1',
      'Sitemap:',
    ),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(line), fc.string({ unit: 'binary' }), (lines, path) => {
      const robots = readRobots(lines.join('\n'))
      expect(typeof robotsVerdict(robots, 'farebox', `/${path}`).allowed).toBe('boolean')
    }),
  )
})

test('wildcards mean what a regular expression would say', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), maxLength: 8 })
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 10 })
  fc.assert(
    fc.property(text, path, (pattern, rest) => {
      const isWhole = pattern.endsWith('$')
      const source = (isWhole ? pattern.slice(0, -1) : pattern)
        .split('*')
        .map((piece) => piece.replaceAll('$', '\\$'))
        .join('.*')
      const expected = new RegExp(`^/${source}${isWhole ? '$' : ''}`).test(`/${rest}`)
      expect(allowed(`User-agent: *\nDisallow: /${pattern}`, `/${rest}`)).toBe(!expected)
    }),
    { numRuns: 500 },
  )
})
