import { describe, expect, test } from 'vitest'

import { ownRows } from '../measure/own/own-rows.ts'
import { expandSlots } from '../measure/own/expand-slots.ts'

describe.each(['prompt-injection', 'secrets', 'mcp-tools'])('the own labelled rows of %s', (corpus) => {
  const rows = ownRows(corpus)

  test('have ids of their own, and no slot is left in them', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const { input } of rows) expect(JSON.stringify(input)).not.toMatch(/\{(?:hex|alnum|b64|url|dec|lower):\d/)
  })

  test.each(['dev', 'held-out'])('have both labels in the part %s', (part) => {
    const labels = Map.groupBy(
      rows.filter((row) => row.part === part),
      ({ label }) => label,
    )
    expect(labels.size).toBe(2)
    for (const found of labels.values()) expect(found.length).toBeGreaterThan(30)
  })
})

test('a slot has the same value in the same text, and another in another', () => {
  expect(expandSlots('a {hex:32}')).toBe(expandSlots('a {hex:32}'))
  expect(expandSlots('a {hex:32}').slice(2)).not.toBe(expandSlots('b {hex:32}').slice(2))
  expect(expandSlots('{hex:8} {hex:8}')).toMatch(/^[0-9a-f]{8} [0-9a-f]{8}$/)
})
