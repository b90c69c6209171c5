import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { invariants } from './invariants.rules.ts'

const docs = readFileSync(new URL('../../../docs/invariants.md', import.meta.url), 'utf8')

describe('docs/invariants.md', () => {
  test.each(invariants)('has a row for $id that names its guards', ({ id, guards }) => {
    const row = docs.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? ''
    expect(row.split('|').map((cell) => cell.trim() !== '')).toEqual([false, true, true, true, true, false])
    for (const { name } of guards) expect(row).toContain(`\`${name}\``)
  })

  test('has no row for a rule that is not checked', () => {
    const ids = [...docs.matchAll(/^\| (I\d+) \|/gm)].map(([, id]) => id)
    expect(ids).toEqual(invariants.map(({ id }) => id))
  })
})
