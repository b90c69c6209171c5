import { createServer } from 'node:http'

import { Counter, Registry } from 'prom-client'
import { afterEach, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { freePort } from '#shared/playground/free-port.ts'

import { type HealthServerOptions, startHealthServer } from './health-server.ts'

const TOKEN = 'a-token-of-the-operator'
const bearer = { authorization: `Bearer ${TOKEN}` }
const ending: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

const start = async (options: Partial<HealthServerOptions> & { token?: string | undefined } = { token: TOKEN }) => {
  const server = await startHealthServer({
    config: { HOST: '127.0.0.1', HEALTH_PORT: await freePort(), ADMIN_TOKEN: options.token?.split(',') },
    log: createLog('silent'),
    ready: () => Promise.resolve({ ok: true }),
    ...options,
  })
  if (server === null) throw new Error('the server is on')
  ending.push(server.close)
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
}

describe('the health server of a worker', () => {
  test('is off when HEALTH_PORT is 0', async () => {
    const config = { HOST: '127.0.0.1', HEALTH_PORT: 0, ADMIN_TOKEN: undefined }
    const ready = () => Promise.resolve({ ok: true })
    expect(await startHealthServer({ config, log: createLog('silent'), ready })).toBeNull()
  })

  test('answers /livez while the worker is not ready', async () => {
    const ask = await start({ ready: () => Promise.resolve({ ok: false }) })
    const answer = await ask('/livez')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ ok: true })
  })

  test('/readyz says what the worker says, 503 when it is not ready', async () => {
    const ready = await (await start({ ready: () => Promise.resolve({ ok: true, pools: ['outcome'] }) }))('/readyz')
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({ ok: true, pools: ['outcome'] })
    const unready = await (await start({ ready: () => Promise.resolve({ ok: false, database: 'down' }) }))('/readyz')
    expect(unready.status).toBe(503)
    expect(await unready.json()).toEqual({ ok: false, database: 'down' })
  })

  test('/readyz is 503 when the check fails, and keeps its message to itself', async () => {
    const ask = await start({ ready: () => Promise.reject(new Error('postgres://user:password@host')) })
    const answer = await ask('/readyz')
    expect(answer.status).toBe(503)
    expect(await answer.text()).not.toContain('password')
  })

  test("/metrics shows the worker's own counters to the bearer of the token", async () => {
    const registry = new Registry()
    new Counter({ name: 'farebox_runs_total', help: 'Runs.', registers: [registry] }).inc(3)
    const answer = await (await start({ token: TOKEN, registry }))('/metrics', { headers: bearer })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await answer.text()).toContain('farebox_runs_total 3')
  })

  test('/metrics measures the process when it is given nothing else', async () => {
    const answer = await (await start())('/metrics', { headers: bearer })
    expect(await answer.text()).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  test('/metrics is like any unknown path without the token, and when there is none', async () => {
    const ask = await start()
    const unknown = await (await ask('/nothing')).text()
    for (const headers of [{}, { authorization: `Bearer ${TOKEN}x` }, { authorization: TOKEN }]) {
      const answer = await ask('/metrics', { headers })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toBe(unknown)
    }
    const closed = await start({ token: undefined })
    expect((await closed('/metrics', { headers: bearer })).status).toBe(404)
  })

  test('/metrics takes both tokens while one is replaced', async () => {
    const ask = await start({ token: `${TOKEN},the-next-token-of-his` })
    const statuses = [TOKEN, 'the-next-token-of-his', `${TOKEN},the-next-token-of-his`].map(
      async (token) => (await ask('/metrics', { headers: { authorization: `Bearer ${token}` } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 404])
  })

  test('only reads: another method finds nothing', async () => {
    const ask = await start()
    expect((await ask('/livez', { method: 'POST', body: '{}' })).status).toBe(404)
    expect((await ask('/livez', { method: 'HEAD' })).status).toBe(200)
  })

  test('a busy port is one clear line', async () => {
    const port = await freePort()
    const other = createServer()
    await new Promise<void>((done) => other.listen(port, '127.0.0.1', done))
    ending.push(() => new Promise((done) => other.close(() => done())))
    const config = { HOST: '127.0.0.1', HEALTH_PORT: port, ADMIN_TOKEN: [TOKEN] }
    const starting = startHealthServer({ config, log: createLog('silent'), ready: () => Promise.resolve({ ok: true }) })
    await expect(starting).rejects.toThrow(`HEALTH_PORT ${port} on 127.0.0.1 is not to be had (EADDRINUSE).`)
  })
})
