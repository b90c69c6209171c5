import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { openWorld, type World } from '#test/support/world/world.ts'

const ARTICLE = `<title>Hello | Site</title><main><h1>Hello</h1>${'<p>Words, of which there are <a href="/more">many</a>, to read.</p>'.repeat(10)}</main>`

describe("a paid call that opens a caller's URL", () => {
  let world: World
  let site = ''
  let canaryPort = 0
  let hits = 0
  const closing: (() => void)[] = []

  beforeAll(async () => {
    const canary = createTcpServer((socket) => void (hits++, socket.destroy()))
    const server = createServer(serve)
    const ports: number[] = []
    for (const one of [canary, server]) {
      one.listen(0, '127.0.0.1')
      await once(one, 'listening')
      // Safe: a TCP server that listens has a port.
      ports.push((one.address() as AddressInfo).port)
      closing.push(() => one.close())
    }
    closing.push(() => server.closeAllConnections())
    const [first = 0, second = 0] = ports
    canaryPort = first
    site = `http://page.test:${second}`
    world = await openWorld({
      backend: 'postgres',
      // The canary is named, but without an address: that is not enough for loopback.
      env: { EGRESS_ALLOW: `page.test:${second}=127.0.0.1,127.0.0.1:${first},localhost:${first}` },
    })
    await world.ready()
  })
  afterAll(async () => {
    expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await world.close()
    for (const close of closing) close()
    expect(hits).toBe(0)
  })

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? ''
    if (path === '/inside') response.writeHead(302, { location: `http://127.0.0.1:${canaryPort}/` }).end()
    else if (path === '/moved') response.writeHead(301, { location: '/article' }).end()
    else if (path === '/broken') request.socket.destroy()
    else if (path === '/deep') response.end('<div>'.repeat(50_000))
    else if (path === '/silent') response.flushHeaders()
    else response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'sid=hidden; Secure' }).end(ARTICLE)
  }

  const paid = async (slug: string, body: Record<string, unknown>) => {
    const { key, keyId } = await world.key(10)
    const answer = await world.call(slug, body, { 'x-service-key': key })
    const [row] = await world.sql<{ posted: string; held: string }>(
      `select a.posted, a.held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return { ...answer, left: Number(row?.posted) / 10_000, held: Number(row?.held) / 10_000 }
  }

  test('reads a page that EGRESS_ALLOW opens, and is charged', async () => {
    const { status, body, left, held } = await paid('page-markdown', { url: `${site}/moved` })
    expect([status, left, held]).toEqual([200, 8, 0])
    expect(body).toMatchObject({
      ok: true,
      result: { url: `${site}/article`, status: 200, title: 'Hello', extraction: 'readability', injection_flags: [] },
      charge: { cents: 2, balance_cents: 8 },
    })
    expect(body['result']).toMatchObject({ markdown: expect.stringContaining(`[many](${site}/more)`) })
  })

  test('reads its headers, shows no cookie, and is charged', async () => {
    const { status, body, left } = await paid('http-headers', { url: `${site}/article` })
    expect([status, left]).toEqual([200, 9])
    expect(body).toMatchObject({
      result: {
        status: 200,
        method: 'HEAD',
        http_version: '1.1',
        headers: { 'set-cookie': ['sid=[redacted]; Secure'] },
      },
    })
  })

  test('follows its redirects, up to a place that is not allowed, and is charged for saying so', async () => {
    const moved = await paid('redirect-resolve', { url: `${site}/moved` })
    expect([moved.status, moved.left]).toEqual([200, 9])
    expect(moved.body).toMatchObject({ result: { final_url: `${site}/article`, hop_count: 1, stop_reason: 'final' } })
    const inside = await paid('redirect-resolve', { url: `${site}/inside` })
    expect([inside.status, inside.left]).toEqual([200, 9])
    expect(inside.body).toMatchObject({ result: { stop_reason: 'blocked_target', final_url: `${site}/inside` } })
  })

  const slugs = ['page-markdown', 'http-headers', 'redirect-resolve']
  test.each(slugs)('by %s of a place that is not allowed is 422 in one text, and costs nothing', async (slug) => {
    const texts = new Set<string>()
    for (const url of [
      'http://127.0.0.1/',
      `http://127.0.0.1:${canaryPort}/`,
      `http://localhost:${canaryPort}/`,
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]/',
      'http://postgres:5432/',
      'http://user@page.test/',
      'file:///etc/passwd',
      ...(slug === 'redirect-resolve' ? [] : [`${site}/inside`]),
    ]) {
      const { status, body, left, held } = await paid(slug, { url })
      expect([url, status, body['code'], left, held]).toEqual([url, 422, 'url_not_allowed', 10, 0])
      const { request_id: _id, call_id: _call, call_token: _token, ...told } = body
      texts.add(JSON.stringify(told))
    }
    expect([...texts]).toHaveLength(1)
  })

  test('that breaks off is 502 and costs nothing', async () => {
    const { status, body, left, held } = await paid('page-markdown', { url: `${site}/broken` })
    expect([status, body['code'], left, held]).toEqual([502, 'upstream_unavailable', 10, 0])
  })

  test('that is too complex is 422 and costs nothing', async () => {
    const { status, body, left } = await paid('page-markdown', { url: `${site}/deep` })
    expect([status, body['code'], left]).toEqual([422, 'unprocessable', 10])
  })

  test('with a wrong limit is 422 and costs nothing', async () => {
    const { status, body, left } = await paid('redirect-resolve', { url: site, max_hops: 16 })
    expect([status, body['code'], left]).toEqual([422, 'validation_error', 10])
  })
})
