import { describe, expect, test } from 'vitest'

import { parseCommand } from './commands.ts'

describe('parseCommand', () => {
  test('reads both commands', () => {
    expect(parseCommand(['key', 'grant', '--cents', '25'])).toEqual({ name: 'key grant', cents: 25 })
    expect(parseCommand(['key', 'grant', '--cents=10000000'])).toEqual({ name: 'key grant', cents: 10_000_000 })
    for (const kind of ['day', 'week', 'month'] as const)
      expect(parseCommand(['pass', 'grant', '--kind', kind])).toEqual({ name: 'pass grant', kind })
  })

  test.each([
    [],
    ['key'],
    ['key', 'grant'],
    ['key', 'grant', '--cents'],
    ['key', 'grant', '--cents', '0'],
    ['key', 'grant', '--cents', '-5'],
    ['key', 'grant', '--cents', '1.5'],
    ['key', 'grant', '--cents', '1e3'],
    ['key', 'grant', '--cents', '10000001'],
    ['key', 'grant', '--cents', '5', '--kind', 'day'],
    ['key', 'grant', '--cents', '5', '--please'],
    ['key', 'grant', 'now', '--cents', '5'],
    ['key', 'revoke', '--cents', '5'],
    ['pass', 'grant'],
    ['pass', 'grant', '--kind', 'year'],
    ['pass', 'grant', '--kind', 'toString'],
    ['pass', 'grant', '--kind', 'day', '--cents', '5'],
  ])('refuses %j', (...args) => {
    expect(parseCommand(args)).toBeNull()
  })
})
