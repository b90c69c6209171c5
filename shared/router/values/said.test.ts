import { describe, expect, test } from 'vitest'

import { dayIn } from './days.ts'
import { readAll } from './known.ts'
import { datetimeOf, zones } from './meanings.ts'
import { option } from './options.ts'

const known = (goal: string) => readAll(goal, '', new Date('2026-11-28T00:00:00Z'))

/** A type, what a goal says, and what is read from it. */
const CASES = `
sec-form[] | 10K and 10Q | 10-K,10-Q
sec-form[] | form 4 | 4
key | 30 calls under the name scraper-eu | scraper-eu
key | key: tenant-42 | tenant-42
agent-id | post it as lint-otter: hello | lint-otter
agent-id | save it as plain-text | undefined
dns-type[] | the same TXT value everywhere | TXT
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | ') as [string, string, string])

describe('what a goal says of a value', () => {
  test.each(CASES)('%s: %s', (type, goal, said) => {
    expect(String(option(type, known(goal)))).toBe(said)
  })

  test('a moment, in the notations of several countries', () => {
    expect(datetimeOf(known('27 Nov 2026 10:00 in Berlin'))).toBe('2026-11-27T10:00')
    expect(datetimeOf(known('Nov 27, 2026 at 3pm in Berlin'))).toBe('2026-11-27T15:00')
    expect(datetimeOf(known('27.11.2026 15:30 in Berlin'))).toBe('2026-11-27T15:30')
    expect(datetimeOf(known('11/27/2026 3:30 PM in Boston'))).toBe('2026-11-27T15:30')
    expect(datetimeOf(known('the next days in Oslo (59.91, 10.75)'))).toBeUndefined()
  })

  test('a day, with points, with slashes or in words', () => {
    expect(['03.02.2026', '28/11/2026', '11/28/2026', 'february 3rd, 2026'].map((said) => dayIn(said))).toEqual([
      '2026-02-03',
      '2026-11-28',
      '2026-11-28',
      '2026-02-03',
    ])
  })

  test('a zone by its distance from the middle one', () => {
    expect(zones(known('15:00 UTC+2 in PST'))).toEqual({ from: 'Etc/GMT-2', to: 'America/Los_Angeles' })
    expect(zones(known('18:30 GMT-5 to Sydney'))).toEqual({ from: 'Etc/GMT+5', to: 'Australia/Sydney' })
  })
})
