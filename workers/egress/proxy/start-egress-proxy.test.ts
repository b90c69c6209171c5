import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { type Lab, openLab } from '#test/support/labs/egress-lab.ts'
import { forbiddenUrls } from '#test/support/hostile/ssrf-urls.ts'

import { type EgressProxy, startEgressProxy } from './start-egress-proxy.ts'

let lab: Lab
const proxies: EgressProxy[] = []
const pauses: number[] = []
beforeEach(async () => {
  lab = await openLab()
})
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.close()
  pauses.length = 0
  await lab.close()
})

/** A proxy whose policy is the lab's, also for what the lab opens later. */
async function start(limits: Parameters<typeof startEgressProxy>[0]['limits'] = {}) {
  const proxy = await startEgressProxy({
    policy: { admit: (url) => lab.policy.admit(url), resolve: (host, port) => lab.policy.resolve(host, port) },
    log: createLog('silent'),
    limits,
    pause: async (ms) => void pauses.push(ms),
  })
  proxies.push(proxy)
  return proxy
}

type Got = { status: number; headers: IncomingHttpHeaders; text: string }

function get(
  proxy: EgressProxy,
  target: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>()
  const { method = 'GET', headers = {}, body } = options
  const asking = request(
    { host: '127.0.0.1', port: proxy.port, method, path: target, headers, agent: false },
    (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      answer.once('error', reject)
    },
  )
  asking.once('error', reject)
  asking.end(body)
  return promise
}

/** Writes bytes to the proxy and gives all that comes back until `until` is there, or the end. */
async function raw(proxy: EgressProxy, bytes: string, until?: string) {
  const socket = connect(proxy.port, '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  const done = Promise.withResolvers<void>()
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    if (until !== undefined && text.includes(until)) done.resolve()
  })
  socket.once('close', () => done.resolve())
  socket.write(bytes, 'latin1')
  await done.promise
  return { socket, text }
}

const connectTo = (proxy: EgressProxy, authority: string) =>
  raw(proxy, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`, '\r\n\r\n')
const authorityOf = (site: string) => new URL(site).host

describe('plain HTTP', () => {
  test('goes through with its method, headers and body, without what belongs to one hop', async () => {
    const seen: unknown[] = []
    const site = await lab.site((asked, answer) => {
      let body = ''
      asked.on('data', (chunk) => (body += String(chunk)))
      asked.once('end', () => {
        seen.push([asked.method, asked.url, asked.headers, body])
        answer.setHeader('Set-Cookie', ['a=1', 'b=2'])
        answer.writeHead(201, { Connection: 'close, X-Secret', 'X-Secret': '1', 'X-Kept': '2' }).end('made')
      })
    })
    const proxy = await start()
    const got = await get(proxy, `${site}/p?q=1`, {
      method: 'POST',
      headers: {
        cookie: 'c=1',
        'proxy-authorization': 'x',
        'proxy-connection': 'keep-alive',
        te: 'trailers',
        via: 'x',
        host: 'evil.example',
        'content-type': 'text/plain',
      },
      body: 'hello',
    })
    expect(seen).toEqual([
      [
        'POST',
        '/p?q=1',
        {
          host: authorityOf(site),
          cookie: 'c=1',
          'content-type': 'text/plain',
          'content-length': '5',
          connection: 'close',
        },
        'hello',
      ],
    ])
    expect([got.status, got.text, got.headers['set-cookie'], got.headers['x-kept'], got.headers['x-secret']]).toEqual([
      201,
      'made',
      ['a=1', 'b=2'],
      '2',
      undefined,
    ])
    expect(proxy.counts()).toMatchObject({ allowed: 1, denied: 0, failed: 0, bytes: 9 })
  })

  test('of a redirect comes back as it is, so that the next hop is asked for and judged', async () => {
    const site = await lab.site((_asked, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    const proxy = await start()
    expect(await get(proxy, site)).toMatchObject({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await get(proxy, 'http://127.0.0.1:1/')).toMatchObject({ status: 403 })
  })

  test.each(['/', '*', '/livez', 'https://example.com/', 'ftp://example.com/', 'http://'])(
    '%j is refused: this is no server',
    async (target) => {
      expect(await get(await start(), target)).toMatchObject({ status: 403, text: '' })
    },
  )

  test('by a method nobody browses with is refused', async () => {
    const site = await lab.site((_asked, answer) => answer.end())
    expect(await get(await start(), site, { method: 'TRACE' })).toMatchObject({ status: 403 })
  })

  test('that is no HTTP ends', async () => {
    expect((await raw(await start(), 'hello\r\n\r\n')).text).not.toContain('200')
  })

  test('from a server that breaks off is no answer, or a broken one', async () => {
    const silent = await lab.rawSite((socket) => socket.once('data', () => socket.destroy()))
    const proxy = await start()
    expect(await get(proxy, silent)).toMatchObject({ status: 502 })
    const half = await lab.rawSite(
      (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf')),
      'half.test',
    )
    await expect(get(proxy, half)).rejects.toThrow(/aborted|hang up/)
  })

  test('ends at the far side when the browser leaves', async () => {
    const gone = Promise.withResolvers<void>()
    const site = await lab.site((_asked, answer) => {
      answer.write('first')
      answer.once('close', () => gone.resolve())
    })
    const { socket } = await raw(await start(), `GET ${site}/ HTTP/1.1\r\nHost: x\r\n\r\n`, 'first')
    socket.destroy()
    await expect(gone.promise).resolves.toBeUndefined()
  })
})

describe('CONNECT', () => {
  test('opens a tunnel to the vetted address', async () => {
    const site = await lab.site((asked, answer) => answer.end(`inside ${asked.headers.host}`))
    const proxy = await start()
    const { socket } = await connectTo(proxy, authorityOf(site))
    socket.write('GET / HTTP/1.1\r\nHost: whatever\r\nConnection: close\r\n\r\n')
    const [chunk] = await once(socket, 'data')
    expect(String(chunk)).toContain('inside whatever')
    socket.destroy()
  })

  test('carries what was sent along with it', async () => {
    const site = await lab.rawSite((socket) => socket.pipe(socket))
    const proxy = await start()
    const { text, socket } = await raw(proxy, `CONNECT ${authorityOf(site)} HTTP/1.1\r\nHost: x\r\n\r\nearly`, 'early')
    expect(text).toContain('200 Connection Established')
    socket.destroy()
  })

  test('passes TLS without touching it', async () => {
    const hello = Promise.withResolvers<Buffer>()
    const site = await lab.rawSite((socket) => socket.once('data', (data) => hello.resolve(data)))
    const { socket } = await connectTo(await start(), authorityOf(site))
    const secured = connectTls({ socket, servername: 'raw.test' }).on('error', () => undefined)
    expect((await hello.promise).toString('latin1')).toContain('raw.test')
    secured.destroy()
  })

  test.each([
    '',
    'example.com',
    'user@example.com:443',
    'example.com:443/path',
    'http://example.com:80',
    ':443',
    'example.com:',
    'example.com:99999',
    '[::1:443',
    'a b:443',
    'example.com:443@127.0.0.1',
  ])('to %j is refused', async (authority) => {
    const { text } = await connectTo(await start(), authority)
    expect(text).not.toContain('200')
  })

  test('to a port that is not of the web is refused', async () => {
    expect((await connectTo(await start(), 'example.com:22')).text).toMatch(/^HTTP\/1\.1 403/)
  })
})

describe('an upgrade', () => {
  test('of a WebSocket goes through both ways', async () => {
    const site = await lab.rawSite((socket) => {
      socket.once('data', (data) => {
        socket.write(
          data.toString('latin1').includes('Upgrade: websocket')
            ? 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
            : 'HTTP/1.1 400 x\r\n\r\n',
        )
        socket.pipe(socket)
      })
    })
    const { socket, text } = await raw(
      await start(),
      `GET ${site}/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      '\r\n\r\n',
    )
    expect(text).toMatch(/^HTTP\/1\.1 101/)
    socket.write('frame')
    expect(String((await once(socket, 'data'))[0])).toBe('frame')
    socket.destroy()
  })

  test('to a forbidden place reaches nothing', async () => {
    const { text } = await raw(
      await start(),
      `GET http://127.0.0.1:${lab.canaryPort}/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 403/)
    expect(lab.canary.hits).toBe(0)
  })
})

describe('the list of forbidden URLs', () => {
  test('is refused as plain HTTP, as CONNECT and as an upgrade, and nothing is reached', async () => {
    const proxy = await start()
    const answers: string[] = []
    for (const { url } of forbiddenUrls(lab.canaryPort)) {
      // A browser sends what its own parser made of it.
      const parsed = URL.parse(url)
      if (parsed === null || parsed.host === '') continue
      const bare = `http://${parsed.host}/`
      const isWeb = /^https?:$/.test(parsed.protocol)
      if (isWeb && parsed.username === '' && parsed.password === '')
        answers.push(`${url}: ${(await get(proxy, bare)).status}`)
      const authority = parsed.port === '' ? `${parsed.hostname}:443` : parsed.host
      if (isWeb && !url.includes('@'))
        answers.push(`${url}: ${/^HTTP\/1\.1 (\d+)/.exec((await connectTo(proxy, authority)).text)?.[1]}`)
    }
    expect(answers.length).toBeGreaterThan(300)
    expect(answers.filter((answer) => !answer.endsWith(': 403'))).toEqual([])
    expect(lab.canary.hits).toBe(0)
    expect(proxy.counts()).toMatchObject({ allowed: 0, failed: 0, bytes: 0 })
    expect(pauses.every((ms) => ms > 0 && ms <= 300)).toBe(true)
  })

  test('holds for the proxy itself', async () => {
    const proxy = await start()
    expect(await get(proxy, `${proxy.url}/`)).toMatchObject({ status: 403 })
    expect((await connectTo(proxy, `127.0.0.1:${proxy.port}`)).text).toMatch(/^HTTP\/1\.1 403/)
  })

  test('holds for a name that changes its mind', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']]
    const own = await openLab({ resolveName: async () => answers.shift() ?? ['127.0.0.1'] })
    const dialled: (readonly string[])[] = []
    const proxy = await startEgressProxy({
      policy: own.policy,
      log: createLog('silent'),
      pause: async () => undefined,
      dial: (destination) => {
        dialled.push(destination.addresses)
        return Promise.reject(new Error('no network in tests'))
      },
    })
    proxies.push(proxy)
    const url = `http://rebind.example.com:${own.canaryPort}/`
    expect([(await get(proxy, url)).status, (await get(proxy, url)).status]).toEqual([502, 403])
    expect([dialled, own.canary.hits]).toEqual([[['93.184.216.34']], 0])
    await own.close()
  })
})

describe('limits', () => {
  test('on bytes end what is open and refuse what comes', async () => {
    const site = await lab.site((_asked, answer) => answer.end('x'.repeat(50_000)))
    const proxy = await start({ maxBytes: 20_000 })
    await expect(get(proxy, site)).rejects.toThrow(/aborted|hang up/)
    expect(await get(proxy, site)).toMatchObject({ status: 429 })
    expect(proxy.counts()).toMatchObject({ capped: 1, open: 0 })
  })

  test('on connections in all refuse the next one', async () => {
    const site = await lab.site((_asked, answer) => answer.end('ok'))
    const proxy = await start({ maxTotal: 2 })
    const statuses = [(await get(proxy, site)).status, (await get(proxy, site)).status, (await get(proxy, site)).status]
    expect(statuses).toEqual([200, 200, 429])
  })

  test('on open connections leave room when one ends', async () => {
    const site = await lab.rawSite((socket) => socket.pipe(socket))
    const proxy = await start({ maxOpen: 1 })
    const first = await connectTo(proxy, authorityOf(site))
    expect((await connectTo(proxy, authorityOf(site))).text).toMatch(/^HTTP\/1\.1 429/)
    first.socket.destroy()
    await expect.poll(() => proxy.counts().open).toBe(0)
    const third = await connectTo(proxy, authorityOf(site))
    expect(third.text).toContain('200')
    third.socket.destroy()
  })

  test('on idle time close a tunnel nobody uses', async () => {
    const site = await lab.rawSite(() => undefined)
    const proxy = await start({ idleMs: 50 })
    const { socket } = await connectTo(proxy, authorityOf(site))
    await once(socket, 'close')
    expect(proxy.counts().open).toBe(0)
  })

  test('of one proxy are not those of another', async () => {
    const site = await lab.site((_asked, answer) => answer.end('ok'))
    const [one, two] = [await start({ maxTotal: 1 }), await start({ maxTotal: 1 })]
    expect([(await get(one, site)).status, (await get(two, site)).status]).toEqual([200, 200])
  })
})

test('closing ends every connection', async () => {
  const ended: string[] = []
  const site = await lab.rawSite((socket) => socket.once('close', () => void ended.push('far')))
  const proxy = await start()
  const { socket } = await connectTo(proxy, authorityOf(site))
  socket.once('close', () => void ended.push('near'))
  await proxy.close()
  await expect.poll(() => ended.toSorted()).toEqual(['far', 'near'])
})
