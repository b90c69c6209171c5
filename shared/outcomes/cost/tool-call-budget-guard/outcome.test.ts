import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { digestOf } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { toolCallBudgetGuard } from './outcome.ts'

const run = (input: unknown) => toolCallBudgetGuard.run(input, fakeContext())
const codes = (...expected: string[]) => ({ reasons: expected.map((code) => expect.objectContaining({ code })) })
const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const q = (value: unknown, tool = 'a') => ({ tool, args: { q: value } })
const word = (at: number) => String.fromCodePoint(97 + at).repeat(4)

describe('tool-call-budget-guard', () => {
  test('allows a run that has not begun', async () => {
    expect(await run({ calls: [] })).toMatchObject({
      decision: 'allow',
      reasons: [],
      used: { calls: 0, cost_usd: 0, wall_s: null, failures: 0, per_tool: {} },
      remaining: { calls: 50, cost_usd: null },
      loops: [],
      projected: null,
      burn: null,
      suggestion: null,
    })
  })

  test('has the third call with the same arguments confirmed', async () => {
    expect(await run({ calls: times(3, () => q(1)) })).toMatchObject({
      decision: 'require_confirm',
      ...codes('loop_exact_repeat'),
      loops: [{ kind: 'exact_repeat', tools: ['a'], length: 1, repeats: 3, first_index: 0, active: true }],
    })
    expect(await run({ calls: times(2, () => q(1)) })).toMatchObject({ decision: 'allow', loops: [] })
  })

  test('counts the planned call as a repeat, and points at the result at hand', async () => {
    expect(await run({ calls: [q(1), q(2), q(1)], next: q(1) })).toMatchObject({
      decision: 'require_confirm',
      suggestion: 'The result of call 2 has the same arguments; use it instead of calling again.',
    })
  })

  test('claims nothing about arguments that it was not shown', async () => {
    const { suggestion } = (await run({ calls: [{ tool: 'a' }], next: { tool: 'a' } })) as { suggestion: string }
    expect(suggestion).toContain('neither shows arguments')
  })

  test('knows equal arguments by their digest and whatever their key order', async () => {
    const calls = [
      { tool: 'a', args: { x: 1, y: 2 } },
      { tool: 'a', args: { y: 2, x: 1 } },
      { tool: 'a', args_digest: `sha256:${digestOf({ x: 1, y: 2 }).toUpperCase()}` },
    ]
    expect(await run({ calls })).toMatchObject({ loops: [{ kind: 'exact_repeat', repeats: 3 }] })
  })

  test('needs two repeats only when the result was the same, and none when it is new each time', async () => {
    const same = times(2, () => ({ ...q(1), ok: true, result_digest: 'r' }))
    expect(await run({ calls: same })).toMatchObject({ loops: [{ kind: 'exact_repeat', repeats: 2 }] })
    const fresh = times(6, (at) => ({ ...q(1), result_digest: `r${at}` }))
    expect(await run({ calls: fresh })).toMatchObject({ decision: 'allow', loops: [] })
  })

  test('blocks at five repeats', async () => {
    expect(await run({ calls: times(5, () => q(1)) })).toMatchObject({ decision: 'block' })
  })

  test('finds the cycle that a run ends with', async () => {
    const calls = ['x', 'a', 'b', 'a', 'b', 'a', 'b'].map((tool) => ({ tool }))
    expect(await run({ calls })).toMatchObject({
      decision: 'require_confirm',
      ...codes('loop_cycle'),
      loops: [{ kind: 'cycle', tools: ['a', 'b'], length: 2, repeats: 3, first_index: 1 }],
    })
    const six = times(18, (at) => ({ tool: word(at % 6) }))
    expect(await run({ calls: six })).toMatchObject({ loops: [{ kind: 'cycle', length: 6, repeats: 3 }] })
  })

  test('tells going to and fro with one tool from a cycle', async () => {
    expect(await run({ calls: times(6, (at) => q(at % 2)) })).toMatchObject({
      loops: [{ kind: 'ping_pong', tools: ['a'], length: 2, repeats: 3 }],
    })
  })

  test('finds calls that are nearly the same, but takes paging for what it is', async () => {
    const text = times(20, word).join(' ')
    const near = times(4, (at) => q(`${text} ${word(at + 21)}`))
    expect(await run({ calls: near })).toMatchObject({
      ...codes('loop_near_repeat'),
      loops: [{ kind: 'near_repeat', repeats: 4 }],
    })
    expect(await run({ calls: times(6, (at) => q(`${text} ${at}`)) })).toMatchObject({ decision: 'allow' })
  })

  test('finds eight calls without a new result, also by progress', async () => {
    const calls = times(10, (at) => q(at))
    const progress = ['r1', 'r2', ...times(8, (at) => `r${(at % 2) + 1}`)]
    const stuck = { decision: 'require_confirm', loops: [{ kind: 'no_progress', length: 8, first_index: 2 }] }
    expect(await run({ calls, progress })).toMatchObject(stuck)
    expect(await run({ calls: calls.map((call, at) => ({ ...call, result_digest: progress[at] })) })).toMatchObject(
      stuck,
    )
    expect(await run({ calls, progress: [...progress.slice(0, 9), 'new'] })).toMatchObject({ decision: 'allow' })
  })

  test('lets tools poll that are named for it', async () => {
    const calls = times(9, () => q(1, 'status'))
    expect(await run({ calls, budget: { polling: ['status'] } })).toMatchObject({ decision: 'allow', loops: [] })
  })

  test('asks only for a look at a loop that is over', async () => {
    const calls = [...times(3, () => q('same')), ...times(12, (at) => q(at))]
    expect(await run({ calls })).toMatchObject({ decision: 'review', loops: [{ active: false }] })
  })

  test('blocks the call that would break the budget of money', async () => {
    const answer = await run({
      calls: [{ tool: 'a', cost_usd: 0.9 }],
      budget: { max_cost_usd: 1 },
      next: { tool: 'a', est_cost_usd: 0.2 },
    })
    expect(answer).toMatchObject({
      decision: 'block',
      ...codes('cost_exceeded'),
      projected: { calls: 2, cost_usd: 1.1, breaches: ['cost'] },
      remaining: { cost_usd: 0.1 },
    })
  })

  test('adds money exactly: ten dimes are a dollar, not more', async () => {
    const calls = times(10, (at) => ({ ...q(at), cost_usd: 0.1 }))
    expect(await run({ calls, budget: { max_cost_usd: 1 } })).toMatchObject({
      decision: 'review',
      ...codes('cost_nearly_used'),
      used: { cost_usd: 1 },
    })
  })

  test.each([
    [{ calls: times(50, (at) => q(at)), next: q('x') }, 'block', 'calls_exceeded'],
    [{ calls: times(51, (at) => q(at)) }, 'block', 'calls_exceeded'],
    [{ calls: times(40, (at) => q(at)) }, 'review', 'calls_nearly_used'],
    [{ calls: [q(1)], next: q(2), budget: { max_per_tool: { a: 1 } } }, 'block', 'per_tool_exceeded'],
    [{ calls: [], next: q(2), budget: { max_per_tool: { a: 0 } } }, 'block', 'per_tool_exceeded'],
    [{ calls: times(3, (at) => ({ ...q(at), ok: false })) }, 'require_confirm', 'consecutive_failures'],
    [{ calls: times(4, (at) => ({ ...q(at), ok: false })) }, 'block', 'consecutive_failures'],
    [
      {
        calls: [
          { tool: 'a', ts: 0 },
          { tool: 'b', ts: 61 },
        ],
        budget: { max_wall_s: 60 },
      },
      'block',
      'wall_exceeded',
    ],
    [
      { calls: [{ tool: 'a', ts: 1e9 }], now: '2001-09-09T02:00:00Z', budget: { max_wall_s: 60 } },
      'block',
      'wall_exceeded',
    ],
  ])('meets %j with %s', async (input, decision, code) => {
    expect(await run(input)).toMatchObject({ decision, ...codes(code) })
  })

  test('forgives failures once a call went well', async () => {
    const calls = times(5, (at) => ({ ...q(at), ok: at === 3 }))
    expect(await run({ calls })).toMatchObject({ decision: 'allow', used: { failures: 4 } })
  })

  test('says how fast the budget burns', async () => {
    const calls = times(4, (at) => ({ ...q(at), ts: 1_000_000_000 + at * 20, cost_usd: 0.1 }))
    expect(await run({ calls, budget: { max_cost_usd: 1 } })).toMatchObject({
      used: { wall_s: 60 },
      burn: { calls_per_min: 4, cost_per_min: 0.4, exhausted_in_s: 90 },
    })
  })

  test('names what was missing', async () => {
    expect(await run({ calls: [{ tool: 'a' }], budget: { max_cost_usd: 1 } })).toMatchObject({
      checks: expect.arrayContaining([
        { id: 'cost', status: 'warn', detail: '0 of 1 USD; 1 call(s) show no cost_usd' },
        { id: 'wall', status: 'skipped', detail: 'budget.max_wall_s was not given' },
        { id: 'loops', status: 'pass', detail: '0 loop(s) found; 1 call(s) show no arguments and count as alike' },
        { id: 'progress', status: 'skipped', detail: 'neither result_digest nor progress was given' },
      ]),
    })
  })

  test('keeps tools apart that are named like parts of an object', async () => {
    const calls = ['constructor', 'toString', 'constructor'].map((tool) => ({ tool }))
    expect(await run({ calls })).toMatchObject({
      decision: 'allow',
      used: { per_tool: { constructor: 2, toString: 1 } },
    })
  })

  test('answers for any run, and never says allow in a loop', async () => {
    const call = fc.record(
      {
        tool: fc.constantFrom('a', 'b', '__proto__'),
        args: fc.jsonValue({ maxDepth: 2 }),
        ok: fc.boolean(),
        result_digest: fc.constantFrom('r', 's'),
        ts: fc.integer({ min: 0, max: 2_000_000_000 }),
        cost_usd: fc.double({ min: 0, max: 10, noNaN: true }),
      },
      { requiredKeys: ['tool'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 30 }), fc.option(call, { nil: undefined }), async (calls, next) => {
        const answer = toolCallBudgetGuard.output.parse(await run({ calls, next }))
        expect(answer).toMatchObject({ used: { calls: calls.length } })
        // Safe: the declared output was parsed in the line before.
        const { decision, loops } = answer as { decision: string; loops: unknown[] }
        expect(decision === 'allow' && loops.length > 0).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('refuses arguments nested without end', () => {
    let args: unknown = 1
    for (let level = 0; level < 200; level += 1) args = [args]
    expect(() => toolCallBudgetGuard.check?.({ calls: [{ tool: 'a', args }] })).toThrow('One field is wrong.')
  })

  test.each([
    {},
    { calls: 'x' },
    { calls: [{}] },
    { calls: [{ tool: 'a', ts: 'noon' }] },
    { calls: [{ tool: 'a', cost_usd: -1 }] },
    { calls: [], budget: { max_calls: -1 } },
    { calls: times(5_001, () => ({ tool: 'a' })) },
  ])('refuses a wrong field', (input) => {
    expect(toolCallBudgetGuard.input.safeParse(input).success).toBe(false)
  })
})
