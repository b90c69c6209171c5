import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { digestOf } from '#shared/lib/crypto/digest.ts'

import { conclude, decisions, riskScore, severities, worstOf } from './verdict.ts'
import type { Finding } from './verdict.ts'

const judge = (...findings: Finding[]) =>
  conclude({ input: { a: 1 }, ruleset: 'test/2026-11-20', findings, checks: [] })
const finding = (decision: Finding['decision'], severity?: Finding['severity']): Finding => ({
  decision,
  severity,
  code: `${decision}_${severity ?? 'usual'}`,
  message: 'm',
  next: `after ${decision}`,
})

describe('a guard verdict', () => {
  test('allows with no reason when nothing was found', () => {
    expect(judge()).toMatchObject({
      decision: 'allow',
      reasons: [],
      risk_score: 0,
      next_action: 'Proceed with the action.',
    })
  })

  test('takes the worst word that any finding asks for', () => {
    expect(worstOf(['review', 'block', 'allow', 'require_confirm'])).toBe('block')
    expect(worstOf(['review', 'require_confirm'])).toBe('require_confirm')
    expect(worstOf([])).toBe('allow')
  })

  test('orders reasons worst first and takes the next action from the one that decided', () => {
    const verdict = judge(finding('review'), finding('allow'), finding('require_confirm', 'high'), finding('block'))
    expect(verdict.reasons.map(({ code }) => code)).toEqual([
      'block_usual',
      'require_confirm_high',
      'review_usual',
      'allow_usual',
    ])
    expect(verdict.next_action).toBe('after block')
  })

  test('keeps a note of an allowed action out of the next action', () => {
    expect(judge(finding('allow'))).toMatchObject({ decision: 'allow', next_action: 'Proceed with the action.' })
  })

  test('adds severity weights up to 100', () => {
    expect(riskScore([{ severity: 'high' }, { severity: 'medium' }, { severity: 'low' }, { severity: 'info' }])).toBe(
      46,
    )
    expect(riskScore([{ severity: 'critical' }, { severity: 'critical' }])).toBe(100)
  })

  test('digests the body whatever its key order', () => {
    const digest = (input: unknown) => conclude({ input, ruleset: 'r', findings: [], checks: [] }).input_digest
    expect(digest({ b: 1, a: undefined, c: 'é' })).toBe(digestOf({ c: 'é', b: 1 }))
  })

  test.each([
    ['a lone surrogate', '\ud800'],
    ['a number past the range', Infinity],
  ])('refuses %s, which no digest can cite', (_, value) => {
    expect(() => conclude({ input: { value }, ruleset: 'r', findings: [], checks: [] })).toThrow(
      'no canonical JSON form',
    )
  })

  test('always decides the worst word, gives a reason for anything but allow, and never mis-orders', () => {
    const findings = fc.array(
      fc.tuple(fc.constantFrom(...decisions), fc.option(fc.constantFrom(...severities), { nil: undefined })),
    )
    fc.assert(
      fc.property(findings, (drawn) => {
        const verdict = judge(...drawn.map(([decision, severity]) => finding(decision, severity)))
        const ranks = verdict.reasons.map(({ severity }) => severities.indexOf(severity))
        expect(verdict.decision).toBe(worstOf(drawn.map(([decision]) => decision)))
        expect(verdict.decision === 'allow' || verdict.reasons.length > 0).toBe(true)
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a))
      }),
    )
  })
})
