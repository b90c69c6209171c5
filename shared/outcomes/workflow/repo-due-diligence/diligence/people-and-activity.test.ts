import { describe, expect, test } from 'vitest'

import type { DiligenceFacts } from './diligence-facts.ts'
import { kindOfExpression } from './licenses.rules.ts'
import { activityOf, busFactor, openIssuesOf } from './people-and-activity.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const part = <Value>(value: Value) => ({ value, source: null, problem: null })
const by = (...authors: string[]) => authors.map((author) => ({ author, isBot: author.endsWith('[bot]') }))

describe('repo-due-diligence: bus factor', () => {
  test.each([
    [by('a', 'a', 'a', 'b', 'c'), 1],
    [by('a', 'b', 'c', 'd'), 2],
    [by('a', 'b', 'x[bot]', 'x[bot]', 'x[bot]'), 1],
    [by('x[bot]'), null],
    [[], null],
  ])('%j is %s', (commits, factor) => {
    expect(busFactor(commits)).toBe(factor)
  })
})

test('repo-due-diligence: issues wait until somebody else answers; pull requests without a change for 90 days are stale', () => {
  const issue = { author: 'a', isPull: false, isOpen: true, updatedAt: null }
  const facts = {
    now: NOW,
    year: part([]),
    inventory: { releases: part([]), info: { openIssues: 4 }, ref: { host: 'github' } },
    issues: part([
      { ...issue, number: 1, createdAt: '2026-11-01T00:00:00Z' },
      { ...issue, number: 2, createdAt: '2026-11-01T00:00:00Z' },
      { ...issue, number: 3, isPull: true, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
      { ...issue, number: 4, isPull: true, createdAt: '2026-11-01T00:00:00Z', updatedAt: '2026-11-10T00:00:00Z' },
    ]),
    comments: part([
      { issue: 1, author: 'a', createdAt: '2026-11-01T01:00:00Z' },
      { issue: 1, author: 'b', createdAt: '2026-11-01T06:00:00Z' },
    ]),
  }
  // Safe: what activity is made from.
  expect(activityOf(facts as unknown as DiligenceFacts)).toEqual({
    commits_90d: 0,
    releases: 0,
    release_cadence_days: null,
    median_issue_response_h: 6,
    open_issues: 2,
    stale_pr_pct: 50,
  })
})

test.each([
  ['github', 7, [], 0],
  ['github', 7, [{ isOpen: true, isPull: true }], 0],
  ['github', 700, Array.from({ length: 100 }, () => ({ isOpen: true, isPull: false })), null],
  ['github', 7, null, null],
  ['github', 0, null, 0],
  ['codeberg', 7, null, 7],
])(
  'repo-due-diligence: %s with %i open ones has its issues without pull requests',
  (host, openIssues, issues, count) => {
    const facts = { inventory: { info: { openIssues }, ref: { host } }, issues: part(issues) }
    // Safe: what the number is made from.
    expect(openIssuesOf(facts as unknown as DiligenceFacts)).toBe(count)
  },
)

describe('repo-due-diligence: licence expressions', () => {
  test.each([
    ['MIT', 'permissive'],
    ['Apache-2.0 WITH LLVM-exception', 'permissive'],
    ['(MIT OR GPL-3.0)', 'permissive'],
    ['MIT AND GPL-2.0-only', 'strong_copyleft'],
    ['LGPL-3.0-or-later', 'weak_copyleft'],
    ['AGPL-3.0-only', 'network_copyleft'],
    ['MIT/Apache-2.0', 'permissive'],
    ['SEE LICENSE IN LICENSE', 'proprietary'],
    ['Whatever', 'unknown'],
  ])('%s is %s', (expression, kind) => {
    expect(kindOfExpression(expression)).toBe(kind)
  })
})
