import { setDefaultCACertificates } from 'node:tls'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { freePort } from '#shared/playground/free-port.ts'

import { documentedSettings } from '#test/support/proxies/documented-settings.ts'
import { openProxyLab, type ProxyLab, READS_OF_AN_ADDRESS } from '#test/support/labs/proxy-lab.ts'
import { startCaddy } from '#test/support/proxies/start-caddy.ts'

/*
 * Debian's Caddy with the settings of docs/operating.md. Its certificate is from its own local CA.
 */
let lab: ProxyLab
let caddy: Awaited<ReturnType<typeof startCaddy>>
let front = ''
beforeAll(async () => {
  lab = await openProxyLab()
  const port = await freePort()
  const site = documentedSettings('caddyfile', {
    'api.example.com': `localhost:${port}`,
    '127.0.0.1:8402': lab.upstream,
  })
  caddy = await startCaddy({ folder: lab.folder('caddy'), site, port })
  setDefaultCACertificates([caddy.ca()])
  front = `https://localhost:${port}`
})
afterAll(async () => {
  await caddy.stop()
  await lab.close()
})

test('passes the 402 of every outcome', async () => {
  const statuses = await lab.unpaidStatuses(front)
  expect([...statuses].filter(([, status]) => status >= 500 && status !== 503)).toEqual([])
  expect([...statuses.values()].filter((status) => status === 402).length).toBeGreaterThan(100)
})

test('lets the official client pay', async () => {
  expect(await lab.payOnChain(front)).toMatchObject({ status: 200, body: { charge: { paid_with: 'x402' } } })
})

test('passes the events of a call as they happen', async () => {
  expect(await lab.watchEvents(front)).toMatch(/\nevent: done\n/)
})

test('passes the largest upload', async () => {
  const { status, text } = await lab.upload(front)
  expect(status, text).toBe(201)
})

test('tells clients apart by address, whatever they claim', async () => {
  for (let nth = 0; nth < READS_OF_AN_ADDRESS; nth += 1) expect(await lab.readFrom(front, '127.0.0.2')).toBe(404)
  expect(await lab.readFrom(front, '127.0.0.2')).toBe(429)
  expect(await lab.readFrom(front, '127.0.0.2', { 'x-forwarded-for': '198.51.100.7' })).toBe(429)
  expect(await lab.readFrom(front, '127.0.0.3')).toBe(404)
})
