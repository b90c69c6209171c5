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

describe('the rules of injections', () => {
  test('have ids of their own, of a family and a variant, and a weight', () => {
    expect(new Set(injectionRules.map(({ id }) => id)).size).toBe(injectionRules.length)
    for (const { id, weight, category } of injectionRules) {
      expect(id).toMatch(/^[a-z_]+\.[a-z0-9-]+$/)
      expect(weight > 0 && weight < 1).toBe(true)
      expect(injectionCategories).toContain(category)
    }
  })

  test('are each linear: RE2 takes them, and none has a repeat to share out', () => {
    const slow = injectionRules.flatMap(({ id, pattern, unless }) =>
      [pattern, unless]
        .filter((source) => source !== undefined)
        .map(expandPattern)
        .filter((source) => !isRe2(source) || unboundedIn(source).length > 0)
        .map((source) => `${id}: ${source}`),
    )
    expect(slow).toEqual([])
  })

  test('each find what they describe', () => {
    const blind = injectionRules.filter(({ id, pattern }) => {
      const source = expandPattern(pattern)
      const random = numbers(id.length)
      return !Array.from({ length: 60 }, () => sampleOf(source, random)).some((text) => new RegExp(source).test(text))
    })
    expect(blind.map(({ id }) => id)).toEqual([])
  })

  test('each have an example', () => {
    const written = injectionRules.filter(({ language }) => language === 'en' || language === 'any').map(({ id }) => id)
    expect(ruleExamples.map(([id]) => id).toSorted()).toEqual(written.toSorted())
  })

  test('each find their example and leave its neighbour alone', () => {
    const wrong = ruleExamples.flatMap(([id, attack, harmless]) => {
      const source = injectionRules.find((rule) => rule.id === id)?.only?.[0] ?? 'web_page'
      const isFound = (text: string) =>
        matchLayer(
          { name: 'raw', folded: foldText(text), place: (index) => index, isHidden: false },
          { source, isDiscussion: false, isSecurityWork: false },
        ).some(({ rule }) => rule.id === id)
      return [
        ...(isFound(attack) ? [] : [`${id} does not find: ${attack}`]),
        ...(isFound(harmless) ? [`${id} finds: ${harmless}`] : []),
      ]
    })
    expect(wrong).toEqual([])
  })
})

test('what nobody means as an attack is let through', () => {
  const stopped = harmlessTexts.filter((text) => scanForInjection(text, { source: 'web_page' }).decision !== 'allow')
  expect(harmlessTexts.length).toBeGreaterThan(20)
  expect(stopped).toEqual([])
})

function isRe2(source: string): boolean {
  try {
    return RE2JS.compile(source) !== undefined
  } catch {
    return false
  }
}
