import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { digestOf } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { stateCorrectnessAssert } from './outcome.ts'

const run = (input: unknown) => stateCorrectnessAssert.run(input, fakeContext())
const invariant = (state: unknown, source: string) => run({ state, invariants: [source] })
const assertion = (state: unknown, path: string, op: string, value?: unknown) =>
  run({ state, assertions: [{ path, op, value }] })

describe('state-correctness-assert', () => {
  test('answers its example as declared', async () => {
    expect(await run(stateCorrectnessAssert.example.input)).toEqual(stateCorrectnessAssert.example.output)
  })

  test('a path that is no pointer points nowhere', async () => {
    const { reasons } = (await assertion({ a: 1 }, 'a', 'eq', 1)) as { reasons: { code: string; path?: string }[] }
    expect(reasons).toEqual([expect.not.objectContaining({ path: '/statea' })])
    expect(reasons).toEqual([expect.objectContaining({ code: 'bad_assertion' })])
  })

  test('passes a sum that adds up', async () => {
    const state = { lines: [{ cents: 5 }, { cents: 7 }], total: 12 }
    expect(await invariant(state, 'sum(/lines/*/cents) == /total')).toMatchObject({
      passed: true,
      decision: 'allow',
      passed_count: 1,
      failed_count: 0,
      state_digest: digestOf(state),
    })
  })

  test('blocks a step the state machine does not have', async () => {
    const transitions = [{ path: '/s', allowed: { refunded: [], paid: ['refunded'] } }]
    expect(await run({ state: { s: 'paid' }, prior_state: { s: 'refunded' }, transitions })).toMatchObject({
      decision: 'block',
      reasons: [{ code: 'illegal_transition', path: '/state/s' }],
    })
    expect(await run({ state: { s: 'refunded' }, prior_state: { s: 'paid' }, transitions })).toMatchObject({
      passed: true,
    })
    expect(await run({ state: { s: 'paid' }, prior_state: { s: 'paid' }, transitions })).toMatchObject({ passed: true })
    expect(await run({ state: { s: 'x' }, prior_state: { s: 'constructor' }, transitions })).toMatchObject({
      passed: false,
    })
  })

  test('fails a missing path, but not where it is meant to be missing', async () => {
    expect(await assertion({ a: 1 }, '/b', 'eq', 1)).toMatchObject({
      decision: 'block',
      results: [{ status: 'fail', code: 'path_missing', offending: ['/b'] }],
    })
    expect(await assertion({ a: 1 }, '/b', 'absent')).toMatchObject({ passed: true })
    expect(await assertion({ a: 1 }, '/a', 'absent')).toMatchObject({ passed: false })
    expect(await assertion({ a: 1 }, '/b', 'exists')).toMatchObject({ passed: false })
    expect(await invariant({ a: 1 }, '/b == 1')).toMatchObject({ results: [{ code: 'path_missing' }] })
  })

  test('refuses, before money, a body that asks nothing, and transitions without a previous state', () => {
    const check = (input: Record<string, unknown>) => () => stateCorrectnessAssert.check?.(input)
    expect(check({ state: {} })).toThrow('One field is wrong')
    expect(check({ invariants: ['1 == 1'] })).toThrow('One field is wrong')
    expect(check({ state: {}, transitions: [{ path: '/a', monotonic: 'constant' }] })).toThrow('One field is wrong')
    expect(check({ state: {}, prior_state: {}, transitions: [{ path: '/a' }] })).toThrow('One field is wrong')
    expect(check({ state: null, schema: {} })).not.toThrow()
  })

  test.each([
    ['0.1 + 0.2 == 0.3', true],
    ['/a + /b == 0.3', true],
    ['1 / 3 * 3 == 1', true],
    ['2 + 3 * 4 == 14 and not (2 > 3)', true],
    ['-2 - -3 == 1', true],
    ['/a - /b < 0 or false', true],
    ['1e3 == 1000', true],
    ['max(/n) == 9 and min(/n) == 1 and avg(/n) == 5 and count(/n/*) == 3', true],
    ['len(/n) == 3 and len("héé") == 3 and abs(-2) == 2', true],
    ['all(/n/* > 0) and any(/n/* > 8)', true],
    ['/n/* > 1', false],
    ['/n/* <= 9', true],
    ["/from < /to and date(/from) < date('2026-03-01')", true],
    ['date(/to) - date(/from) == 86400000', true],
    ['/price > /low', true],
    ["/s == \"it's\" and /s != 'x'", true],
    ['get("/a b") == null', true],
    ['/n/0 * 2 == 2', true],
    ['sum(/none/*) == 0', true],
    ['/s == 1', false],
  ])('evaluates %s to %s', async (source, passed) => {
    const state = {
      a: 0.1,
      b: 0.2,
      n: [1, 9, 5],
      from: '2026-01-01',
      to: '2026-01-02',
      price: '10.50',
      low: '9.99',
      s: "it's",
      'a b': null,
      none: [],
    }
    expect(await invariant(state, source)).toMatchObject({ passed, results: [{ status: passed ? 'pass' : 'fail' }] })
  })

  test.each([
    '',
    '1 +',
    '(1 == 1',
    '1 == 1 == 1',
    'eval("x")',
    '/a == ',
    '1 / 0 == 1',
    '"a" + 1 == 2',
    '/s < 1',
    '/s',
    'avg(/none/*) == 0',
    'x',
    '1 @ 2',
  ])('fails closed on the expression %j', async (source) => {
    expect(await invariant({ s: 'x', none: [] }, source || ' ')).toMatchObject({
      decision: 'block',
      passed: false,
      results: [{ status: 'error', code: expect.stringMatching(/bad_expression|path_missing/) }],
    })
  })

  test.each([
    ['/s', 'ne', 'y'],
    ['/n/0', 'lt', 2],
    ['/n/0', 'lte', 1],
    ['/n/1', 'gt', 2],
    ['/n/1', 'gte', 3],
    ['/s', 'in', ['x', 'y']],
    ['/s', 'nin', ['y']],
    ['/s', 'exists', undefined],
    ['/n/0', 'type', 'number'],
    ['/s', 'type', ['null', 'string']],
    ['/s', 'matches', '^x$'],
    ['/s', 'length', 1],
    ['/n', 'length', { min: 2, max: 3 }],
    ['/n/0', 'between', [1, 2]],
    ['/n', 'unique', undefined],
    ['/o/*/id', 'unique', undefined],
    ['/n', 'sorted', undefined],
    ['/t', 'before', '2026-02-01'],
    ['/t', 'after', '2025-12-31T23:59:59Z'],
    ['/n', 'subset_of', [1, 2, 3]],
    ['/n', 'each', { op: 'gt', value: 0 }],
    ['/n', 'any', { op: 'eq', value: 3 }],
    ['/o/*/id', 'any', { op: 'eq', value: 2 }],
    ['/o/*/id', 'sum_eq', 3],
    ['/n', 'sum_eq', 4],
    ['/o/*', 'schema', { type: 'object', required: ['id'] }],
    ['', 'type', 'object'],
  ])('holds %s %s %j', async (path, op, value) => {
    const state = { s: 'x', n: [1, 3], o: [{ id: 1 }, { id: 2 }], t: '2026-01-01T00:00:00Z' }
    expect(await assertion(state, path, op, value)).toMatchObject({ passed: true, decision: 'allow' })
  })

  test('shows the first 20 offenders of a wildcard', async () => {
    const state = { items: Array.from({ length: 50 }, (_, at) => ({ qty: at % 2 })) }
    expect(await assertion(state, '/items/*/qty', 'gt', 0)).toMatchObject({
      results: [{ status: 'fail', offending: expect.arrayContaining(['/items/0/qty', '/items/38/qty']) }],
    })
  })

  test.each([
    ['between', 7],
    ['length', 'x'],
    ['each', { op: 'nope' }],
    ['sum_eq', '4'],
    ['schema', { type: 'nope' }],
    ['before', 'noon'],
    ['matches', '(?=x)'],
    ['matches', 7],
  ])('fails closed on %s with %j', async (op, value) => {
    expect(await assertion({ n: op === 'matches' ? 'x' : [1] }, '/n', op, value)).toMatchObject({
      decision: 'block',
      results: [{ status: 'error', code: 'bad_assertion' }],
    })
  })

  test('matches a pattern with every member, without backtracking', async () => {
    const state = Array.from({ length: 500 }, (_, at) => `${'a'.repeat(50)}${at}`)
    expect(await assertion(state, '/*', 'matches', '^(a+)+[0-9]+$')).toMatchObject({ passed: true })
    expect(await assertion(state, '/*', 'matches', '^(a+)+$')).toMatchObject({ passed: false })
  })

  test('asks for a review where only warnings fail', async () => {
    const assertions = [{ path: '/a', op: 'eq', value: 2, severity: 'warning', message: 'a should be 2' }]
    expect(await run({ state: { a: 1 }, assertions })).toMatchObject({
      decision: 'review',
      passed: true,
      failed_count: 1,
      reasons: [{ message: 'a should be 2' }],
    })
  })

  test.each([
    ['increasing', 1, 2, true],
    ['increasing', 2, 1, false],
    ['decreasing', 2, 1, true],
    ['constant', 'a', 'b', false],
    ['increasing', '2026-01-01', '2026-01-02', true],
  ])('holds a value to be %s: %s to %s', async (monotonic, was, is, passed) => {
    expect(
      await run({ state: { v: is }, prior_state: { v: was }, transitions: [{ path: '/v', monotonic }] }),
    ).toMatchObject({ passed })
  })

  test('holds a state against a schema', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer', minimum: 2 } } }
    expect(await run({ state: { a: 1 }, schema })).toMatchObject({
      decision: 'block',
      reasons: [{ code: 'schema_violated' }],
    })
    expect(await run({ state: { a: 2 }, schema })).toMatchObject({ decision: 'allow' })
  })

  test('refuses wildcards of wildcards that look at too much, and states nested too deep', async () => {
    const wide = Array.from({ length: 600 }, () => Array.from({ length: 600 }, () => 1))
    await expect(assertion(wide, '/*/*', 'eq', 1)).rejects.toMatchObject({ name: 'Refusal' })
    const deep: unknown = JSON.parse(`${'['.repeat(3_000)}${']'.repeat(3_000)}`)
    await expect(assertion(deep, '/0', 'exists')).rejects.toMatchObject({ name: 'Refusal' })
  })

  test('answers or fails any expression, without a fault', async () => {
    const piece = fc.constantFrom(
      '/a',
      '/a/*',
      '(',
      ')',
      ' + ',
      ' - ',
      ' * ',
      ' / ',
      '==',
      '<',
      'sum(',
      'not ',
      ' and ',
      '1',
      '0.5',
      '"x"',
      ',',
      '-',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 30 }), async (pieces) => {
        expect(await invariant({ a: [1, 'x'] }, pieces.join(''))).toHaveProperty('passed')
      }),
      { numRuns: 100 },
    )
    expect(await invariant({}, '('.repeat(2_000))).toMatchObject({ results: [{ status: 'error' }] })
    expect(await invariant({}, 'not '.repeat(500))).toMatchObject({ results: [{ status: 'error' }] })
  })
})
