import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'

import { compilePattern, findInLong, literalIn } from './compiled-pattern.ts'
import { fingerprint } from './fingerprint.ts'
import { readSigns } from './read-signs.ts'
import { TECHNOLOGIES, technologyByName } from './technologies.ts'
import type { Technology } from './technology.ts'

const patternsOf = (one: Technology) =>
  [one.headers, one.meta, one.dns]
    .flatMap((group) => Object.values(group ?? {}))
    .concat(
      [one.cookies, one.script, one.code, one.html, one.url, one.robots, one.tls].flatMap((patterns) => patterns ?? []),
    )
    .flat()

describe('the rules', () => {
  test('are several hundred, each name once', () => {
    expect(TECHNOLOGIES.length).toBeGreaterThan(300)
    expect(technologyByName.size).toBe(TECHNOLOGIES.length)
  })

  test('imply and exclude technologies that are there', () => {
    const named = TECHNOLOGIES.flatMap((one) => [...(one.implies ?? []), ...(one.excludes ?? [])])
    expect(named.filter((name) => !technologyByName.has(name))).toEqual([])
  })

  test('each show a sign, or follow from one that does', () => {
    const implied = new Set(TECHNOLOGIES.flatMap((one) => one.implies ?? []))
    expect(TECHNOLOGIES.filter((one) => patternsOf(one).length === 0 && !implied.has(one.name))).toEqual([])
  })

  test('are patterns that RE2 reads, with a confidence of 1 to 100', () => {
    const wrong = TECHNOLOGIES.flatMap((one) =>
      patternsOf(one).filter((pattern) => {
        const { source, confidence } = compilePattern(pattern)
        try {
          RE2JS.compile(source)
          return confidence < 1 || confidence > 100 || /@\d+$/.test(source)
        } catch {
          return true
        }
      }),
    )
    expect(wrong).toEqual([])
  })

  test('name headers and meta elements in lower case', () => {
    const names = TECHNOLOGIES.flatMap((one) => [...Object.keys(one.headers ?? {}), ...Object.keys(one.meta ?? {})])
    expect(names.filter((name) => name !== name.toLowerCase())).toEqual([])
  })
})

describe('the literal of a pattern', () => {
  test.each([
    ['cdn\\.shopify\\.com|/cdn/shop/', ''],
    ['/wp-(?:content|includes)/', '/wp-'],
    ['js\\.stripe\\.com/(?:v([\\d]+))?', 'js.stripe.com/'],
    ['^nginx(?:/([\\d.]+))?', 'nginx'],
    ['class="[^"]*\\belementor-', 'elementor-'],
    ['colou?r-theme', 'r-theme'],
    ['a{2}bcdef', 'bcdef'],
    ['ab+cdefg', 'cdefg'],
    ['[abc]def', ''],
    ['^PHPSESSID$', 'phpsessid'],
  ])('%s is %j', (pattern, literal) => expect(literalIn(pattern)).toBe(literal))

  test('stands in whatever the pattern matches', () => {
    for (const pattern of TECHNOLOGIES.flatMap(patternsOf)) {
      const { source, literal, regex } = compilePattern(pattern)
      if (literal === '') continue
      // Without its literal, nothing matches: a text of all other literals.
      const text = TECHNOLOGIES.map(({ name }) => name)
        .join('\n')
        .toLowerCase()
        .replaceAll(literal, '\n')
      const matcher = regex().matcher(text)
      expect(matcher.find() && !text.includes(literal), source).toBe(false)
    }
  })
})

describe('a page', () => {
  const site = (html: string, more: Partial<Parameters<typeof fingerprint>[0]> = {}) =>
    fingerprint({
      url: 'https://e.test/',
      page: readSigns({ bytes: Buffer.from(html), charset: 'utf-8', url: 'https://e.test/' }),
      headers: {},
      cookies: [],
      scriptTexts: [],
      robots: null,
      dns: {},
      issuer: null,
      ...more,
    })
  const names = (found: ReturnType<typeof fingerprint>) => found.technologies.map(({ name }) => name)

  test('of any text is read, without a crash', () => {
    const piece = fc.constantFrom(
      '<script src="/wp-content/a.js?ver=1">',
      '<meta name=generator content="',
      'wordpress 6',
      '">',
      '<!--',
      'id="__next"',
      '&#0;',
      '</',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 30 }), (parts) => {
        expect(site(parts.join('')).count).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 60 },
    )
  })

  test('made of the words of every rule is read in linear time', () => {
    const words = TECHNOLOGIES.flatMap(patternsOf).map((pattern) => compilePattern(pattern).literal)
    const hostile = words.join(' class="').repeat(60).slice(0, 400_000)
    expect(site(hostile).count).toBeGreaterThanOrEqual(0)
    const pattern = compilePattern('data-reactroot|data-reactid')
    expect(findInLong(pattern, hostile, hostile)).toBeNull()
  })

  test.each([
    [
      '<div id="__next"></div><script src="/_next/static/chunks/main.js"></script>',
      ['Next.js', 'Node.js', 'React', 'webpack'],
    ],
    ['<html ng-version="17.0.1">', ['Angular']],
    ['<script src="https://js.stripe.com/v3/"></script>', ['Stripe']],
    ['<script>window.dataLayer=[];gtag("config","G-ABC123")</script>', ['Google Analytics']],
    [
      '<link rel=stylesheet href="https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/css/bootstrap.min.css">',
      ['Bootstrap', 'jsDelivr'],
    ],
    ['<script src="/jquery-3.7.1.min.js"></script>', ['jQuery']],
  ])('%s shows %j', (html, expected) => expect(names(site(html))).toEqual(expect.arrayContaining(expected)))

  test('has versions where they are shown', () => {
    const versionOf = (html: string, name: string) => site(html).technologies.find((one) => one.name === name)?.version
    expect(versionOf('<html ng-version="17.0.1">', 'Angular')).toBe('17.0.1')
    expect(versionOf('<script src="/jquery-3.7.1.min.js"></script>', 'jQuery')).toBe('3.7.1')
    expect(
      versionOf(
        '<script src="https://cdn.jsdelivr.net/npm/bootstrap@5.3.2/dist/js/bootstrap.min.js"></script>',
        'Bootstrap',
      ),
    ).toBe('5.3.2')
  })

  test('is told by weak signs weakly, and by several more surely', () => {
    const weak = site('', { cookies: ['XSRF-TOKEN'] }).technologies.find(({ name }) => name === 'Laravel')
    const both = site('', { cookies: ['XSRF-TOKEN', 'laravel_session'] }).technologies.find(
      ({ name }) => name === 'Laravel',
    )
    expect([weak?.confidence, both?.confidence]).toEqual([30, 100])
  })
})
