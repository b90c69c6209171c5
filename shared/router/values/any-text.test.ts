import fc from 'fast-check'
import { expect, test } from 'vitest'

import { schemaOfNames } from '../topics/schema-of-names.ts'
import { topicOf } from '../topics/topic.ts'
import { coordinatesIn } from './coordinates.ts'
import { readAll } from './known.ts'
import { sectionsIn } from './sections.ts'
import { tickersIn } from './tickers.ts'

/** Texts of the pieces on which the readers turn, and of anything. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'find news about tea and then the , . : ? ( ) " 。 、 的 について before: after: SAP.DE $AMD 12.5 , -13.7 lat lon 40° N {"a":1} get total as JSON'.split(
          ' ',
        ),
        '\n',
      ),
      fc.string({ maxLength: 8, unit: 'grapheme' }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(' '))

test('whatever a goal says, what is cut out of it stands in it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const known = readAll(text, '', new Date('2026-11-01T00:00:00Z'))
      const bare = (said: string) => said.replaceAll(/https?:\/\/\S+|\s+/g, ' ').replaceAll(/\s+/g, ' ')
      for (const kind of ['web', 'title', 'prompt', 'word'] as const) {
        const topic = topicOf(known, kind)
        if (topic !== undefined) expect(bare(known.goal)).toContain(bare(topic))
      }
      expect(Object.keys(schemaOfNames(known)?.properties ?? { a: 1, b: 1 }).length).toBeGreaterThan(1)
    }),
    { numRuns: 300 },
  )
})

test('whatever a text holds, places lie on the globe, marks stand where they are said to, and sections come in pairs', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const { value, start, end } of coordinatesIn(text)) {
        const [lat = Number.NaN, lon = Number.NaN] = value.split(', ').map(Number)
        expect(Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && start < end && end <= text.length).toBe(true)
      }
      for (const { value, start, end } of tickersIn(text, [], true))
        expect(text.slice(start, end)).toContain(value.split('.')[0])
      expect(Object.keys(sectionsIn(text)).length).not.toBe(1)
    }),
    { numRuns: 300 },
  )
})
