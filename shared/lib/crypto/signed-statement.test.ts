import fc from 'fast-check'
import { expect, test } from 'vitest'

import { SignedStatement, statementText } from './signed-statement.ts'

const readback = (changes: object = {}) =>
  SignedStatement.parse({
    profile: 'readback-v1',
    intended_digest: 'a'.repeat(64),
    observed_digest: 'b'.repeat(64),
    verified: true,
    agent_id: 'agent-7',
    action: 'set price',
    target: 'item 5',
    issued_at: '2026-11-20T12:00:00.000Z',
    ...changes,
  })

test('a readback is its members joined by pipes', () => {
  expect(statementText(readback())).toBe(
    `readback-v1|${'a'.repeat(64)}|${'b'.repeat(64)}|true|agent-7|set price|item 5|2026-11-20T12:00:00.000Z`,
  )
})

test('a binding is its digest', () => {
  expect(statementText({ profile: 'bind1', digest: 'c'.repeat(64) })).toBe(`bind1|${'c'.repeat(64)}`)
})

test('pipes, percent signs and line breaks inside a member are percent-encoded', () => {
  expect(statementText(readback({ action: 'a|b%7C\n' }))).toContain('|a%7Cb%257C%0A|')
})

test('has always eight members, whatever they hold, and different ones never the same text', () => {
  const member = fc.string({ unit: 'binary', maxLength: 20 })
  fc.assert(
    fc.property(fc.tuple(member, member, member), fc.tuple(member, member, member), (one, other) => {
      const [first, second] = [one, other].map(([agent_id, action, target]) =>
        statementText(readback({ agent_id, action, target })),
      )
      expect(first?.split('|')).toHaveLength(8)
      const isSame = one.every((text, at) => text.toWellFormed() === other[at]?.toWellFormed())
      expect(first === second).toBe(isSame)
    }),
  )
})

test.each([{ profile: 'bind1', digest: 'x' }, { profile: 'other' }, { profile: 'action-receipt-v1-rt' }])(
  'nothing but the two profiles is a statement: %j',
  (value) => {
    expect(SignedStatement.safeParse(value).success).toBe(false)
  },
)
