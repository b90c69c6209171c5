import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { hireDoneWhenLint } from './outcome.ts'

type Answer = {
  decision: string
  score: number
  findings: { code: string; severity: string }[]
  conditions: { text: string; kind: string; testable: boolean }[]
  rewrite: string[]
}
// Safe: the declared output.
const run = async (input: unknown) => (await hireDoneWhenLint.run(input, fakeContext())) as Answer
const codes = async (input: unknown) => (await run(input)).findings.map(({ code }) => code)
const kindOf = async (text: string) => (await run({ done_when: [text] })).conditions[0]

describe('hire-done-when-lint', () => {
  test('stops a job that is done when it works well', async () => {
    expect(await run({ done_when: 'It works well' })).toMatchObject({
      decision: 'no-go',
      conditions: [{ kind: 'vague', testable: false }],
      rewrite: [expect.stringContaining('<')],
    })
  })

  test('lets a job go whose end anybody can check', async () => {
    const brief =
      'Convert 40 scanned invoices (shared drive, access by invite) to CSV. Deliver by 2026-12-01 18:00 UTC. ' +
      'Two rounds of revision. You own nothing; the licence is ours.'
    const done_when = ['invoices.csv has 40 rows', '`python check.py invoices.csv` exits with status 0']
    expect(await run({ brief, done_when, deliverables: ['invoices.csv'], budget_usdc: 40 })).toMatchObject({
      decision: 'go',
      score: 100,
      coverage: [{ deliverable: 'invoices.csv', covered_by: expect.arrayContaining([0]) }],
      missing: [],
      high_budget: false,
    })
  })

  test.each(['Deliver as DOCX.', 'Send it as an .xlsx file', 'Slides as PPTX'])('%s: that is a form', async (brief) => {
    expect(await codes({ brief, done_when: 'It has 10 pages' })).not.toContain('DW_NO_FORMAT')
  })

  test.each([
    ['`npm test` exits with 0', 'command', true],
    ['All unit tests pass', 'command', true],
    ['p95 latency is under 200 ms', 'metric', true],
    ['report.pdf exists', 'artifact', true],
    ['https://example.com/health returns 200', 'url', true],
    ['Delivered by 2026-12-01', 'date', true],
    ['Approved by the client', 'approval', false],
    ['The client is happy', 'vague', false],
    ['Make it user friendly', 'vague', false],
    ['As needed', 'vague', false],
    ['The code is clean and professional', 'vague', false],
  ])('%s is %s', async (text, kind, testable) => {
    expect(await kindOf(text)).toMatchObject({ kind, testable })
  })

  test.each([
    ['secret_in_brief', { done_when: 'tests pass', brief: 'password is hunter2Xk9!' }],
    ['secret_in_brief', { done_when: 'tests pass', brief: 'use AKIAIOSFODNN7EXAMPL2 and go' }],
    ['DW_PAY_FIRST', { done_when: 'tests pass', brief: '50% upfront payment before work begins' }],
    ['DW_SUBJECTIVE', { done_when: ['tests pass', 'until the client is happy'] }],
    ['DW_IMPOSSIBLE', { done_when: ['tests pass', 'the app is 100% bug free'] }],
    ['DW_NO_TEST', { done_when: ['looks good', 'high quality'] }],
    ['DW_EMPTY', { brief: 'Write me a story.' }],
  ])('%s is an error', async (code, input) => {
    expect((await run(input)).findings).toContainEqual(expect.objectContaining({ code, severity: 'error' }))
    expect(await run(input)).toMatchObject({ decision: 'no-go' })
  })

  test('never repeats a credential', async () => {
    expect(JSON.stringify(await run({ done_when: 'tests pass', brief: 'password is hunter2Xk9!' }))).not.toContain(
      'hunter2Xk9',
    )
  })

  test.each([
    ['DW_NO_DEADLINE', {}],
    ['DW_NO_REVISIONS', {}],
    ['DW_NO_BUDGET', { budget_usdc: 0 }],
    ['DW_NOT_COVERED', { deliverables: ['explainer video'] }],
    ['DW_NUMBERS_CONFLICT', { brief: 'We need 12 icons.', done_when: ['icons.zip contains 10 icons'] }],
  ])('%s is a warning', async (code, input) => {
    expect((await run({ done_when: ['`make check` exits 0'], ...input })).findings).toContainEqual(
      expect.objectContaining({ code, severity: 'warning' }),
    )
  })

  test('reads conditions from a brief that has a heading for them', async () => {
    const brief = '# Job\nBuild it.\n\n## Done when\n- `npm test` exits with 0\n- docs.md exists\n\n## Budget\n50 USDC'
    expect(await run({ brief })).toMatchObject({
      conditions: [{ text: '`npm test` exits with 0' }, { text: 'docs.md exists' }],
    })
  })

  test('says from which budget on more is asked of applicants', async () => {
    expect(await run({ done_when: 'tests pass', budget_usdc: 99.99 })).toMatchObject({ high_budget: false })
    expect(await run({ done_when: 'tests pass', budget_usdc: 100 })).toMatchObject({ high_budget: true })
    expect(await codes({ done_when: 'tests pass', budget_usdc: 100 })).toContain('DW_HIGH_BUDGET')
  })

  test('the score is what the findings leave of a hundred', async () => {
    for (const input of [
      { done_when: 'It works well' },
      { done_when: ['tests pass'] },
      { brief: 'x', budget_usdc: 1 },
    ]) {
      const { score, findings } = await run(input)
      const points = { error: 25, warning: 8, info: 2 } as Record<string, number>
      expect(score).toBe(Math.max(0, 100 - findings.reduce((sum, { severity }) => sum + (points[severity] ?? 0), 0)))
    }
  })

  test.each(['\n', 'a-', 'the ', 'deadline ', '1,', '. A', '`', 'done when ', 'password is ', '**a', 'full ', '## '])(
    'is quick with 100 KB of %j',
    async (part) => {
      const text = part.repeat(99_999 / part.length)
      const before = performance.now()
      await run({ brief: text, done_when: `x${text}` })
      expect(performance.now() - before).toBeLessThan(20_000)
    },
  )

  test('needs a brief or conditions, before any charge', () => {
    expect(() => hireDoneWhenLint.check?.({})).toThrow(Refusal)
    expect(() => hireDoneWhenLint.check?.({ budget_usdc: 5 })).toThrow(Refusal)
    expect(() => hireDoneWhenLint.check?.({ done_when: '' })).not.toThrow()
  })
})
