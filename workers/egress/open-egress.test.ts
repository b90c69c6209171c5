import { execFileSync } from 'node:child_process'
import { hostname } from 'node:os'

import { Registry } from 'prom-client'
import { expect, test } from 'vitest'

import { parseConfig } from '#shared/config.ts'
import type { Log } from '#shared/log.ts'
import { openLab } from '#test/support/labs/egress-lab.ts'

import { Unreachable } from './denied.ts'
import { egressMeter } from './meter.ts'
import { logExceptions, openEgress, policyOf, userAgentOf } from './open-egress.ts'

const BASE = { DATABASE_URL: 'postgres://h/d', SERVER_SECRET: 's'.repeat(32) }
const config = (more: Record<string, string> = {}) => parseConfig({ ...BASE, ...more })
const allow = 'a.test:80=127.0.0.1, wiki.corp:3000'

test('settings make the policy: exceptions, our public name, this machine', () => {
  const policy = policyOf(config({ EGRESS_ALLOW: allow, PUBLIC_BASE_URL: 'https://pay.example.com/x' }), async () => [])
  expect(policy.admit('http://a.test/').href).toBe('http://a.test/')
  expect(policy.admit('http://wiki.corp:3000/').href).toBe('http://wiki.corp:3000/')
  for (const url of [
    'https://pay.example.com/',
    'https://PAY.example.com.:8443/',
    `http://${hostname()}/`,
    'http://127.0.0.1:8402/',
  ]) {
    expect(() => policy.admit(url)).toThrow('denied')
  }
})

test('a mistake in EGRESS_ALLOW stops the start and is named', () => {
  expect(() => config({ EGRESS_ALLOW: 'a.test' })).toThrow('EGRESS_ALLOW  not host:port or host:port=ip: "a.test"')
})

test('production logs each exception, and only production', () => {
  const lines: unknown[] = []
  // Safe: only warn is called.
  const log = { warn: (facts: unknown) => lines.push(facts) } as unknown as Log
  logExceptions({ ...config({ EGRESS_ALLOW: allow }), production: false }, log)
  expect(lines).toEqual([])
  logExceptions({ ...config({ EGRESS_ALLOW: allow }), production: true }, log)
  expect(lines).toEqual([
    { host: 'a.test', port: 80, ip: '127.0.0.1' },
    { host: 'wiki.corp', port: 3000, ip: null },
  ])
})

test('we say who we are, and where only when that is public', () => {
  expect(userAgentOf(config())).toBe('Farebox/1.0')
  expect(userAgentOf(config({ PUBLIC_BASE_URL: 'https://pay.example.com' }))).toBe(
    'Farebox/1.0 (+https://pay.example.com)',
  )
})

test('vet says yes with the URL that counts, and no like fetch does', async () => {
  const lab = await openLab()
  expect(await lab.egress.vet('HTTP://Example.COM.:80/a?b')).toBe('http://example.com/a?b')
  for (const url of ['http://127.0.0.1/', 'http://nothing.example.net/', 'http://mixed.example.net/', 'x']) {
    const asked = await lab.egress.vet(url).catch((error: unknown) => error)
    expect([url, asked]).toEqual([url, await lab.egress.fetch(url).catch((error: unknown) => error)])
    expect(asked).toMatchObject({ code: 'url_not_allowed' })
  }
  expect(lab.pauses).toHaveLength(8)
  await lab.close()
})

test('a name that no DNS server answers for is unavailable, not denied', async () => {
  const policy = policyOf(config(), () => Promise.reject(new Unreachable('late')))
  await expect(openEgress({ policy, userAgent: 'x' }).vet('http://example.com/')).rejects.toMatchObject({
    code: 'upstream_unavailable',
  })
})

test('a denied request ends early when its call ends', async () => {
  const egress = openEgress({ policy: policyOf(config(), async () => []), userAgent: 'x' })
  await expect(egress.vet('http://127.0.0.1/', AbortSignal.abort())).rejects.toMatchObject({ code: 'url_not_allowed' })
})

test('what came of each URL is counted, with the reason nobody is told', async () => {
  const registry = new Registry()
  const policy = policyOf(config(), async () => [])
  const egress = openEgress({ policy, userAgent: 'x', meter: egressMeter(registry), pause: async () => undefined })
  await egress.fetch('http://127.0.0.1/').catch(() => undefined)
  await egress.fetch('http://nobody.example.com/').catch(() => undefined)
  await egress.vet('ftp://x/').catch(() => undefined)
  const text = await registry.metrics()
  expect(text).toContain('farebox_egress_fetches_total{end="denied"} 3')
  for (const reason of ['address', 'no_address', 'scheme'])
    expect(text).toContain(`farebox_egress_denied_total{reason="${reason}"} 1`)
})

test('opening the egress of an outcome loads no HTTP client', () => {
  const program = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL('./open-egress.ts', import.meta.url).href)})
    console.log(urls.filter((url) => url.includes('node_modules/undici')).length)`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }).trim()).toBe('0')
})
