import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openWorld, type World } from '#test/support/world/world.ts'

const CLAIM = '/api/v1/outcomes/balance/trial/claim'

let world: World
let folder: string
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres' })
  await world.ready()
  folder = mkdtempSync(join(tmpdir(), 'farebox-first-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await world.close()
})

const ENTITIES: Readonly<Record<string, string>> = {
  '&#38;': '&',
  '&#60;': '<',
  '&#62;': '>',
  '&#34;': '"',
  '&#39;': "'",
}

/** The commands of a document, one after the other. */
async function printedAt(path: string): Promise<string> {
  const { text } = await world.request('GET', path)
  const blocks =
    path === '/'
      ? [...text.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
          code.replaceAll(/&#\d+;/g, (entity) => ENTITIES[entity] ?? entity),
        )
      : [/```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? '']
  return blocks.join('\n').replaceAll(world.config.publicBaseUrl, world.baseUrl)
}

/** Runs commands with sh, as printed. curl reads the client address to use from a file of its own. */
async function runAs(address: string, commands: string): Promise<string[]> {
  writeFileSync(join(folder, '.curlrc'), `interface = ${address}\n`)
  const { stdout } = await promisify(execFile)('sh', ['-c', commands], {
    env: { PATH: process.env['PATH'] ?? '', CURL_HOME: folder },
    timeout: 30_000,
  })
  return stdout.trim().split('\n')
}

describe('the printed first commands', () => {
  test.each([
    ['/', '127.0.1.'],
    ['/llms.txt', '127.0.2.'],
  ])('of %s give each of four visitors a key and a result', async (path, network) => {
    const commands = await printedAt(path)
    expect(commands).toContain(CLAIM)
    for (const visitor of [1, 2, 3, 4]) {
      const [key, answer = ''] = await runAs(network + visitor, commands)
      expect(key).toMatch(/^fb_test_tk_\w+$/)
      expect(JSON.parse(answer)).toMatchObject({ ok: true, charge: { cents: 1, paid_with: 'trial_key' } })
    }
  })

  test('print a refusal, which says when to come back, and never take it for a key', async () => {
    const commands = `${await printedAt('/')}\necho; echo "KEY=<$KEY>"`
    await runAs('127.0.3.1', commands)
    const again = await runAs('127.0.3.1', commands)
    expect(JSON.parse(again[0] ?? '')).toMatchObject({
      code: 'rate_limited',
      fix: { action: expect.stringMatching(/^Claim again in \d+ s\.$/) },
    })
    expect(again.at(-1)).toBe('KEY=<>')
  })

  test('are the same in OpenAPI, whose form sends no agent_id', async () => {
    const { body } = await world.request('GET', '/openapi.json')
    // Safe: our own document.
    const { info, paths } = body as unknown as {
      info: { description: string }
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { example: unknown } }> } } }>
    }
    expect(info.description).toContain('/dev/urandom')
    expect(paths[CLAIM]?.post.requestBody.content['application/json']?.schema.example).toEqual({})
    expect(JSON.stringify(body)).not.toMatch(/agent_id\\*":\\*"(?:my-agent|string)/)
  })
})

test('an address that had its 20 trials is told when it may claim again', async () => {
  const claim = (agent: string) => world.request('POST', CLAIM, { body: { agent_id: agent } })
  expect((await claim('first-minute-0')).status).toBe(200)
  await world.sql(`insert into trial_claim (id, agent_hash, fingerprint, ip_hash, block_hash, with_agent, service_key_id, claimed_at)
    select gen_random_uuid(), decode(lpad(to_hex(n), 64, '0'), 'hex'), decode(lpad(to_hex(n + 1000), 64, '0'), 'hex'), ip_hash,
      block_hash, true, service_key_id, now() - interval '2 days'
    from generate_series(1, 19) n, (select * from trial_claim order by claimed_at desc limit 1) last`)
  await world.sql(`update trial_claim set claimed_at = claimed_at - interval '2 minutes'`)
  expect(await claim('first-minute-21')).toMatchObject({
    status: 429,
    body: { fix: { action: expect.stringMatching(/^Claim again in \d+ days, or fund a key/) } },
  })
})

test('who meets an agent_id that somebody else sent is told to send one of its own', async () => {
  const agent = 'first-minute-shared'
  await world.sql(`delete from trial_claim`)
  expect((await world.request('POST', CLAIM, { body: { agent_id: agent } })).status).toBe(200)
  expect(await world.request('POST', CLAIM, { body: { agent_id: agent } })).toMatchObject({
    status: 409,
    body: {
      detail: expect.stringMatching(/the next one from \d{4}-/),
      fix: { action: expect.stringContaining('agent_id of your own') },
    },
  })
})
