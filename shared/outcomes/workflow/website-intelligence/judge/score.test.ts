import { readFile } from 'node:fs/promises'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { CHECKS, type CheckCode, type ScoredArea } from './checks.rules.ts'
import { hit, pageHit } from './hit.ts'
import { findingsOf, gradeOf, scoreOf, scoresOf, WEIGHTS } from './score.ts'

// Safe: the keys of the table are its codes.
const CODES = Object.keys(CHECKS) as CheckCode[]

describe('website-intelligence: the point table', () => {
  test('every check says what to do, costs something sensible and is surer than a guess', () => {
    for (const { points, confidence, fix, title } of Object.values(CHECKS)) {
      expect(points).toBeGreaterThanOrEqual(0)
      expect(points).toBeLessThanOrEqual(40)
      expect(confidence).toBeGreaterThan(0.5)
      expect(fix).toMatch(/^[A-Z].{15,}\.$/)
      expect(title.length).toBeGreaterThan(15)
    }
  })

  test('the published table is this one', async () => {
    const published = await readFile(new URL('../../../../../docs/site-scores.md', import.meta.url), 'utf8')
    const rows = Object.entries(CHECKS).map(
      ([code, { area, severity, points, confidence, title }]) =>
        `| ${area} | \`${code}\` | ${severity} | ${points} | ${confidence} | ${title} |`,
    )
    expect(published.split('\n').filter((line) => line.includes('| `'))).toEqual(rows)
    for (const [area, weight] of Object.entries(WEIGHTS)) expect(published).toContain(`${area} ${weight}`)
  })

  test('a score is 100 less the points of the findings in its area', () => {
    const hits = [hit('csp_missing', ''), hit('hsts_missing', ''), hit('sitemap_missing', '')]
    expect(scoreOf('security', hits)).toBe(55)
    expect(scoreOf('seo', hits)).toBe(94)
    expect(scoreOf('content', hits)).toBe(100)
  })

  test('what is found page by page takes off its share', () => {
    const found = pageHit('title_missing', [{ url: 'https://a.example/x', detail: 'no title' }], 5)
    expect(found).toMatchObject({ evidence: '1 of 5 pages: /x (no title)', share: 0.2 })
    expect(scoreOf('seo', found === null ? [] : [found])).toBe(97)
    expect(pageHit('title_missing', [], 5)).toBeNull()
  })

  test('a score stays between 0 and 100 whatever is found, and adding a finding never raises it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...CODES)), fc.constantFrom(...CODES), (codes, more) => {
        const hits = codes.map((code) => hit(code, ''))
        const { area } = CHECKS[more]
        const before = scoreOf(area, hits)
        const after = scoreOf(area, [...hits, hit(more, '')])
        expect(before).toBeGreaterThanOrEqual(0)
        expect(before).toBeLessThanOrEqual(100)
        expect(after).toBeLessThanOrEqual(before)
      }),
    )
  })

  test('the overall score weighs only what could be judged', () => {
    const hits = [hit('csp_missing', '')]
    const scores = scoresOf(hits, new Set<ScoredArea>(['security']))
    expect(scores).toEqual({
      overall: 75,
      security: 75,
      seo: null,
      performance: null,
      ai_readiness: null,
      content: null,
      domain: null,
    })
    expect(scoresOf([], new Set()).overall).toBeNull()
  })
})

test('website-intelligence: findings stand in order of severity times confidence', () => {
  const findings = findingsOf([
    hit('llms_txt_missing', ''),
    hit('no_https', ''),
    hit('csp_missing', ''),
    hit('title_missing', ''),
  ])
  expect(findings.map(({ code }) => code)).toEqual(['no_https', 'title_missing', 'csp_missing', 'llms_txt_missing'])
})

test.each([
  [100, 'A'],
  [90, 'A'],
  [89, 'B'],
  [75, 'B'],
  [60, 'C'],
  [45, 'D'],
  [44, 'F'],
])('website-intelligence: %i points are grade %s', (score, grade) => {
  expect(gradeOf(score)).toBe(grade)
})
