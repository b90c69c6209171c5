import { expect, test } from 'vitest'

import { decideInjection, injectionThresholds } from './decide-injection.ts'
import { injectionSources } from './injection-rule.ts'

test.each(injectionSources)('a text of %s is blocked and reviewed from its own scores on', (source) => {
  const { block, review } = injectionThresholds[source]
  const decided = (score: number) => decideInjection({ score, source, tagText: null })
  expect([block, block - 1, review, review - 1].map(decided)).toEqual(['block', 'review', 'review', 'allow'])
})

test('what an agent keeps or trusts is blocked sooner than a page, and a page sooner than what its user says', () => {
  const [memory, page, user] = (['memory', 'web_page', 'user'] as const).map((source) => injectionThresholds[source])
  expect(memory?.block).toBeLessThan(page?.block ?? 0)
  expect(page?.block).toBeLessThan(user?.block ?? 0)
})

test('eight letters in tag characters block a text whatever its score, unless its user sent it', () => {
  const decided = (tagText: string, source: 'user' | 'email') => decideInjection({ score: 0, source, tagText })
  expect(decided('ignore a', 'email')).toBe('allow')
  expect(decided('ignore al', 'email')).toBe('block')
  expect(decided('1234567890', 'email')).toBe('allow')
  expect(decided('ignore all', 'user')).toBe('allow')
})
