import { describe, expect, test } from 'vitest'

import { readAll } from './known.ts'
import { datetimeOf, zones } from './meanings.ts'
import { option } from './options.ts'

const known = (goal: string) => readAll(goal, '', new Date('2026-11-28T00:00:00Z'))

/** A type, what a goal says, and what is read from it. */
const CASES = `
page-range | pages 3-5 | 3-5
page-range | pp. 3–5 | 3-5
page-range | Seiten 2 bis 4 | 2-4
git-ref | at tag v2.1.0 | v2.1.0
git-ref | on branch main | main
git-ref | commit 9f3c1ab | 9f3c1ab
iso-date | on 3 February 2026 | 2026-02-03
iso-date | 03.02.2026 | 2026-02-03
iso-date | February 3rd, 2026 | 2026-02-03
iso-date | 28/11/2026 | 2026-11-28
sec-form[] | 10K and 10Q | 10-K,10-Q
sec-form[] | form 4 | 4
key | 30 calls under the name scraper-eu | scraper-eu
key | key: tenant-42 | tenant-42
agent-id | post it as lint-otter: hello | lint-otter
agent-id | save it as plain-text | undefined
image-size | 1024 x 1024 | 1024x1024
image-size | 512×512 | 512x512
hash-algorithm | sha 512 | sha512
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

  test('a zone by its distance from the middle one', () => {
    expect(zones(known('15:00 UTC+2 in PST'))).toEqual({ from: 'Etc/GMT-2', to: 'America/Los_Angeles' })
    expect(zones(known('18:30 GMT-5 to Sydney'))).toEqual({ from: 'Etc/GMT+5', to: 'Australia/Sydney' })
  })
})
