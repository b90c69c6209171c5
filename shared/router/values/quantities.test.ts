import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fold } from '../goal/fold.ts'
import { startIn } from './days.ts'
import { quantitiesIn } from './quantities.ts'
import { pastIn, periodIn } from './recent.ts'

const now = new Date('2026-11-28T00:00:00Z')
const HOUR = 3_600_000

describe('numbers of a goal', () => {
  test.each([
    ['the 25 latest EURC transfers', '25'],
    ['half a dozen links', '6'],
    ['two hundred and fifty words', '250 words'],
    ['fünfundzwanzig Wörter', '25 words'],
    ['ciento cincuenta palabras', '150 words'],
    ['treinta y cinco días', `${35 * 24 * HOUR} time`],
    ['quatre-vingt-dix mots', '90 words'],
    ['deux cents mots', '200 words'],
    ['one cent', '1 money'],
    ['用一百字概括', '100 words'],
    ['最多一万个字符', '10000 characters'],
    ['128k tokens', '128000 tokens'],
    ['16 KiB', '16384 bytes'],
    ['under half a dollar', '50 money'],
    ['an hour and a half', `${1.5 * HOUR} time`],
    ['in a single sentence', '1 sentences'],
    ['three USDC transfers', '3'],
    ['20 USDC transfers', '20'],
    ['three USDC', '300 money'],
    ['block 30,000,000', '30000000'],
    ['1.5x speed', '1.5 times'],
    ['v2.1.0, q4, scout-1 and the 10-K', ''],
  ])('are read with what they measure: %s', (text, wanted) => {
    const read = quantitiesIn(fold(text)).map(({ value, dimension }) => [value, dimension].filter(Boolean).join(' '))
    expect(read.join(', ')).toBe(wanted)
  })

  test('of any text are finite, in order and of a place in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const found = quantitiesIn(fold(text))
        let last = 0
        for (const { value, start, end } of found) {
          expect(Number.isFinite(value)).toBe(true)
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeLessThanOrEqual(fold(text).length)
          last = end
        }
      }),
    )
  })
})

test.each([
  ['the last two months', 60 * 24],
  ['this week', 7 * 24],
  ['la semana pasada', 7 * 24],
  ['nothing older than two days', 48],
  ['depuis deux jours', 48],
  ['过去三天', 72],
  ['heute', 24],
  ['the next five days', 0],
])('how far back a goal looks is read: %s', (text, hours) => {
  expect((pastIn(text) ?? 0) / HOUR).toBe(hours)
})

test.each([
  ['30 calls a minute', 60],
  ['every ten seconds', 10],
  ['pro woche', 604_800],
  ['每分钟', 60],
  ['daily', 86_400],
])('the period of a rate is read: %s', (text, seconds) => {
  expect((periodIn(text) ?? 0) / 1_000).toBe(seconds)
})

test.each([
  ['since june 2024', '2024-06-01'],
  ['seit dem 15. januar 2026', '2026-01-15'],
  ['depuis le 3 mars 2021', '2021-03-03'],
  ['el 1 de junio de 2023', '2023-06-01'],
  ['since october', '2026-10-01'],
  ['2022年7月15日', '2022-07-15'],
  ['since 2025', '2025-01-01'],
])('days, months and years are read: %s', (text, day) => {
  expect(startIn(text, now)).toBe(day)
})
