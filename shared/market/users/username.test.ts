import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { RESERVED_NAMES } from './reserved-names.rules.ts'
import { skeletonOf, Username } from './username.ts'

const taken = (text: string) => Username.safeParse(text)

describe('a username', () => {
  test.each([
    ['Ann', 'ann'],
    ['  ann-marie ', 'ann-marie'],
    ['ＡＮＮ', 'ann'],
    ['ﬁsh', 'fish'],
    ['K2so', 'k2so'],
    ['agent_7', 'agent_7'],
    ['a'.repeat(32), 'a'.repeat(32)],
  ])('%j is kept as %j', (text, kept) => {
    expect(taken(text)).toEqual({ success: true, data: kept })
  })

  test.each([
    ['two characters', 'ab'],
    ['33 characters', 'a'.repeat(33)],
    ['a Cyrillic а', 'pаypal'],
    ['Greek ο', 'gοοgle'],
    ['a dotless ı', 'lıst'],
    ['a capital İ, which grows when its case is folded', 'İlk'],
    ['a combining accent', 'ane\u0301'],
    ['a zero-width joiner', 'an\u200Dn'],
    ['a change of direction', 'an\u202En'],
    ['a soft hyphen', 'an\u00ADn'],
    ['a space inside', 'an n'],
    ['a hyphen at its end', 'ann-'],
    ['an underscore at its start', '_ann'],
    ['an @, which would be an e-mail', 'ann@x.example'],
    ['a percent sign', 'an%n'],
    ['a newline', 'ann\nx'],
    ['emoji', 'ann🙂'],
  ])('with %s is refused', (_, text) => {
    expect(taken(text).success).toBe(false)
  })

  test('that is reserved, in any spelling, is refused', () => {
    const spelled = ['Admin', 'r00t', 'Ｓｕｐｐｏｒｔ', 'fareb0x', 'farebox-team', 'no_reply']
    expect(RESERVED_NAMES.length).toBeGreaterThan(30)
    expect([...RESERVED_NAMES, ...spelled].filter((name) => taken(name).success)).toEqual([])
  })

  test.each([
    ['paypal', 'paypa1'],
    ['google', 'g00gle'],
    ['modern', 'modem'],
    ['wave', 'vvave'],
    ['ann-marie', 'ann_marie'],
    ['ann-marie', 'ann--marie'],
  ])('%s looks like %s', (one, other) => {
    expect(skeletonOf(one)).toBe(skeletonOf(other))
  })

  test.each([
    ['ann', 'anne'],
    ['ann-marie', 'annmarie'],
    ['bob2', 'bob3'],
  ])('%s does not look like %s', (one, other) => {
    expect(skeletonOf(one)).not.toBe(skeletonOf(other))
  })

  test('of any text is refused or plain ASCII that stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const result = taken(text)
        if (!result.success) return
        expect(result.data).toMatch(/^[a-z0-9][a-z0-9_-]{1,30}[a-z0-9]$/)
        expect(taken(result.data)).toEqual(result)
      }),
    )
  })
})
