import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { HIDING } from '../reports/hide-reported.ts'
import { ACCOUNT_QUOTAS, DELETED_CONTENT_DAYS, NETWORK_BYTES_PER_DAY, YOUNG_DAYS } from './quotas.rules.ts'

const document = readFileSync('docs/marketplace.md', 'utf8')
/** The cells of the table of limits, a row each. */
const rows = [...document.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| 4\d\d `\w+` \|$/gm)].map(
  ([, ...cells]) => cells,
)
const count = (limit: number) => limit.toLocaleString('en')
const megabytes = (bytes: number) => `${count(bytes / 1024 / 1024)} MB`

test('docs/marketplace.md publishes every limit as it is', () => {
  const { drafts, listings, versions, content_bytes: content, media_bytes: media, bytes_per_day: day } = ACCOUNT_QUOTAS
  expect(rows.map(([, young, full]) => [young, full])).toEqual([
    ...[drafts, listings, versions].map(({ young, full }) => [count(young), count(full)]),
    ...[content, media, day].map(({ young, full }) => [megabytes(young), megabytes(full)]),
    [`${megabytes(NETWORK_BYTES_PER_DAY.young)} together`, `${megabytes(NETWORK_BYTES_PER_DAY.all)} with all others`],
  ])
  expect(document).toContain(`Account younger than ${YOUNG_DAYS} days`)
  expect(document.replaceAll(/\s+/g, ' ')).toContain(`that nobody bought, ${DELETED_CONTENT_DAYS} days later`)
})

test('docs/marketplace.md says what reports have to add up to as it is', () => {
  expect([HIDING.weight, HIDING.networks, HIDING.spreadMinutes, HIDING.accountHours, HIDING.weightOfPaid]).toEqual([
    5, 3, 60, 24, 2,
  ])
  const text = document.replaceAll(/\s+/g, ' ')
  expect(text).toContain('five accounts, each older than 24 hours; from three networks')
  expect(text).toContain('an hour between the first and the last')
  expect(text).toContain('has paid here counts as two')
})
