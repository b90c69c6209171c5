import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'

import { numbers } from '#test/support/numbers.ts'
import { sampleOf } from '#test/support/sample-of.ts'
import { unboundedIn } from '#test/support/hostile/unbounded-in.ts'

import { injectionCategories } from './injection-rule.ts'
import { expandPattern, injectionRules } from './rules.ts'
import { scanForInjection } from './scan-for-injection.ts'
import { foldText } from './fold-text.ts'
import { matchLayer } from './match-layer.ts'
import { harmlessTexts, ruleExamples } from '#test/support/hostile/injection-examples.ts'

describe('the rules', () => {
  test('have ids of their own, of a family and a variant, and a weight', () => {
    expect(new Set(injectionRules.map(({ id }) => id)).size).toBe(injectionRules.length)
    for (const { id, weight, category } of injectionRules) {
      expect(id).toMatch(/^[a-z_]+\.[a-z0-9-]+$/)
      expect(weight > 0 && weight < 1).toBe(true)
      expect(injectionCategories).toContain(category)
    }
  })

  test.each(injectionRules.map((rule) => [rule.id, rule] as const))(
    '%s is linear and finds what it describes',
    (_id, rule) => {
      for (const source of [rule.pattern, rule.unless].filter((one) => one !== undefined)) {
        const expanded = expandPattern(source)
        expect(() => RE2JS.compile(expanded)).not.toThrow()
        expect(unboundedIn(expanded)).toEqual([])
      }
      const pattern = new RegExp(expandPattern(rule.pattern))
      const random = numbers(rule.id.length)
      expect(
        Array.from({ length: 60 }, () => sampleOf(expandPattern(rule.pattern), random)).some((sample) =>
          pattern.test(sample),
        ),
      ).toBe(true)
    },
  )

  test('each have an example', () => {
    const written = injectionRules.filter(({ language }) => language === 'en' || language === 'any').map(({ id }) => id)
    expect(ruleExamples.map(([id]) => id).toSorted()).toEqual(written.toSorted())
  })

  test.each(ruleExamples)('%s finds its example and leaves its neighbour alone', (id, attack, harmless) => {
    const source = injectionRules.find((rule) => rule.id === id)?.only?.[0] ?? 'web_page'
    const found = (text: string) =>
      matchLayer(
        { name: 'raw', folded: foldText(text), place: (index) => index, isHidden: false },
        { source, isDiscussion: false, isSecurityWork: false },
      ).map(({ rule }) => rule.id)
    expect(found(attack)).toContain(id)
    expect(found(harmless)).not.toContain(id)
  })
})

describe('what nobody means as an attack', () => {
  test.each(harmlessTexts)('is let through: %s', (text) => {
    expect(scanForInjection(text, { source: 'web_page' }).decision).toBe('allow')
  })
})
