import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { catalog } from '#shared/catalog/catalog.ts'

import { openStatefulWorld, type StatefulWorld } from '#test/support/world/stateful.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

let world: StatefulWorld
let ann: Awaited<ReturnType<StatefulWorld['payer']>>
beforeAll(async () => {
  world = await openStatefulWorld()
  ann = await world.payer(3_000)
})
afterAll(() => world.close())

/** Members that are another at every run: an example can only show what they look like. */
const VOLATILE =
  /(?:^|_)(?:id|at|ts|token|sig|hmac|signature|hash|root|payload|timestamp|next_cursor|as_prompt|url|verify|public_key|key_id|keyid|reset_after_s|p50_ms|predicateType|nonce|owner_tag|handle|author|from|to|as_of|decision_receipt|hmac_ok_hint)$/

/** A value with what is volatile replaced by its type. */
function settled(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((member) => settled(member, name))
  if (typeof value !== 'object' || value === null) return VOLATILE.test(name) && value !== null ? typeof value : value
  if (VOLATILE.test(name)) return 'object'
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, settled(member, key)]))
}

async function expectExample(slug: string, body?: Record<string, unknown>) {
  const { example } = catalog.get(slug)?.outcome ?? { example: { input: {}, output: {} } }
  const result = await ann.ok(slug, { ...example.input, ...body })
  // Another body has another digest.
  const digest = body === undefined ? {} : { input_digest: expect.any(String) }
  const expected = Object(settled(example.output))
  expect(settled(result), slug).toEqual('input_digest' in expected ? { ...expected, ...digest } : expected)
  return result
}

test('the memory outcomes answer as their examples say', async () => {
  await expectExample('notepad-save')
  await expectExample('notepad-read')
  await expectExample('notepad-list')
  await expectExample('notepad-share')
  for (const content of ['Give every task retries.', 'Give every task a number of retries, not every call.']) {
    await ann.ok('notepad-save', {
      key: 'how',
      content,
      title: 'Retry budgets',
      tags: ['how-to'],
      agent_id: 'agent-7',
      visibility: 'public',
    })
  }
  const { note_id } = await ann.ok('notepad-read', { key: 'how' })
  for (const reader of await Promise.all([1, 2, 3, 4].map(() => world.payer(5))))
    await reader.ok('notepad-read', { note_id })
  await expectExample('notepad-browse')
  const { workspace_id } = await expectExample('workspace-create')
  await expectExample('workspace-write', { workspace_id })
  await expectExample('workspace-read', { workspace_id })
  await expectExample('workspace-list', { workspace_id })
})

test('the public outcomes answer as their examples say', async () => {
  await expectExample('square-post')
  await expectExample('square-feed')
  const { attestation_id } = await expectExample('attest')
  expect(await ann.ok('attest-verify', { attestation_id })).toMatchObject({ valid: true })
  await expectExample('attest-verify')
  await expectExample('featured-agent-slot')
  await expectExample('agent-reputation')
})

test('the guards answer as their examples say', async () => {
  await expectExample('spend-guard')
  await expectExample('action-receipt')
  await expectExample('rate-limit-guard')
})

/**
 * Runs calls whose first attempt does all its work and is then never finished, as if its worker had died just there. The
 * lease ends, the sweeper puts the call back, a second attempt runs to the end.
 */
async function attemptedTwice(calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  await world.sql(`create or replace function test_no_first_finish() returns trigger language plpgsql as $$
    begin raise exception 'the worker of the first attempt died here'; end $$`)
  await world.sql(`create trigger test_no_first_finish before update on call for each row
    when (old.state = 'running' and new.state in ('captured', 'released') and new.attempt = 1) execute function test_no_first_finish()`)
  const answers = Promise.all(calls.map((call) => call()))
  let done = false
  void answers.finally(() => (done = true))
  await eventually(async () => {
    await world.sql(`update call set lease_until = now() - interval '1 second', enqueued_at = now() - interval '10 seconds'
      where id in (select id from call where state = 'running' and attempt = 1 and run_ms is null
        and accepted_at < now() - interval '400 milliseconds' for update skip locked)`)
    return done
  })
  await world.sql(`drop trigger test_no_first_finish on call`)
  return answers
}

const resultOf = (answer: Answer | undefined) => Object(answer?.body['result'])
const count = async (table: string, where: string) => {
  const [row] = await world.sql<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
  return row?.n
}

describe('a call that is attempted twice', () => {
  test('writes, counts, posts, mints and books once, and answers as the first attempt would have', async () => {
    await ann.ok('notepad-save', { key: 'log', content: 'first' })
    const { share_token } = Object((await ann.ok('notepad-share', { key: 'log', max_uses: 1 })).share)
    const { workspace_id } = await ann.ok('workspace-create', { name: 'before' })
    await ann.ok('workspace-write', { workspace_id, path: 'a', content: 'x' })
    const { clearance_token } = await ann.ok('spend-guard', { agent_id: 'ending', amount_cents: 40 })
    const calls: Record<string, [slug: string, body: unknown]> = {
      create: ['notepad-save', { content: 'a note without a key' }],
      version: ['notepad-save', { key: 'versioned', content: 'v1', expected_version: 0 }],
      append: ['notepad-save', { key: 'log', content: 'second', mode: 'append' }],
      share: ['notepad-share', { key: 'log', permission: 'append' }],
      use: ['notepad-read', { share_token }],
      workspace: ['workspace-create', { name: 'made twice' }],
      put: ['workspace-write', { workspace_id, path: 'b', content: 'y', expected_version: 0 }],
      move: ['workspace-write', { workspace_id, path: 'a', op: 'move', to: 'c' }],
      post: ['square-post', { text: 'Posted by two attempts.', agent_id: 'twice' }],
      attest: ['attest', { agent_id: 'twice', subject: 's', claim: 'c', about_agent: 'other', rating: 4 }],
      reserve: ['spend-guard', { agent_id: 'reserving', amount_cents: 100 }],
      commit: ['spend-guard', { agent_id: 'ending', amount_cents: 40, mode: 'commit', clearance_token }],
      rate: ['rate-limit-guard', { key: 'twice', limit: 10, period_seconds: 86_400 }],
      receipt: ['action-receipt', { agent_id: 'twice', action: 'x', payload: 'p' }],
      slot: ['featured-agent-slot', { target_slug: 'hash-text', hours: 2 }],
    }
    const names = Object.keys(calls)
    const answers = await attemptedTwice(
      Object.values(calls).map(
        ([slug, body]) =>
          () =>
            ann.call(slug, body),
      ),
    )
    const results = Object.fromEntries(names.map((name, index) => [name, resultOf(answers[index])]))
    expect(Object.fromEntries(names.map((name, index) => [name, answers[index]?.status]))).toEqual(
      Object.fromEntries(names.map((name) => [name, 200])),
    )
    expect(await count('call', `state = 'captured' and attempt = 2`)).toBe(names.length)

    expect(results['create']).toMatchObject({ version: 1, created: true })
    expect(await count('note_version', `content = 'a note without a key'`)).toBe(1)
    expect(results['version']).toMatchObject({ version: 1, created: true, unchanged: false })
    expect(await ann.ok('notepad-read', { key: 'log' })).toMatchObject({ content: 'first\nsecond', version: 2 })
    expect(await count('note_share', `permission = 'append'`)).toBe(1)
    expect(results['share'].share.share_token).toMatch(/^[\w-]{43}$/)
    expect(results['use']).toMatchObject({ access: 'owner', content: expect.stringContaining('first') })
    expect(await count('note_share', `uses_left = 0`)).toBe(1)
    expect(results['workspace']).toMatchObject({ created: true, owner_token: expect.any(String) })
    expect(results['put']).toMatchObject({ version: 1 })
    expect(results['move']).toMatchObject({ path: 'c', version: 1 })
    expect(await count('workspace_change', `workspace_id = '${String(workspace_id)}'`)).toBe(3)
    expect(await count('square_post', `label = 'twice'`)).toBe(1)
    expect(await count('attestation', `agent_id = 'twice'`)).toBe(1)
    expect(await count('reputation_evidence', `agent_id = 'other'`)).toBe(1)
    expect(results['attest'].log).toMatchObject({ index: 1, tree_size: 2 })
    expect(results['reserve']).toMatchObject({ decision: 'allow', replay: false, window: { reserved_cents: 100 } })
    expect(await count('spend_entry', `agent_id = 'reserving'`)).toBe(1)
    expect(results['commit']).toMatchObject({ decision: 'allow', window: { spent_cents: 40, reserved_cents: 0 } })
    expect(
      await ann.ok('rate-limit-guard', { key: 'twice', limit: 10, period_seconds: 86_400, cost: 0 }),
    ).toMatchObject({ remaining: 9 })
    expect(await count('action_receipt', `agent_id = 'twice'`)).toBe(1)
    expect(results['slot']).toMatchObject({ extended: false, position: 2 })
    expect(await count('featured_slot', `ends_at < now() + interval '3 hours'`)).toBe(1)
  })
})
