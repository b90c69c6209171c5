import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { capabilityAttackSurfaceScan } from './outcome.ts'

type Answer = {
  decision: string
  score: number
  min_cut: string[]
  attack_paths: { severity: string; steps: string[] }[]
  lethal_trifecta: { present: boolean }
}

// Safe: the declared output has these members.
const run = async (input: unknown) => (await capabilityAttackSurfaceScan.run(input, fakeContext())) as Answer
const three = [
  { name: 'gmail_read', kind: 'tool', trust: 'untrusted', reads: ['mail'] },
  { name: 'crm', kind: 'data_source', reads: ['customers'] },
  { name: 'http_post', kind: 'tool', network: true },
]

describe('capability-attack-surface-scan', () => {
  test('answers its example as declared', async () => {
    expect(await run(capabilityAttackSurfaceScan.example.input)).toEqual(capabilityAttackSurfaceScan.example.output)
  })

  test('blocks untrusted content, private data and a way out in one context', async () => {
    const answer = await run({ capabilities: three })
    expect(answer).toMatchObject({
      decision: 'block',
      lethal_trifecta: { present: true, private_data: expect.arrayContaining(['crm']), external_comms: ['http_post'] },
      attack_paths: expect.arrayContaining([
        expect.objectContaining({ entry: 'gmail_read', sink: 'http_post', severity: 'critical' }),
      ]),
    })
    expect(answer.min_cut).toHaveLength(1)
  })

  test('finds the parts apart once the way out is isolated', async () => {
    const answer = await run({ capabilities: three, controls: [{ on: 'http_post', kind: 'isolation' }] })
    expect(answer.lethal_trifecta.present).toBe(false)
    expect(answer.attack_paths.some(({ severity }) => severity === 'critical')).toBe(false)
  })

  test('gating what min_cut names removes every critical path', async () => {
    const capabilities = [
      ...three,
      { name: 'run_shell', kind: 'tool', description: 'Runs a shell command.' },
      { name: 'send_email', kind: 'tool', description: 'Sends an email.' },
      { name: 'web_search', kind: 'tool', description: 'Searches the web.', trust: 'untrusted' },
    ]
    const { min_cut } = await run({ capabilities })
    const controls = min_cut.flatMap((on) =>
      (['isolation', 'confirm', 'allowlist'] as const).map((kind) => ({ on, kind })),
    )
    expect(
      (await run({ capabilities, controls })).attack_paths.filter(({ severity }) => severity === 'critical'),
    ).toEqual([])
  })

  test('follows flows where they are given', async () => {
    const apart = await run({ capabilities: three, flows: [{ from: 'crm', to: 'http_post' }] })
    expect(apart.lethal_trifecta.present).toBe(false)
    const flows = [
      { from: 'gmail_read', to: 'crm' },
      { from: 'crm', to: 'http_post' },
    ]
    expect((await run({ capabilities: three, flows })).lethal_trifecta.present).toBe(true)
  })

  test('counts a control against the score, and less in a test environment', async () => {
    const plain = (await run({ capabilities: three })).score
    expect((await run({ capabilities: three, controls: [{ on: 'http_post', kind: 'allowlist' }] })).score).toBeLessThan(
      plain,
    )
    expect((await run({ capabilities: three, environment: 'dev' })).score).toBeLessThan(plain)
  })

  test('says what it could not classify', async () => {
    expect(await run({ capabilities: [{ name: 'zzz', kind: 'tool' }] })).toMatchObject({
      unmodelled: ['zzz'],
      decision: 'review',
    })
  })

  test('warns of names in flows and controls that are no capability', async () => {
    expect(await run({ capabilities: three, controls: [{ on: 'nobody', kind: 'confirm' }] })).toMatchObject({
      checks: expect.arrayContaining([expect.objectContaining({ id: 'names', status: 'warn' })]),
    })
  })

  test('has nothing against capabilities that only compute', async () => {
    expect(
      await run({
        capabilities: [{ name: 'add_numbers', kind: 'tool', trust: 'trusted', description: 'Adds two numbers.' }],
      }),
    ).toMatchObject({
      decision: 'allow',
      attack_paths: [],
    })
  })

  test('refuses an empty list', () => {
    expect(capabilityAttackSurfaceScan.input.safeParse({ capabilities: [] }).success).toBe(false)
  })

  test('answers whatever graph it is given, and a control never makes it worse', async () => {
    const name = fc.constantFrom('mail', 'db_secrets', 'http_post', 'shell', 'notes', 'search_web', 'pay', 'z')
    const capability = fc.record(
      {
        name,
        kind: fc.constantFrom('tool', 'mcp_server', 'skill', 'data_source', 'secret', 'channel', 'memory', 'subagent'),
        trust: fc.constantFrom('trusted', 'untrusted', 'mixed'),
        network: fc.boolean(),
        description: fc.string({ maxLength: 30 }),
      },
      { requiredKeys: ['name', 'kind'] },
    )
    const flows = fc.array(fc.record({ from: name, to: name }), { maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(capability, { minLength: 1, maxLength: 8 }),
        flows,
        name,
        async (capabilities, edges, on) => {
          const before = await run({ capabilities, flows: edges })
          const after = await run({ capabilities, flows: edges, controls: [{ on, kind: 'isolation' }] })
          expect(after.score).toBeLessThanOrEqual(before.score)
        },
      ),
      { numRuns: 60 },
    )
  })
})
