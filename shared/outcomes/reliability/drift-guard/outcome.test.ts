import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { driftGuard } from './outcome.ts'

const run = (input: unknown) => driftGuard.run(input, fakeContext())
const has = (code: string) => ({ reasons: expect.arrayContaining([expect.objectContaining({ code })]) })
const list = <T>(length: number, make: (at: number) => T) => Array.from({ length }, (_, at) => make(at))
/** Evenly spread numbers in a mixed order. */
const spread = (length: number, from = 0) => list(length, (at) => from + ((at * 7919) % length) / length)
/** Draws numbers of the normal law (Park and Miller, Box and Muller), always the same ones. */
function normalNumbers() {
  let state = 42
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return (length: number) => list(length, () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next()))
}

describe('drift-guard', () => {
  test('answers its example as declared', async () => {
    expect(await run(driftGuard.example.input)).toEqual(driftGuard.example.output)
  })

  test('gives the PSI of 500 to 500 against 600 to 400', async () => {
    const answer = await run({ baseline: { counts: { a: 500, b: 500 } }, current: { counts: { a: 600, b: 400 } } })
    expect(answer).toMatchObject({
      severity: 'none',
      decision: 'allow',
      sample: { n_baseline: 1000, n_current: 1000 },
      features: [{ name: 'value', kind: 'categorical', psi: 0.0405, js: 0.0073, chi2: { stat: 20.202 }, ks: null }],
    })
  })

  test('concludes nothing from fewer than 30 values, and shows the numbers', async () => {
    expect(await run({ baseline: [1, 2, 3], current: [1, 2, 3] })).toMatchObject({
      severity: 'insufficient_data',
      decision: 'review',
      drift: false,
      features: [{ psi: 0, ks: { d: 0, p: 1 } }],
    })
    expect(await run({ baseline: [1, 2, 3], current: [100, 200, 300] })).toMatchObject({ decision: 'review' })
  })

  test('finds no drift between identical numbers', async () => {
    const numbers = spread(1000)
    expect(await run({ baseline: numbers, current: numbers.toReversed() })).toMatchObject({
      decision: 'allow',
      reasons: [],
      features: [{ kind: 'numeric', psi: 0, js: 0, ks: { d: 0, p: 1 }, mean_shift: 0 }],
    })
  })

  test('names a new category of 10 percent', async () => {
    const baseline = list(1000, (at) => (at % 2 === 0 ? 'a' : 'b'))
    const current = list(1000, (at) => (at % 10 === 0 ? 'c' : (baseline[at] ?? 'a')))
    const worst = expect.objectContaining({ bin: 'c', baseline_pct: 0, current_pct: 10 })
    expect(await run({ baseline, current })).toMatchObject({
      features: [{ new_categories: ['c'], top_contributors: expect.arrayContaining([worst]) }],
      decision: 'block',
      drift: true,
    })
  })

  test('finds shifted numbers, in standard deviations', async () => {
    expect(await run({ baseline: spread(1000), current: spread(1000, 0.5) })).toMatchObject({
      severity: 'significant',
      decision: 'block',
      ...has('significant_drift'),
      features: [{ ks: { d: 0.501 }, mean_shift: 1.7321 }],
    })
  })

  test('does not take for drift what chance gives few values of one law', async () => {
    const draw = normalNumbers()
    let alarms = 0
    for (let turn = 0; turn < 40; turn += 1) {
      const answer = await run({ baseline: draw(40), current: draw(40) })
      if (Object(answer).decision !== 'allow') alarms += 1
    }
    expect(alarms).toBeLessThanOrEqual(2)
    expect(await run({ baseline: draw(30), current: draw(30) })).toMatchObject({
      decision: 'allow',
      test_notes: [expect.stringContaining('by chance')],
    })
    const shifted = draw(60).map((value) => value + 1.2)
    expect(await run({ baseline: draw(60), current: shifted })).toMatchObject({ decision: 'block' })
  })

  test('sees a shift off a constant, down and up', async () => {
    for (const value of [4, 6]) {
      expect(await run({ baseline: list(100, () => 5), current: list(100, () => value) })).toMatchObject({
        severity: 'significant',
        features: [{ js: 1, mean_shift: null }],
      })
    }
    expect(await run({ baseline: list(100, () => 5), current: list(100, () => 5) })).toMatchObject({ severity: 'none' })
  })

  test('does not alert on a tiny shift of many values, however small its p', async () => {
    const answer = await run({ baseline: spread(50_000), current: spread(50_000, 0.02) })
    expect(answer).toMatchObject({ decision: 'allow', severity: 'none' })
  })

  test('asks for a review of a moderate shift', async () => {
    const input = { baseline: { counts: { a: 500, b: 500 } }, current: { counts: { a: 670, b: 330 } } }
    expect(await run(input)).toMatchObject({ severity: 'moderate', decision: 'review', drift: false })
    expect(await run({ ...input, thresholds: { psi_alert: 0.1 } })).toMatchObject({ severity: 'significant' })
    expect(await run({ ...input, thresholds: { psi_warn: 0.5 } })).toMatchObject({ severity: 'none' })
  })

  test('has no chi-square where an expected count is below 5', async () => {
    const input = { baseline: { counts: { a: 500, b: 2 } }, current: { counts: { a: 500, b: 3 } } }
    expect(await run(input)).toMatchObject({ features: [{ chi2: null }] })
  })

  test('compares records field by field and corrects for many tests', async () => {
    const record = (at: number) => ({
      age: at % 50,
      plan: at % 3 === 0 ? 'pro' : 'free',
      note: at % 2 === 0 ? 'x' : null,
    })
    const baseline = list(300, record)
    const current = list(300, (at) => ({ ...record(at), plan: 'pro', note: at % 4 === 0 ? 'x' : null }))
    expect(await run({ baseline, current })).toMatchObject({
      decision: 'block',
      features: [
        { name: 'age', kind: 'numeric', verdict: 'none' },
        { name: 'plan', kind: 'categorical', verdict: 'significant' },
        { name: 'note', missing_rate: { baseline: 0.5, current: 0.75 }, verdict: 'none' },
      ],
      test_notes: [expect.stringContaining('Holm')],
      ...has('missing_rate_shift'),
    })
    expect(await run({ baseline, current, features: ['age'] })).toMatchObject({ decision: 'allow' })
  })

  test('measures texts: length, words, refusals, JSON, language, vocabulary', async () => {
    const answers = list(60, (at) => `The order ${at} is on its way and it will be there in ${at % 5} days for you.`)
    const refusing = list(60, (at) => (at % 3 === 0 ? "I'm sorry, but I cannot help with that." : (answers[at] ?? '')))
    expect(await run({ baseline: answers, current: answers })).toMatchObject({ decision: 'allow' })
    const answer = await run({ baseline: answers, current: refusing })
    expect(answer).toMatchObject({ decision: 'block' })
    expect(answer).toMatchObject({
      features: expect.arrayContaining([
        expect.objectContaining({ name: 'refusal', verdict: 'significant', new_categories: ['refusal'] }),
        expect.objectContaining({ name: 'json', verdict: 'none' }),
        expect.objectContaining({ name: 'vocabulary', psi: null }),
      ]),
    })
    const german = list(60, (at) => `Die Bestellung ${at} ist nicht da und wir sind mit der Post auf dem Weg zu Ihnen.`)
    expect(await run({ baseline: answers, current: german })).toMatchObject({
      features: expect.arrayContaining([
        expect.objectContaining({ name: 'language', new_categories: ['de'], verdict: 'significant' }),
        expect.objectContaining({ name: 'vocabulary', verdict: 'significant' }),
      ]),
    })
  })

  test('reads numbers in strings when told to, and counts the rest as missing', async () => {
    const baseline = list(100, (at) => String(at))
    expect(
      await run({ baseline, current: [...baseline.slice(10), ...list(10, () => 'n/a')], kind: 'numeric' }),
    ).toMatchObject({
      features: [{ kind: 'numeric', n_current: 90, missing_rate: { baseline: 0, current: 0.1 } }],
      ...has('missing_rate_shift'),
    })
  })

  test.each([
    { baseline: [], current: [1] },
    { baseline: { counts: {} }, current: [1] },
    { baseline: { counts: { a: -1 } }, current: [1] },
    { baseline: { a: 1 }, current: [1] },
    { baseline: 'x', current: [1] },
    { baseline: [1], current: [1], bins: 1 },
  ])('refuses %j', async (input) => {
    await expect(run(input)).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('refuses, before money, values that are not of the kind that was named', () => {
    expect(() => driftGuard.check?.({ baseline: [1], current: [{}], kind: 'records' })).toThrow('One field is wrong')
    expect(() => driftGuard.check?.({ baseline: { counts: { a: 1 } }, current: [1], kind: 'numeric' })).toThrow(
      'One field is wrong',
    )
    expect(() => driftGuard.check?.({ baseline: [{ a: 1 }], current: [{}], kind: 'records' })).not.toThrow()
  })

  test('answers any two samples, and a sample never drifts from itself', async () => {
    const values = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1, maxLength: 50 })
    const kind = fc.constantFrom('auto', 'numeric', 'categorical', 'text')
    await fc.assert(
      fc.asyncProperty(values, values, kind, async (baseline, current, as) => {
        if (![baseline, current].every((side) => JSON.stringify(side).isWellFormed())) return
        expect(await run({ baseline, current, kind: as })).toHaveProperty('severity')
        expect(await run({ baseline, current: baseline, kind: as })).toMatchObject({ drift: false })
      }),
      { numRuns: 60 },
    )
  })
})
