import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { contextCompressionAudit } from './context-compression-audit.ts'

type Answer = {
  decision: string
  fidelity: number
  precision: number
  lost: { category: string; value: string }[]
  changed: { category: string; original: string; compressed: string; what: string }[]
  invented: { category: string; value: string }[]
  patch: string
  must_keep: { item: string; status: string }[]
  ratio: { saved_pct: number; exact: boolean }
}

// Safe: the declared output has these members.
const run = async (input: unknown) => (await contextCompressionAudit.run(input, fakeContext())) as Answer
const audit = (original: unknown, compressed: unknown, more: object = {}) => run({ original, compressed, ...more })
const entry = (fields: object) => expect.arrayContaining([expect.objectContaining(fields)])

describe('context-compression-audit', () => {
  test('answers its example as declared', async () => {
    expect(await run(contextCompressionAudit.example.input)).toEqual(contextCompressionAudit.example.output)
  })

  test('sees that other words say the same', async () => {
    expect(
      await audit(
        'Budget is $1,200. Never email the client. Deadline 2026-03-01.',
        'Budget $1200, deadline March 1 2026, never email the client.',
      ),
    ).toMatchObject({ decision: 'allow', fidelity: 1, lost: [], changed: [], invented: [] })
  })

  test.each([
    ['Only deploy on Fridays.', 'Deploy on Fridays.'],
    ['Spend at most $500 on ads.', 'Spend $500 on ads.'],
    ['Keep at least 3 replicas running.', 'Keep 3 replicas running.'],
  ])('sees that a limit is gone: %s', async (original, compressed) => {
    expect(await audit(original, compressed)).toMatchObject({
      decision: expect.not.stringMatching('allow'),
      changed: entry({ original, compressed, what: 'modality' }),
    })
  })

  test.each([
    ['Only deploy on Fridays.', 'Deploy on Fridays only.'],
    ['Spend no more than $500 on ads.', 'Spend at most $500 on ads.'],
    ['Spend at most $500 on ads.', 'Spend up to $500 on ads.'],
  ])('sees that a limit is kept in other words: %s', async (original, compressed) => {
    expect(await audit(original, compressed)).toMatchObject({ decision: 'allow', changed: [] })
  })

  test('sees that an amount is another', async () => {
    expect(await audit('Budget is $1,200.', 'Budget is $12,000.')).toMatchObject({
      changed: entry({ category: 'money', original: '$1,200', compressed: '$12,000', what: 'value' }),
    })
  })

  test('sees that a path and a number are gone', async () => {
    expect(await audit('Fix /src/a.ts line 42.', 'Fix the bug.')).toMatchObject({
      decision: 'block',
      lost: expect.arrayContaining([
        expect.objectContaining({ category: 'path', value: '/src/a.ts' }),
        expect.objectContaining({ category: 'number', value: '42' }),
      ]),
    })
  })

  test('blocks where something that must be kept is gone', async () => {
    expect(await audit('abc', '', { must_keep: ['abc'] })).toMatchObject({
      decision: 'block',
      must_keep: [{ item: 'abc', status: 'lost' }],
    })
  })

  test('takes patterns for what must be kept, and refuses bad ones', async () => {
    const must_keep = ['re:PR-[0-9]+']
    expect((await audit('See PR-12 and PR-13.', 'See PR-12, PR-13.', { must_keep })).must_keep).toEqual([
      { item: 're:PR-[0-9]+', status: 'kept' },
    ])
    expect((await audit('See PR-12 and PR-13.', 'See PR-12.', { must_keep })).decision).toBe('block')
    await expect(audit('a', 'b', { must_keep: ['re:('] })).rejects.toThrow(Refusal)
  })

  test('blocks a sentence that now says the opposite', async () => {
    expect(
      await audit('You must not delete the staging database.', 'You must delete the staging database.'),
    ).toMatchObject({ decision: 'block', changed: entry({ what: 'negation' }) })
  })

  test('notices that a rule became a suggestion', async () => {
    expect(
      await audit(
        'You must run the integration tests before every deploy.',
        'You may run the integration tests before every deploy.',
      ),
    ).toMatchObject({ changed: entry({ what: 'modality' }) })
  })

  test('notices that a rule is gone', async () => {
    const original = 'Never share customer addresses with partners. The report covers March. It has 12 pages.'
    expect(await audit(original, 'The report covers March. It has 12 pages.')).toMatchObject({
      decision: 'block',
      lost: entry({ category: 'constraint' }),
    })
  })

  test('notices what was made up', async () => {
    const answer = await audit(
      'The launch is in May.',
      'The launch is in May. It costs $5,000 and Bob must approve it.',
    )
    expect(answer).toMatchObject({ invented: entry({ category: 'money', value: '$5,000' }) })
    expect(answer.precision).toBeLessThan(1)
  })

  test('gives a patch that puts back what was lost', async () => {
    const original = 'Fix /src/a.ts line 42. Never touch /src/legacy. Call Bob.'
    const { patch, decision } = await audit(original, 'Fix the bug and call Bob.')
    expect(decision).toBe('block')
    expect(patch).toContain('/src/a.ts')
    const mended = await audit(original, `Fix the bug and call Bob.\n${patch}`)
    expect(mended.fidelity).toBeGreaterThan(0.95)
  })

  test('weighs what the user said more than what a tool said', async () => {
    const messages = [
      { role: 'user', content: 'The room is 4711.' },
      { role: 'tool', content: 'The shelf is 4812.' },
    ]
    const [withoutUser, withoutTool] = [
      await audit(messages, 'The shelf is 4812.'),
      await audit(messages, 'The room is 4711.'),
    ]
    expect(withoutUser.fidelity).toBeLessThan(withoutTool.fidelity)
  })

  test('finds a rule again among thousands that are like it', async () => {
    const rules = Array.from({ length: 1_200 }, (_, n) => `Never email client ${n + 5_000} on a Sunday.`)
    expect(await audit(rules.join(' '), rules.join('\n'))).toMatchObject({ decision: 'allow', fidelity: 1, lost: [] })
    const [first = '', ...others] = rules
    expect(await audit(rules.join(' '), others.join(' '))).toMatchObject({ decision: 'block' })
    expect(await audit(rules.join(' '), [first.replace('Never', 'Always'), ...others].join(' '))).toMatchObject({
      changed: entry({ what: 'negation' }),
    })
  })

  test('counts tokens, and says whether they are those of the model', async () => {
    const long = 'The same sentence again and again. '.repeat(40)
    expect(await audit(long, 'The same sentence.')).toMatchObject({ ratio: { exact: true, tokenizer: 'o200k_base' } })
    expect((await audit(long, 'The same sentence.')).ratio.saved_pct).toBeGreaterThan(90)
    expect((await audit(long, 'x', { model: 'claude-4' })).ratio.exact).toBe(false)
  })

  test('takes other thresholds and weights', async () => {
    const [original, compressed] = [
      'Build 17 ran on host alpha-3 in 42 ms. Ann saw it.',
      'Build 17 ran on host alpha-3.',
    ]
    expect((await audit(original, compressed, { threshold: { review: 0.01, block: 0 } })).decision).toBe('allow')
    expect((await audit(original, compressed, { threshold: { review: 1, block: 0.99 } })).decision).toBe('block')
    const light = await audit(original, compressed, { weights: { number: 0 } })
    expect(light.fidelity).toBeGreaterThan((await audit(original, compressed)).fidelity)
  })

  test('does not repeat a secret that was lost', async () => {
    const token = `ghp_${'Zq9'.repeat(12)}`
    const answer = await audit(`The deploy token is ${token}. Use it for staging.`, 'Use it for staging.')
    expect(JSON.stringify(answer)).not.toContain(token)
  })

  test('finds a text faithful to itself, whatever it is', async () => {
    const word = fc.constantFrom(
      'Never',
      'must',
      'delete',
      '$1,200',
      '2026-03-01',
      '/src/a.ts',
      'ann@example.com',
      '42 ms',
      'PR-12',
      '.',
      '\n',
      'deploy',
      'not',
      '"quoted words"',
      '`npm run build`',
      '```',
      '{',
      '\u{1f600}',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
    )
    await fc.assert(
      fc.asyncProperty(text, async (original) => {
        const { fidelity, lost, decision } = await audit(original, original)
        expect({ fidelity, lost, decision }).toEqual({ fidelity: 1, lost: [], decision: 'allow' })
      }),
      { numRuns: 60 },
    )
  })

  test('answers whatever two texts it is given', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(fc.dictionary(fc.constantFrom('role', 'content', 'x'), fc.jsonValue()), { maxLength: 3 }),
        ),
        fc.string({ unit: 'binary' }),
        async (original, compressed) => {
          const { fidelity, precision } = await audit(original, compressed)
          expect(fidelity >= 0 && fidelity <= 1 && precision >= 0 && precision <= 1).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })
})
