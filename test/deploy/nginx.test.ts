import { writeFileSync } from 'node:fs'
import { setDefaultCACertificates } from 'node:tls'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { freePort } from '#shared/playground/free-port.ts'

import { selfSigned } from '#test/support/fakes/self-signed.ts'
import { documentedSettings } from '#test/support/proxies/documented-settings.ts'
import { openProxyLab, type ProxyLab, READS_OF_AN_ADDRESS } from '#test/support/labs/proxy-lab.ts'
import { startNginx } from '#test/support/proxies/start-nginx.ts'
import type { LocalProxy } from '#test/support/proxies/start-proxy.ts'

let lab: ProxyLab
const proxies: LocalProxy[] = []
beforeAll(async () => {
  lab = await openProxyLab()
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await lab.close()
})

describe("Debian's nginx with its default settings", () => {
  let front = ''
  beforeAll(async () => {
    const port = await freePort()
    const site = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://${lab.upstream}; } }\n`
    proxies.push(await startNginx({ folder: lab.folder('nginx-default'), site, port }))
    front = `http://127.0.0.1:${port}`
  })

  test('passes the 402 of every outcome', async () => {
    const statuses = await lab.unpaidStatuses(front)
    expect([...statuses].filter(([, status]) => status >= 500 && status !== 503)).toEqual([])
    expect([...statuses.values()].filter((status) => status === 402).length).toBeGreaterThan(100)
  })

  test('lets the official client pay', async () => {
    expect(await lab.payOnChain(front)).toMatchObject({
      status: 200,
      body: { ok: true, charge: { paid_with: 'x402' } },
      receipt: expect.any(String),
    })
  })

  test('passes the events of a call as they happen', async () => {
    expect(await lab.watchEvents(front)).toMatch(/\nevent: done\n/)
  })

  test('refuses bodies over its limit of 1 MB, in words of its own', async () => {
    const { status, text } = await lab.upload(front)
    expect([status, text]).toEqual([413, expect.stringContaining('<center>nginx')])
  })
})

describe("Debian's nginx with the settings of docs/operating.md", () => {
  let front = ''
  beforeAll(async () => {
    const port = await freePort()
    const { key, cert } = selfSigned('localhost')
    const [keyFile, certFile] = [lab.folder('key.pem'), lab.folder('cert.pem')]
    writeFileSync(keyFile, key, { mode: 0o600 })
    writeFileSync(certFile, cert)
    setDefaultCACertificates([cert])
    const site = documentedSettings('nginx', {
      '127.0.0.1:8402': lab.upstream,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '/etc/ssl/farebox/privkey.pem': keyFile,
      '/etc/ssl/farebox/fullchain.pem': certFile,
    })
    proxies.push(await startNginx({ folder: lab.folder('nginx-documented'), site, port }))
    front = `https://localhost:${port}`
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
})
