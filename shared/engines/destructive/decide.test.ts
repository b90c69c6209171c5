import { describe, expect, test } from 'vitest'

import { decide, environments } from './decide.ts'
import type { Circumstances } from './decide.ts'
import { levels } from './rule.ts'

const plain: Circumstances = {
  environment: 'production',
  approved: false,
  claimsDryRun: false,
  allowlisted: false,
  namesProduction: false,
}
const about = (severity: (typeof levels)[number], given: Partial<Circumstances> = {}, never = false) =>
  decide({ severity, never }, { ...plain, ...given })

describe('the decision about one finding', () => {
  test.each([
    ['production', ['allow', 'allow', 'review', 'require_confirm', 'block']],
    ['staging', ['allow', 'allow', 'review', 'require_confirm', 'require_confirm']],
    ['dev', ['allow', 'allow', 'allow', 'review', 'require_confirm']],
  ] as const)('in %s goes by severity', (environment, expected) => {
    expect(levels.map((level) => about(level, { environment }))).toEqual(expected)
  })

  test.each([
    ['production', ['allow', 'allow', 'allow', 'allow', 'require_confirm']],
    ['staging', ['allow', 'allow', 'allow', 'allow', 'allow']],
    ['dev', ['allow', 'allow', 'allow', 'allow', 'allow']],
  ] as const)('in %s is one step milder once approved', (environment, expected) => {
    expect(levels.map((level) => about(level, { environment, approved: true }))).toEqual(expected)
  })

  test('is allow for what the allowlist permits', () => {
    expect(levels.map((level) => about(level, { allowlisted: true }))).toEqual(levels.map(() => 'allow'))
  })

  test.each(environments)('is block in %s for the never-list, whatever else is said', (environment) => {
    const given = { environment, approved: true, allowlisted: true, claimsDryRun: true }
    expect(about('critical', given, true)).toBe('block')
  })

  test('is review, neither more nor less, on a mere claim of a dry run', () => {
    expect(levels.slice(1).map((level) => about(level, { claimsDryRun: true }))).toEqual(Array(4).fill('review'))
    expect(about('medium', { claimsDryRun: true, environment: 'dev' })).toBe('review')
    expect(about('high', { claimsDryRun: true, approved: true })).toBe('allow')
  })

  test('is never allow in dev when the action names production', () => {
    expect(about('medium', { environment: 'dev', namesProduction: true })).toBe('review')
    expect(about('low', { environment: 'dev', namesProduction: true })).toBe('allow')
    expect(about('medium', { environment: 'dev', namesProduction: true, approved: true })).toBe('allow')
  })
})
