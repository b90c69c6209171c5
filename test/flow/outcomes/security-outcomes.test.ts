import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { openStatefulWorld, type StatefulWorld } from '#test/support/world/stateful.ts'

let world: StatefulWorld
let ann: Awaited<ReturnType<StatefulWorld['payer']>>
beforeAll(async () => {
  world = await openStatefulWorld()
  ann = await world.payer(1_000)
})
afterAll(() => world.close())

const slugs = [
  'prompt-injection-scan',
  'mcp-server-audit',
  'agent-tool-permission-review',
  'skill-vet',
  'skill-signature-verify',
  'capability-attack-surface-scan',
  'memory-integrity-check',
  'context-compression-audit',
  'memory-exfil-guard',
]

describe('through a paid call', () => {
  test.each(slugs)('%s answers its example', async (slug) => {
    const example = catalog.get(slug)?.outcome.example
    expect(await ann.ok(slug, example?.input)).toEqual(example?.output)
  })

  test('what is refused costs nothing', async () => {
    for (const [slug, body] of [
      ['prompt-injection-scan', { text: '' }],
      ['mcp-server-audit', {}],
      ['mcp-server-audit', { url: 'http://127.0.0.1:5432/' }],
      ['agent-tool-permission-review', { tools: [] }],
      ['skill-vet', {}],
      ['skill-signature-verify', { files: [{ path: '../x', content: '' }], signature: 'x' }],
      ['capability-attack-surface-scan', { capabilities: [] }],
      ['memory-integrity-check', { entries: [] }],
      ['context-compression-audit', { original: 'a', compressed: 'b', must_keep: ['re:('] }],
      ['memory-exfil-guard', {}],
    ] as const)
      expect(await ann.no(slug, body)).toMatchObject({ status: 422 })
  })

  test('a secret that was scanned stands in no row and no answer', async () => {
    const token = `ghp_${'Zk3Qw8'.repeat(6)}`
    const answer = await ann.ok('memory-exfil-guard', { content: `use ${token}`, destination: 'https://paste.test' })
    expect(answer).toMatchObject({ decision: 'block' })
    const rows = await world.sql('select call::text as row from call')
    expect(JSON.stringify([answer, rows])).not.toContain(token.slice(4))
  })
})
