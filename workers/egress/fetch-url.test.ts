import { createSecureServer } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { urlNotAllowed } from '#shared/lib/network/url-not-allowed.ts'
import type { EgressRequest } from '#shared/doors/egress.ts'
import { type Lab, openLab } from '#test/support/labs/egress-lab.ts'
import { selfSigned } from '#test/support/fakes/self-signed.ts'

import { Unreachable } from './denied.ts'
import { unreachable } from './failures.ts'

let lab: Lab
beforeAll(async () => {
  lab = await openLab()
})
afterAll(() => lab.close())

const refusal = async (fetching: Promise<unknown>) => {
  const error = await fetching.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Refusal) return error.toWire()
  throw new Error('it was not refused', { cause: error })
}

describe('an answer', () => {
  test('carries status, headers, body and where it came from', async () => {
    const site = await lab.site((_request, response) => {
      response.writeHead(404, {
        'Content-Type': 'Text/HTML; x=y; charset="ISO-8859-1"',
        'Set-Cookie': 'a=b',
        'X-Twice': ['1', '2'],
      })
      response.end('gone')
    })
    const answer = await lab.egress.fetch(`${site}/a?b=c#d`)
    expect(answer).toMatchObject({
      url: `${site}/a?b=c#d`,
      status: 404,
      headers: { 'set-cookie': ['a=b'], 'x-twice': ['1', '2'] },
      contentType: 'text/html',
      charset: 'iso-8859-1',
      wireBytes: 4,
      truncated: false,
      hops: [],
      redirect: null,
      connection: null,
      fetchedAt: new Date('2026-11-20T12:00:00.000Z'),
    })
    expect(answer.body.toString()).toBe('gone')
  })

  test('to a POST comes from where it was sent, with its JSON body, and a redirect is handed back', async () => {
    const seen: string[] = []
    const site = await lab.site((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`)
        response.writeHead(307, { location: '/elsewhere' }).end()
      })
    })
    const answer = await lab.egress.fetch(`${site}/paid`, { method: 'POST', json: { probe: true } })
    expect(answer).toMatchObject({ status: 307, redirect: `${site}/elsewhere`, hops: [] })
    await lab.egress.fetch(`${site}/paid`, { method: 'POST' })
    expect(seen).toEqual(['POST /paid application/json {"probe":true}', 'POST /paid application/json {}'])
  })

  test('to HEAD has no body, whatever its length says', async () => {
    const site = await lab.site((_request, response) =>
      response.writeHead(200, { 'content-length': 50_000_000, 'content-encoding': 'gzip' }).end(),
    )
    expect(await lab.egress.fetch(site, { method: 'HEAD' })).toMatchObject({
      status: 200,
      wireBytes: 0,
      truncated: false,
    })
  })

  test('may have headers of 30 KB, inspected or not', async () => {
    const site = await lab.site((_request, response) =>
      response.writeHead(200, { 'content-security-policy': 'x'.repeat(30_000) }).end(),
    )
    for (const inspect of [false, true]) {
      const { headers } = await lab.egress.fetch(site, { inspect })
      expect(headers['content-security-policy']).toHaveLength(30_000)
    }
  })

  test('may name its headers like what every object has', async () => {
    const site = await lab.rawSite((socket) =>
      socket.once('data', () =>
        socket.end(
          'HTTP/1.1 200 OK\r\n__proto__: a\r\n__PROTO__: b\r\nconstructor: c\r\ntoString: d\r\nContent-Length: 2\r\n\r\nok',
        ),
      ),
    )
    const { headers } = await lab.egress.fetch(site)
    expect(Object.entries(headers)).toEqual([
      ['__proto__', ['a', 'b']],
      ['constructor', 'c'],
      ['tostring', 'd'],
      ['content-length', '2'],
    ])
  })

  test('after informational ones is the one that counts', async () => {
    const site = await lab.rawSite((socket) => {
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
    expect(await lab.egress.fetch(site)).toMatchObject({ status: 200, wireBytes: 2 })
  })
})

describe('what is sent', () => {
  const echo = () =>
    lab.site((request, response) =>
      response.end(JSON.stringify({ method: request.method, url: request.url, ...request.headers })),
    )

  test('names us, asks for encodings we read, and carries no cookie, credential or hop header of anyone', async () => {
    const site = await echo()
    const { body } = await lab.egress.fetch(`${site}/p?q#secret`, {
      accept: 'text/html',
      headers: {
        'Accept-Language': 'en',
        Cookie: 'a=b',
        Authorization: 'Bearer x',
        'Proxy-Authorization': 'x',
        Host: 'evil.example',
        'X-Forwarded-For': '127.0.0.1',
        'Transfer-Encoding': 'chunked',
        'Content-Length': '3',
        'Accept-Encoding': 'zstd',
        Connection: 'close',
      },
    })
    expect(JSON.parse(body.toString())).toEqual({
      method: 'GET',
      url: '/p?q',
      host: new URL(site).host,
      connection: 'keep-alive',
      'user-agent': 'lab/1',
      accept: 'text/html',
      'accept-language': 'en',
      'accept-encoding': 'gzip, deflate, br',
    })
  })

  test('carries no cookie that an earlier answer set', async () => {
    const seen: unknown[] = []
    const site = await lab.site((request, response) => {
      seen.push(request.headers.cookie)
      response.writeHead(request.url === '/2' ? 200 : 302, { location: '/2', 'set-cookie': 'session=1; Path=/' }).end()
    })
    await lab.egress.fetch(site)
    await lab.egress.fetch(site)
    expect(seen).toEqual([undefined, undefined, undefined, undefined])
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed and told', async (status) => {
    const site = await lab.site((request, response) =>
      request.url === '/end' ? response.end('end') : response.writeHead(status, { location: 'end' }).end('see end'),
    )
    const answer = await lab.egress.fetch(site)
    expect(answer).toMatchObject({
      url: `${site}/end`,
      status: 200,
      hops: [{ url: `${site}/`, status, location: `${site}/end` }],
    })
  })

  test.each([
    [300, { location: '/x' }],
    [304, { location: '/x' }],
    [302, {}],
    [302, { location: ['/a', '/b'] }],
    [201, { location: '/x' }],
  ])('%i with %j is an answer', async (status, headers) => {
    const site = await lab.site((_request, response) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
      response.writeHead(status).end()
    })
    expect(await lab.egress.fetch(site)).toMatchObject({ status, hops: [], redirect: null })
  })

  test('with encoded line breaks are a path and no header', async () => {
    const asked: string[] = []
    const site = await lab.site((request, response) => {
      asked.push(request.url ?? '', ...request.rawHeaders)
      if (request.url === '/') response.writeHead(302, { location: '/%0d%0aX-Injected:%20y' }).end()
      else response.end('there')
    })
    expect((await lab.egress.fetch(site)).body.toString()).toBe('there')
    expect(asked).toContain('/%0d%0aX-Injected:%20y')
    expect(asked).not.toContain('X-Injected')
  })

  test('are handed back where none is wanted', async () => {
    const site = await lab.site((_request, response) =>
      response.writeHead(302, { location: '/\u00fc?a=%20' }).end('moved'),
    )
    expect(await lab.egress.fetch(site, { maxRedirects: 0 })).toMatchObject({
      status: 302,
      redirect: `${site}/%C3%BC?a=%20`,
      wireBytes: 5,
    })
  })

  test('are vetted when handed back, by whoever follows', async () => {
    const site = await lab.site((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    expect(await lab.egress.fetch(site, { maxRedirects: 0 })).toMatchObject({ redirect: 'http://127.0.0.1:1/' })
  })

  test('in a loop end at the limit', async () => {
    let hits = 0
    const site = await lab.site((_request, response) => {
      hits++
      response.writeHead(302, { location: '/' }).end()
    })
    expect(await refusal(lab.egress.fetch(site))).toMatchObject({
      code: 'unprocessable',
      error: expect.stringContaining('10 times'),
    })
    expect(hits).toBe(11)
  })

  test('never number more than twenty, whatever is asked', async () => {
    let hits = 0
    const site = await lab.site((_request, response) => {
      hits++
      response.writeHead(302, { location: `/${hits}` }).end()
    })
    await refusal(lab.egress.fetch(site, { maxRedirects: 1_000 }))
    expect(hits).toBe(21)
  })

  test('have bodies of which little is read', async () => {
    const site = await lab.site((request, response) => {
      if (request.url === '/end') {
        response.end('end')
        return
      }
      response.writeHead(302, { location: '/end' })
      const endless = setInterval(() => response.write('x'.repeat(20_000)), 1)
      response.once('close', () => clearInterval(endless))
    })
    expect(await lab.egress.fetch(site)).toMatchObject({ url: `${site}/end`, status: 200 })
  })
})

describe('size', () => {
  test('on the wire is limited by what is sent, not by what is declared', async () => {
    const site = await lab.site((_request, response) => response.end(Buffer.alloc(200_000)))
    expect(await refusal(lab.egress.fetch(site, { maxWireBytes: 100_000 }))).toMatchObject({
      code: 'unprocessable',
      error: expect.stringContaining('too large'),
    })
    expect(await lab.egress.fetch(site, { maxWireBytes: 200_000 })).toMatchObject({ wireBytes: 200_000 })
  })

  test('that is declared is refused before it is read', async () => {
    let sent = 0
    const site = await lab.rawSite((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6000000\r\n\r\n')
        sent = socket.bytesWritten
      })
    })
    expect(await refusal(lab.egress.fetch(site))).toMatchObject({ code: 'unprocessable' })
    expect(sent).toBeLessThan(100)
  })

  test('of a body without end is cut off', async () => {
    const site = await lab.site((_request, response) => {
      const endless = setInterval(() => response.write('x'.repeat(50_000)), 0)
      response.once('close', () => clearInterval(endless))
    })
    expect(await refusal(lab.egress.fetch(site, { maxWireBytes: 300_000 }))).toMatchObject({ code: 'unprocessable' })
  })

  test('of a body is cut where that is asked for', async () => {
    const site = await lab.site((_request, response) => response.end('x'.repeat(200_000)))
    const answer = await lab.egress.fetch(site, { maxWireBytes: 1_000, overflow: 'truncate' })
    expect([answer.body.length, answer.truncated]).toEqual([1_000, true])
    const none = await lab.egress.fetch(site, { maxWireBytes: 0, overflow: 'truncate' })
    expect([none.body.length, none.truncated]).toEqual([0, true])
  })

  test('never passes twenty megabytes, whatever is asked', async () => {
    const site = await lab.rawSite((socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${21 * 1024 * 1024}\r\n\r\n`)),
    )
    expect(await refusal(lab.egress.fetch(site, { maxWireBytes: 1e9 }))).toMatchObject({ code: 'unprocessable' })
  })
})

describe('compression', () => {
  const PAGE = 'Some words of a page. '.repeat(200)
  const BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024))

  const serving = (body: Buffer, encoding: string | string[], more: EgressRequest = {}) =>
    lab
      .site((_request, response) => response.setHeader('content-encoding', encoding).end(body))
      .then((site) => lab.egress.fetch(site, more))

  test.each([
    ['gzip', gzipSync(PAGE)],
    ['x-gzip', gzipSync(PAGE)],
    ['GZIP', gzipSync(PAGE)],
    ['deflate', deflateSync(PAGE)],
    ['deflate', deflateRawSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['identity', Buffer.from(PAGE)],
    ['gzip, br', brotliCompressSync(gzipSync(PAGE))],
    ['br , gzip,identity', gzipSync(brotliCompressSync(PAGE))],
    ['gzip', gzipSync(PAGE).subarray(0, -9)],
  ])('%s is undone', async (encoding, body) => {
    expect((await serving(body, encoding)).body.toString().startsWith('Some words of a page. Some')).toBe(true)
  })

  test('named in two headers is undone from the last to the first', async () => {
    expect((await serving(brotliCompressSync(gzipSync(PAGE)), ['gzip', 'br'])).body.toString()).toBe(PAGE)
  })

  test('of 100 MB in 97 KB is a bomb and is given up early', async () => {
    expect(BOMB.length).toBeLessThan(110_000)
    expect(await refusal(serving(BOMB, 'gzip'))).toMatchObject({
      code: 'unprocessable',
      error: expect.stringContaining('grows too much'),
    })
  })

  test.each([
    ['br', brotliCompressSync(Buffer.alloc(30 * 1024 * 1024))],
    ['deflate', deflateSync(Buffer.alloc(30 * 1024 * 1024))],
    ['gzip, gzip', gzipSync(BOMB)],
    ['gzip, gzip, gzip', gzipSync(gzipSync(BOMB))],
    ['gzip, br', brotliCompressSync(BOMB)],
  ])('of a bomb as %s is one too', async (encoding, body) => {
    expect(await refusal(serving(body, encoding))).toMatchObject({
      code: 'unprocessable',
      error: expect.stringContaining('grows too much'),
    })
  })

  test('of a bomb stays one where a cut answer is asked for with room for it', async () => {
    expect(await refusal(serving(BOMB, 'gzip', { overflow: 'truncate' }))).toMatchObject({ code: 'unprocessable' })
    expect(await serving(BOMB, 'gzip', { overflow: 'truncate', maxBytes: 50_000 })).toMatchObject({ truncated: true })
  })

  test('of a bomb in many small members is one too', async () => {
    const member = gzipSync(Buffer.alloc(1024 * 1024))
    expect(await refusal(serving(Buffer.concat(Array.from({ length: 40 }, () => member)), 'gzip'))).toMatchObject({
      code: 'unprocessable',
      error: expect.stringContaining('grows too much'),
    })
  })

  test.each(['zstd', 'compress', 'aes128gcm', 'gzip, gzip, gzip, gzip', 'x'.repeat(500)])(
    'by %s is not read',
    async (encoding) => {
      expect(await refusal(serving(Buffer.from('xx'), encoding))).toMatchObject({
        code: 'unprocessable',
        error: expect.stringContaining('cannot be decompressed'),
      })
    },
  )

  test('that is none is refused, and is nothing where a part is enough', async () => {
    expect(await refusal(serving(Buffer.from('not gzip at all'), 'gzip'))).toMatchObject({ code: 'unprocessable' })
    const answer = await serving(Buffer.from('not gzip at all'), 'gzip', { overflow: 'truncate' })
    expect([answer.body.length, answer.truncated]).toEqual([0, true])
  })
})

describe('a server that does not play along', () => {
  const expectFailure = async (site: string, request: EgressRequest = {}) =>
    expect(await refusal(lab.egress.fetch(site, { timeoutMs: 400, ...request }))).toEqual(unreachable(site).toWire())

  test('says nothing', async () => expectFailure(await lab.rawSite(() => undefined)))

  test('drips its headers', async () =>
    expectFailure(
      await lab.rawSite((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
        const drip = setInterval(() => socket.write('z'), 5)
        socket.once('close', () => clearInterval(drip))
      }),
    ))

  test('drips its body', async () =>
    expectFailure(
      await lab.site((_request, response) => {
        const drip = setInterval(() => response.write('z'), 5)
        response.once('close', () => clearInterval(drip))
      }),
    ))

  test('never ends its redirects', async () =>
    expectFailure(
      await lab.site((_request, response) => {
        const later = setTimeout(() => response.writeHead(302, { location: '/' }).end(), 100)
        response.once('close', () => clearTimeout(later))
      }),
    ))

  test('promises more than it sends', async () =>
    expectFailure(
      await lab.rawSite((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort')),
      ),
    ))

  test('sends headers without end', async () =>
    expectFailure(
      await lab.rawSite((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        const flood = setInterval(() => socket.write('X-More: y\r\n'.repeat(200)), 5)
        socket.once('close', () => clearInterval(flood))
      }),
    ))

  test('sends informational answers without end', async () =>
    expectFailure(
      await lab.rawSite((socket) => {
        const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), 5)
        socket.once('close', () => clearInterval(drip))
      }),
    ))

  test('closes before its chunks end', async () =>
    expectFailure(
      await lab.rawSite((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc')),
      ),
    ))

  test('has chunks without end', async () =>
    expectFailure(
      await lab.rawSite((socket) =>
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
          const drip = setInterval(() => socket.write('1\r\na\r\n'), 5)
          socket.once('close', () => clearInterval(drip))
        }),
      ),
    ))

  test.each([
    'SSH-2.0-OpenSSH_9.6\r\n',
    '220 mail.example.com ESMTP\r\n',
    '\u0015\u0003\u0001\u0000\u0002\u0002',
    '-ERR unknown command\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc',
    'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    'HTTP/1.1 999999 Odd\r\n\r\n',
    `HTTP/1.1 200 OK\r\n${'X-Long: y\r\n'.repeat(10_000)}\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\nok',
    'HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nok',
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n${'X-Trailer: y\r\n'.repeat(10_000)}\r\n`,
    // A Location that would be two headers, or two URLs.
    'HTTP/1.1 302 Found\r\nLocation: http://example.com/\r\n http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 302 Found\r\nLocation: http://example.com/\rSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 302 Found\r\nLocation: http://example.com/\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n',
    'HTTP/1.1 302 Found\r\nLocation: http://example.com/\u0000\r\nContent-Length: 0\r\n\r\n',
    '',
  ])('speaks %j', async (bytes) =>
    expectFailure(await lab.rawSite((socket) => socket.once('data', () => socket.end(bytes)))),
  )

  test('is not there', async () => {
    lab.open('dead.test', 1)
    await expectFailure('http://dead.test:1')
  })

  test('answers more than it was asked, and the next call sees nothing of it', async () => {
    const site = await lab.rawSite((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nreal'))
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nplanted'))
    })
    expect((await lab.egress.fetch(site)).body.toString()).toBe('real')
    expect((await lab.egress.fetch(site)).body.toString()).toBe('real')
  })

  test('closes an idle connection as we write, and is asked again', async () => {
    let asked = 0
    const site = await lab.rawSite((socket) => {
      socket.once('data', () => {
        asked++
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        socket.once('data', () => socket.destroy())
      })
    })
    expect((await lab.egress.fetch(site)).body.toString()).toBe('ok')
    expect((await lab.egress.fetch(site)).body.toString()).toBe('ok')
    expect(asked).toBe(2)
  })
})

describe('the call that asks', () => {
  test('ends a fetch at once when it ends', async () => {
    const stop = new AbortController()
    let gone = false
    const site = await lab.rawSite((socket) => {
      socket.once('data', () => stop.abort())
      socket.once('close', () => void (gone = true))
    })
    expect(await refusal(lab.egress.fetch(site, { signal: stop.signal }))).toEqual(unreachable(site).toWire())
    await expect.poll(() => gone).toBe(true)
  })

  test('that has ended starts none', async () => {
    let hits = 0
    const site = await lab.site((_request, response) => void (hits++, response.end()))
    expect(await refusal(lab.egress.fetch(site, { signal: AbortSignal.abort() }))).toEqual(unreachable(site).toWire())
    expect(hits).toBe(0)
  })
})

describe('connections', () => {
  test('are kept for the next call', async () => {
    const ports = new Set<unknown>()
    const site = await lab.site((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('ok')
    })
    for (let n = 0; n < 8; n++) await lab.egress.fetch(site)
    expect(ports.size).toBeLessThan(4)
  })

  test('that fail in DNS are a failed fetch, not a denied one', async () => {
    const own = await openLab({ resolveName: () => Promise.reject(new Unreachable('DNS did not answer in time')) })
    expect(await refusal(own.egress.fetch('http://example.com/'))).toEqual(unreachable('http://example.com/').toWire())
    await own.close()
  })

  test('to a name that does not exist are refused like every other denied URL, and take as long', async () => {
    const own = await openLab({ resolveName: async () => [] })
    expect(await refusal(own.egress.fetch('http://nobody.example.com/'))).toEqual(urlNotAllowed().toWire())
    expect(await refusal(own.egress.fetch('http://127.0.0.1/'))).toEqual(urlNotAllowed().toWire())
    expect(own.pauses.every((ms) => ms > 0 && ms <= 300)).toBe(true)
    expect(own.pauses).toHaveLength(2)
    await own.close()
  })
})

describe('over TLS', () => {
  const serveTls = async (name: string, certificate = selfSigned('tls.test')) => {
    const names: (string | false | null)[] = []
    const server = createServer(certificate, (request, response) => {
      // Safe: the request came over TLS.
      names.push((request.socket as TLSSocket).servername)
      response.end(`hello ${request.headers.host ?? ''}`)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // Safe: a TCP server that listens has a port.
    const { port } = server.address() as AddressInfo
    lab.open(name, port)
    return {
      url: `https://${name}:${port}`,
      names,
      close: () => new Promise((done) => server.close(done).closeAllConnections()),
    }
  }

  test('a certificate that does not verify is no answer', async () => {
    const { url, names, close } = await serveTls('tls.test')
    expect(await refusal(lab.egress.fetch(url))).toEqual(unreachable(url).toWire())
    expect(names).toEqual([])
    await close()
  })

  test('to inspect is to be told of it, with the name sent and the address never shown', async () => {
    const { url, names, close } = await serveTls('tls.test')
    const answer = await lab.egress.fetch(url, { inspect: true })
    expect(answer.connection).toMatchObject({
      httpVersion: '1.1',
      tls: {
        protocol: 'TLSv1.3',
        subject: 'tls.test',
        names: ['tls.test'],
        sanMatch: true,
        trusted: false,
        problem: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      },
    })
    expect(answer.timings).toEqual({
      dns: expect.any(Number),
      connect: expect.any(Number),
      tls: expect.any(Number),
      firstByte: expect.any(Number),
      total: expect.any(Number),
    })
    expect(JSON.stringify(answer)).not.toContain('127.0.0.1')
    expect(names).toEqual(['tls.test'])
    expect(answer.body.toString()).toBe(`hello ${new URL(url).host}`)
    await close()
  })

  test('a name the certificate is not for is told', async () => {
    const { url, close } = await serveTls('other.test')
    expect((await lab.egress.fetch(url, { inspect: true })).connection?.tls).toMatchObject({
      sanMatch: false,
      trusted: false,
    })
    await close()
  })

  test('HTTP/2 is spoken where a server prefers it and we inspect', async () => {
    const server = createSecureServer({ ...selfSigned('two.test'), allowHTTP1: true }, (request, response) => {
      response.setHeader('set-cookie', ['a=b', 'c=d'])
      response.end(`by ${request.httpVersion}`)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    // Safe: a TCP server that listens has a port.
    const { port } = server.address() as AddressInfo
    lab.open('two.test', port)
    const answer = await lab.egress.fetch(`https://two.test:${port}/`, { inspect: true })
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'set-cookie': ['a=b', 'c=d'] },
      connection: { httpVersion: '2' },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith(':'))).toEqual([])
    expect(answer.body.toString()).toBe('by 2.0')
    await new Promise((done) => server.close(done))
  })

  test('a server that speaks no TLS is no answer', async () => {
    const site = await lab.rawSite((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    )
    expect(await refusal(lab.egress.fetch(site.replace('http:', 'https:'), { timeoutMs: 1_000 }))).toEqual(
      unreachable(site).toWire(),
    )
  })

  test('plain HTTP is inspected as well', async () => {
    const site = await lab.site((_request, response) => response.end('plain'))
    expect(await lab.egress.fetch(site, { inspect: true })).toMatchObject({
      connection: { httpVersion: '1.1', tls: null },
      timings: { dns: expect.any(Number), connect: expect.any(Number), tls: null },
    })
  })
})
