import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { openWorld, type World } from '#test/support/world/world.ts'

const SLUGS = `
  agent-state-guard idempotency-guard destructive-action-guard infra-target-guard
  retry-storm-guard drift-guard state-correctness-assert trace-provenance-check
  contract-pin-guard json-repair json-schema-validate json-schema-diff
  csv-clean webhook-normalize hash-text timezone-convert
  jwt-decode regex-test email-json hmac-verify
  token-budget-guard tool-call-budget-guard mcp-catalog-token-tax identity-drift-check
  handoff-digest
`
  .trim()
  .split(/\s+/)

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
})
afterAll(() => world.close())

test.each(SLUGS)('%s answers its example through a paid call, charged once', async (slug) => {
  const outcome = catalog.get(slug)?.outcome
  const { key } = await world.key(100)
  const { status, body } = await world.call(slug, outcome?.example.input, { 'x-service-key': key })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    ok: true,
    charge: { cents: outcome?.cents, balance_cents: 100 - (outcome?.cents ?? 0), state: 'captured' },
  })
  expect(outcome?.output.safeParse(body['result']).error).toBeUndefined()
})

test('the ledger is whole after the calls of outcomes that need nothing', async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
})
