import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { upstreamProbes } from '#workers/upstreams/probes/probes.ts'
import { UPSTREAM_IDS, type UpstreamId, upstreams } from '#shared/upstreams/registry.ts'
import { parseUpstreams, settingNames } from '#shared/upstreams/settings.ts'
import { checkUpstreams, type CheckRow } from '#workers/upstream-check/check-upstreams.ts'
import { describeCheck } from '#workers/upstream-check/describe-check.ts'

import { ROOT } from '../house/source-files.ts'
import {
  type Scenario,
  scenarios,
  startUpstreamFixtures,
  type UpstreamFixtures,
} from '../support/files/upstream-fixtures.ts'
import type { SampleBody } from '../support/upstream-samples/sample.ts'
import { upstreamSamples } from '../support/files/upstream-samples.ts'

/** Longer than the busiest machine takes for an answer; those that never come are waited for as long as `SLOW_MS`. */
const TOTAL_MS = 30_000
const SLOW_MS = 250

let fixtures: UpstreamFixtures
beforeAll(async () => {
  fixtures = await startUpstreamFixtures()
})
afterAll(() => fixtures.close())

const CAPTCHA =
  '<!doctype html><title>Just a moment...</title><form id="challenge-form"><input name="cf-turnstile-response">'
/** An answer that claims to be JSON in UTF-8 and is neither where it matters. */
const inLatin1 = () => {
  const body = Buffer.from('{"title":"Caf\xe9","extract":"na\xefve"}', 'latin1')
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  return Buffer.concat([Buffer.from(head), body])
}
const told = ({ status = 200, type = 'application/json', body, headers = {} }: SampleBody) =>
  scenarios.reply(status, body, type, headers)
const ids = [...new Set(upstreamProbes.map(({ upstream }) => upstream))]
const settingsFor = () => {
  const keys = ids.filter((id) => upstreams[id].key !== undefined).map((id) => [settingNames(id).key, 'key-of-a-test'])
  return parseUpstreams({ ...fixtures.env(...ids), ...Object.fromEntries(keys) }).settings
}

/** Every probe against what the fixtures are told; none that was told nothing. */
async function ask(plan: (id: UpstreamId) => Scenario | undefined, totalMs = TOTAL_MS): Promise<CheckRow[]> {
  fixtures.reset()
  const probes = upstreamProbes.filter(({ upstream }) => {
    const scenario = plan(upstream)
    if (scenario !== undefined) fixtures.on(`/${upstream}/*`, scenario)
    return scenario !== undefined
  })
  return checkUpstreams(probes, {
    settings: settingsFor(),
    agent: { name: 'Farebox/1.0 (test)', hasContact: true },
    totalMs,
  })
}
const states = (rows: CheckRow[]) =>
  Object.fromEntries(rows.map(({ upstream, state, problem }) => [upstream, problem ?? state]))
const allAre = (word: string) => Object.fromEntries(ids.map((id) => [id, word]))

test('every upstream of the registry has a probe, and every probe a sample of its answer', () => {
  expect(ids.toSorted()).toEqual(UPSTREAM_IDS)
  expect(ids.filter((id) => upstreamSamples[id] === undefined)).toEqual([])
})

describe('every upstream', () => {
  test('that answers as it should is ok', async () => {
    const rows = await ask((id) => told(upstreamSamples[id]?.ok ?? { body: null }))
    expect(rows.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(describeCheck(rows)).toMatchObject({ ok: true })
  })

  test('that says there is none is not as expected', async () => {
    const rows = await ask((id) =>
      told(upstreamSamples[id]?.notFound ?? { status: 404, body: { message: 'not found' } }),
    )
    expect(rows.filter(({ state }) => state === 'ok')).toEqual([])
  })

  test('that limits us is reported as limited', async () => {
    expect(states(await ask(() => scenarios.rateLimited()))).toEqual(allAre('rate_limited'))
  })

  test('that never answers is told so', async () => {
    expect(states(await ask(() => scenarios.slow(), SLOW_MS))).toEqual(allAre('timeout'))
  })

  test('that breaks is reported as broken', async () => {
    expect(states(await ask(() => scenarios.error500()))).toEqual(allAre('server_error'))
  })

  test.each([
    ['half a JSON text', scenarios.garbage()],
    ['a page for a person', scenarios.html()],
    ['nothing', scenarios.reply(200, '', 'application/octet-stream')],
    ['a captcha where data was asked for', scenarios.reply(200, CAPTCHA, 'text/html; charset=utf-8')],
    ['a captcha that calls itself data', scenarios.reply(200, CAPTCHA, 'application/json')],
    ['bytes of another encoding', scenarios.raw(inLatin1())],
  ])('that answers with %s is never ok', async (_, scenario) => {
    expect((await ask(() => scenario)).filter(({ state }) => state === 'ok')).toEqual([])
  })

  test('that sends 30 MB is told so, without reading them', async () => {
    const announced: Scenario = (response) => {
      const headers = { 'content-type': 'application/json', 'content-length': String(30 * 1024 * 1024) }
      response.writeHead(200, headers).write('[')
    }
    expect(states(await ask(() => announced))).toEqual(allAre('too_large'))
  })

  test('that says when to come back is told so, and is not asked again meanwhile', async () => {
    expect(states(await ask(() => scenarios.rateLimited(300)))).toEqual(allAre('rate_limited'))
    const often = (id: UpstreamId) => upstreamProbes.filter(({ upstream }) => upstream === id).length
    expect(ids.filter((id) => fixtures.count(`/${id}/*`) !== often(id))).toEqual([])
  })

  test('that sends an error with a 200 is never ok', async () => {
    const most = Math.max(...ids.map((id) => upstreamSamples[id]?.errorsInside200?.length ?? 0))
    for (let nth = 0; nth < most; nth += 1) {
      const rows = await ask((id) => {
        const body = upstreamSamples[id]?.errorsInside200?.[nth]
        return body === undefined ? undefined : told(body)
      })
      expect(rows.filter(({ state }) => state === 'ok')).toEqual([])
    }
  })

  test('that is switched off, or lacks its key, is skipped and fails nothing', async () => {
    const off = Object.fromEntries(ids.map((id) => [settingNames(id).url, 'off']))
    const rows = await checkUpstreams(upstreamProbes, {
      settings: parseUpstreams(off).settings,
      agent: { name: 'Farebox/1.0 (test)', hasContact: false },
    })
    const { ok, text } = describeCheck(rows.filter(({ state }) => state === 'skipped'))
    expect(ok).toBe(true)
    expect(text).toContain('not_configured')
    // Those that another upstream names have no address to be switched off at.
    expect(
      rows
        .filter(({ state }) => state !== 'skipped')
        .filter(({ upstream }) => upstreams[upstream].namedBy === undefined),
    ).toEqual([])
  })
})

test('the command checks what it is told to, ends with JSON, and fails with one that fails', async () => {
  const env = { ...process.env, ...fixtures.env('ecb', 'frankfurter'), UPSTREAM_KRAKEN_URL: 'off' }
  const check = async (...names: string[]) => {
    const child = spawn(process.execPath, ['workers/upstream-check/main.ts', ...names], { cwd: ROOT, env })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
    })
    const [code] = await once(child, 'close')
    // Safe: compared right below.
    return { code, last: JSON.parse(out.trimEnd().split('\n').at(-1) || 'null') as unknown }
  }
  fixtures.reset()
  fixtures.on('/ecb/*', told(upstreamSamples.ecb?.ok ?? { body: null }))
  fixtures.on('/frankfurter/*', scenarios.error500())
  expect(await check('ecb', 'kraken')).toMatchObject({
    code: 0,
    last: { ok: true, counts: { ok: 1, failed: 0, skipped: 1 } },
  })
  expect(await check('ecb', 'frankfurter')).toMatchObject({
    code: 1,
    last: {
      ok: false,
      rows: expect.arrayContaining([expect.objectContaining({ upstream: 'frankfurter', problem: 'server_error' })]),
    },
  })
  expect(await check('no-such-upstream')).toEqual({ code: 1, last: null })
})

test('the table has a line for each, and ends with JSON; one failure fails it', () => {
  const rows: CheckRow[] = [
    { upstream: 'ecb', state: 'ok', problem: null, reason: null, ms: 12 },
    { upstream: 'kraken', state: 'failed', problem: 'rate_limited', reason: 'it answered 429', ms: 7 },
    { upstream: 'brave', state: 'skipped', problem: 'not_configured', reason: 'it has no key', ms: 0 },
  ]
  const { ok, text } = describeCheck(rows)
  expect(ok).toBe(false)
  const lines = text.trimEnd().split('\n')
  expect(lines.slice(1, 4).map((line) => line.replaceAll(/ {2,}/g, '  '))).toEqual([
    'ecb  ok  12 ms',
    'kraken  failed  7 ms  rate_limited  it answered 429',
    'brave  skipped  0 ms  not_configured  it has no key',
  ])
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
    check: 'upstreams',
    ok: false,
    counts: { ok: 1, failed: 1, skipped: 1 },
    rows,
  })
})
