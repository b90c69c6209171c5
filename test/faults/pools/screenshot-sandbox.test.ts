import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { PictureRequest } from '#shared/doors/browser.ts'
import { isSandboxed, membersOf, pidsOf } from '#workers/browser/chromium/process-group.ts'

import { killNow, openLab, pixelsOf, type Routes } from '#test/support/labs/browser-lab.ts'
import { eventually } from '#test/support/world/world.ts'

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>page</title><body style="margin:0">${body}`
// Packed before a page has to be answered in time.
const BOMB = gzipSync(Buffer.alloc(100_000_000, '<b>x</b> '))
const GREEN = '<div style="background:#00ff00;height:300px"></div>'

/** Pages that want more than a picture may have. */
const heavy: Routes = {
  '/spin': page(`${GREEN}<script>for (;;);</script>`),
  '/alerts': page(`${GREEN}<script>for (;;) alert('again')</script>`),
  '/memory': page('<script>const all = []; for (;;) all.push(new Uint8Array(5e6).fill(7))</script>'),
  '/heap': page(
    '<script>const all = []; for (;;) all.push({ a: [1, 2, 3], b: String(Math.random()).repeat(50) })</script>',
  ),
  '/nodes': page('<script>for (let n = 0; n < 3e5; n++) document.body.append(document.createElement("b"))</script>'),
  '/high': page('<div style="height:100000px;background:#00ff00"></div>'),
  '/canvas': page(
    '<script>for (let n = 0; n < 40; n++) { const c = document.createElement("canvas"); c.width = c.height = 16000; c.getContext("2d").fillRect(0, 0, 16000, 16000); document.body.append(c) }</script>',
  ),
  '/images': page(Array.from({ length: 5_000 }, (_, n) => `<img src="/pixel?${n}">`).join('')),
  '/pixel': (_request, response) => void response.writeHead(200, { 'content-type': 'image/gif' }).end('GIF89a'),
  '/console': page(
    `${GREEN}<script>const line = 'x'.repeat(5e6); for (let n = 0; n < 200; n++) console.error(line); setInterval(() => { for (let n = 0; n < 2000; n++) console.error(n) }, 5)</script>`,
  ),
  '/title': page(`${GREEN}<script>document.title = 'x'.repeat(3e7)</script>`),
  '/frames': page(
    '<script>for (let n = 0; n < 3000; n++) document.body.append(document.createElement("iframe"))</script>',
  ),
  '/workers': page(
    `${GREEN}<script>for (let n = 0; n < 300; n++) new Worker(URL.createObjectURL(new Blob(['for (;;);'])))</script>`,
  ),
  '/bomb': (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(BOMB),
  '/reloads': page(`${GREEN}<script>onload = () => location.reload()</script>`),
  '/goes-on': page(`${GREEN}<script>location = '/goes-on?' + Math.random()</script>`),
  '/refreshes': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/html', refresh: '0;url=/refreshes' }).end(page(GREEN)),
  '/rewrites': page(
    `${GREEN}<script>setInterval(() => { document.open(); document.write('<p>again</p>'); document.close() }, 0)</script>`,
  ),
  '/endless': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(page(GREEN))
    const more = setInterval(() => response.write('<p>more</p>'.repeat(2_000)), 1)
    response.once('close', () => clearInterval(more))
  },
  '/windows': page(`${GREEN}<a id="a" href="/window">x</a><form id="f" action="/window"></form><script>
    let opened = 0
    for (let n = 0; n < 1000; n++) {
      if (window.open('/window', '_blank', 'width=10')) opened++
      a.target = f.target = 'w' + n
      a.click()
      f.submit()
    }
    document.title = opened + ' windows'</script>`),
  '/noise': page(
    '<canvas id="c" width="2560" height="4000"></canvas><script>const c = document.querySelector("#c").getContext("2d"); const i = c.createImageData(2560, 4000); for (let n = 0; n < i.data.length; n += 65536) crypto.getRandomValues(new Uint8Array(i.data.buffer, n, Math.min(65536, i.data.length - n))); for (let n = 3; n < i.data.length; n += 4) i.data[n] = 255; c.putImageData(i, 0, 0)</script>',
  ),
}

const routes: Routes = {
  '/fine': page(GREEN),
  '/slow': page(`${GREEN}<img src="/never">`),
  '/never': () => undefined,
  // Shows in its title what an earlier visitor left, then leaves it.
  '/visit': page(`<script>
    const found = []
    if (document.cookie) found.push('cookie ' + document.cookie)
    if (localStorage.length) found.push('localStorage')
    if (sessionStorage.length) found.push('sessionStorage')
    document.cookie = 'seen=yes; max-age=86400'
    localStorage.seen = sessionStorage.seen = 'yes'
    window.name = window.name ? found.push('name') : 'seen'
    const leave = async () => {
      if ((await indexedDB.databases()).length) found.push('indexedDB')
      await new Promise((done) => { indexedDB.open('seen').onsuccess = done })
      await fetch('/cached')
      const auth = await fetch('/private')
      if (auth.ok) found.push('credentials')
      document.title = JSON.stringify(found)
    }
    leave()</script>`),
  '/cached': (_request, response) => {
    response.writeHead(200, { 'cache-control': 'max-age=86400, immutable', 'set-cookie': 'server=yes; Max-Age=86400' })
    response.end('cached')
  },
  '/private': (request, response) => {
    const known = request.headers.authorization !== undefined
    response.writeHead(known ? 200 : 401, { 'www-authenticate': 'Basic realm="private"' }).end()
  },
  ...heavy,
}

let lab: Awaited<ReturnType<typeof openLab>>
beforeAll(async () => {
  lab = await openLab(routes)
})
afterAll(() => lab.close())

const outcomeOf = (path: string, more: Partial<PictureRequest> = {}) =>
  lab.picture(path, more).then(
    ({ ready }) => (ready ? 'ready' : 'as it stood'),
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const group = () => lab.browser.groups().at(-1) ?? 0
const isFine = async () => (await pixelsOf((await lab.picture('/fine')).bytes)).at(9, 9) === '#00ff00'

/** Does something while a page that never finishes is pictured. */
async function meanwhile(act: () => unknown, more: Partial<PictureRequest> = {}): Promise<unknown> {
  const visits = lab.site.hits.filter((path) => path === '/never').length
  const asked = outcomeOf('/slow', { timeoutMs: 7_000, ...more })
  await eventually(() => lab.site.hits.filter((path) => path === '/never').length > visits)
  await act()
  return asked
}

describe('the browser', () => {
  test('draws pages behind a seccomp filter, in a PID namespace of its own, as nobody who may do anything', async () => {
    await meanwhile(
      () => {
        const renderers = membersOf(group()).filter(({ kind }) => kind === 'renderer')
        expect(renderers.length).toBeGreaterThan(0)
        for (const { pid } of renderers) {
          expect(isSandboxed(pid)).toBe(true)
          const status = readFileSync(`/proc/${pid}/status`, 'utf8')
          expect(status).toMatch(/^Seccomp:\t2$/m)
          expect(status).toMatch(/^NoNewPrivs:\t1$/m)
          expect(status).toMatch(/^CapEff:\t0+$/m)
          expect(readlinkSync(`/proc/${pid}/ns/pid`)).not.toBe(readlinkSync('/proc/self/ns/pid'))
          expect(readlinkSync(`/proc/${pid}/ns/user`)).not.toBe(readlinkSync('/proc/self/ns/user'))
          expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
        }
        for (const { pid } of membersOf(group())) {
          const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
          expect(commandLine).not.toMatch(/--no-sandbox|--disable-setuid-sandbox|--single-process/)
        }
      },
      { timeoutMs: 2_000 },
    )
  })

  test('uses no library of a browser on this system, and holds nothing of our environment', async () => {
    expect(await isFine()).toBe(true)
    const unpacked = resolve('.farebox/browser')
    const own = [
      unpacked,
      resolve('node_modules/@expo-google-fonts'),
      tmpdir(),
      '/dev/',
      '/memfd:',
      '/proc/',
      '[',
      'anon_inode:',
    ]
    const system = /\/(?:ld-linux[\w-]*|lib(?:c|m|dl|rt|pthread|gcc_s))[-.][\w.]*so|locale|gconv/
    const foreign = membersOf(group())
      .flatMap(({ pid }) => readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n'))
      .flatMap((line) => /^\S+ \S+ \S+ \S+ \d+\s+(\S.*)$/.exec(line)?.[1] ?? [])
      .filter((file) => !own.some((place) => file.startsWith(place)) && !system.test(file))
    expect([...new Set(foreign)]).toEqual([])
    const names = readFileSync(`/proc/${group()}/environ`, 'utf8')
      .split('\0')
      .map((entry) => entry.split('=')[0])
    const allowed = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'FONTCONFIG_FILE', 'LD_LIBRARY_PATH', '']
    expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([])
  })
})

test('a picture leaves nothing for the next: cookies, storage, cache, credentials', async () => {
  const visit = async () => (await lab.picture('/visit', { waitUntil: 'networkidle' })).title
  expect(await visit()).toBe('[]')
  const fetched = lab.site.hits.filter((path) => path === '/cached').length
  expect(await visit()).toBe('[]')
  expect(await Promise.all([visit(), visit()])).toEqual(['[]', '[]'])
  expect(lab.site.hits.filter((path) => path === '/cached')).toHaveLength(fetched + 3)
})

describe('a page that wants too much', () => {
  test.each([
    ['/spin', ['timeout']],
    ['/alerts', ['timeout', 'as it stood']],
    ['/memory', ['unprocessable', 'timeout']],
    ['/heap', ['unprocessable', 'timeout']],
    ['/nodes', ['ready', 'as it stood', 'unprocessable', 'timeout']],
    ['/canvas', ['ready', 'as it stood', 'unprocessable', 'timeout']],
    ['/images', ['ready', 'as it stood', 'timeout']],
    ['/console', ['ready', 'as it stood', 'timeout']],
    ['/title', ['ready', 'as it stood', 'timeout']],
    ['/frames', ['ready', 'as it stood', 'unprocessable', 'timeout']],
    ['/workers', ['ready', 'as it stood', 'unprocessable', 'timeout']],
    ['/bomb', ['as it stood', 'unprocessable', 'timeout']],
  ])('%s ends in time with %j, and the next picture is fine', async (path, ends) => {
    const heapBefore = process.memoryUsage().rss
    expect(ends).toContain(await outcomeOf(path, { timeoutMs: 2_000 }))
    expect(await isFine()).toBe(true)
    expect(process.memoryUsage().rss - heapBefore).toBeLessThan(300e6)
  })

  test('and never settles, in whatever way, ends in time', async () => {
    const ways = ['/reloads', '/goes-on', '/refreshes', '/rewrites', '/endless']
    const ends = await Promise.all(ways.map((path) => outcomeOf(path, { timeoutMs: 3_000 })))
    for (const end of ends) expect(['ready', 'as it stood', 'timeout', 'unprocessable']).toContain(end)
    expect(await isFine()).toBe(true)
  })

  test('a thousand windows gets none', async () => {
    expect((await lab.picture('/windows')).title).toBe('0 windows')
    expect(lab.site.hits).not.toContain('/window')
    expect(await isFine()).toBe(true)
  })

  test('100,000 pixels high is cut, and so is an element of it', async () => {
    expect(await lab.picture('/high', { fullPage: true })).toMatchObject({ height: 10_000, truncated: true })
    expect(await lab.picture('/high', { selector: 'div' })).toMatchObject({ height: 10_000, truncated: true })
  })

  test('whose picture is over 8 MB is refused as a PNG and fits as a JPEG', async () => {
    const large = { width: 2_560, height: 4_000 }
    expect(await outcomeOf('/noise', large)).toBe('unprocessable')
    expect(await outcomeOf('/noise', { ...large, format: 'jpeg' })).toBe('ready')
  })

  test('does not disturb the one beside it', async () => {
    const [neighbour] = await Promise.all([lab.picture('/fine', { delayMs: 1_500 }), outcomeOf('/memory')])
    expect((await pixelsOf(neighbour.bytes)).at(9, 9)).toBe('#00ff00')
  })
})

describe('a browser that is killed', () => {
  test('while it pictures a page is replaced, and the page is pictured after all', async () => {
    const first = group()
    expect(await meanwhile(() => killNow(first), { timeoutMs: 9_000 })).toBe('as it stood')
    expect(group()).not.toBe(first)
    await eventually(() => pidsOf(first).length === 0)
    expect(await isFine()).toBe(true)
  })

  test('over and over ends the call without a charge, leaves no process, and the next call works', async () => {
    const killed = new Set<number>()
    const killing = setInterval(() => {
      for (const pid of lab.browser.groups()) {
        killed.add(pid)
        killNow(pid)
      }
    }, 200)
    // Long enough that its end is the second browser's, however slowly that one came up.
    expect(await outcomeOf('/slow', { timeoutMs: 30_000 })).toBe('unavailable')
    clearInterval(killing)
    expect(killed.size).toBeGreaterThan(1)
    await eventually(() => [...killed].every((pid) => pidsOf(pid).length === 0))
    expect(await isFine()).toBe(true)
  })

  test('takes its profile with it', async () => {
    expect(await isFine()).toBe(true)
    const [, profile = ''] = /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${group()}/cmdline`, 'utf8')) ?? []
    killNow(group())
    await eventually(() => !readdirSync(tmpdir()).includes(profile.replace(/^.*\//, '')))
    expect(await isFine()).toBe(true)
  })

  test.each(['renderer', 'gpu-process', 'utility'])('in part, its %s alone: the next call works', async (kind) => {
    const end = await meanwhile(
      () => {
        for (const member of membersOf(group())) if (member.kind === kind) killNow(member.pid)
      },
      { timeoutMs: 3_000 },
    )
    expect(['ready', 'as it stood', 'unprocessable', 'unavailable', 'timeout', 'upstream_unavailable']).toContain(end)
    expect(await isFine()).toBe(true)
  })

  test('or stopped for good: the call ends in time, and the next one works', async () => {
    const stopped = group()
    expect(await meanwhile(() => process.kill(stopped, 'SIGSTOP'), { timeoutMs: 3_000 })).toBe('timeout')
    expect(await isFine()).toBe(true)
    await eventually(() => pidsOf(stopped).length === 0)
  })
})

test('a browser is replaced after its share of pictures, and nothing of it is left', async () => {
  const few = await openLab(routes, { limits: { maxJobs: 3 } })
  try {
    const groups = new Set<number>()
    for (let n = 0; n < 7; n += 1) {
      await few.picture('/fine')
      for (const pid of few.browser.groups()) groups.add(pid)
    }
    expect(groups.size).toBe(3)
    await few.browser.stop()
    await eventually(() => [...groups].every((pid) => pidsOf(pid).length === 0))
  } finally {
    await few.close()
  }
})
