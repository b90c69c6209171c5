import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { writeFontsConf } from '#shared/pictures/write-fonts-conf.ts'
import { confinement } from '#workers/browser/chromium/confinement.ts'
import { findChromium } from '#workers/browser/chromium/find-chromium.ts'
import { launchBrowser } from '#workers/browser/launch-browser.ts'
import { openBrowser } from '#workers/browser/open-browser.ts'
import { createPolicy, type EgressPolicy } from '#workers/egress/policy.ts'

import { chromiumsOf, labConfig, openCanary, openLab, type Routes } from '#test/support/labs/browser-lab.ts'
import { hostilePage, leadsElsewhere } from '#test/support/hostile/hostile-page.ts'
import { connectionsIn } from '#test/support/measure/net-log.ts'
import { eventually } from '#test/support/world/world.ts'

/** Public when it is first asked for, this machine afterwards. */
const REBINDS = 'rebinds.farebox-test.com'
/** Public and this machine at once. */
const MIXED = 'mixed.farebox-test.com'
const PUBLIC = '93.184.216.34'
/** Every way to write this machine, and what is near it. */
const TARGETS = [
  '127.0.0.1',
  'localhost',
  'sub.localhost',
  '[::1]',
  '0.0.0.0',
  '127.1',
  '2130706433',
  '0x7f.1',
  '[::ffff:127.0.0.1]',
  '169.254.169.254',
  'metadata.google.internal',
  REBINDS,
  MIXED,
]

let canary: Awaited<ReturnType<typeof openCanary>>
let lab: Awaited<ReturnType<typeof openLab>>
let folder = ''
const asked = new Map<string, number>()
const netLog = () => join(folder, 'net-log.json')

/** The product's policy, its names answered by us. The canary's port is allowed: its address alone keeps a page away. */
function policyFor(sitePort: number): EgressPolicy {
  return createPolicy({
    allow: [{ host: 'page.test', port: sitePort, ip: '127.0.0.1' }],
    ownNames: [],
    ownAddresses: () => new Set(),
    ports: new Set([80, 443, canary.port]),
    resolveName: (name) => {
      const before = asked.get(name) ?? 0
      asked.set(name, before + 1)
      if (name === REBINDS) return Promise.resolve([before === 0 ? PUBLIC : '127.0.0.1'])
      return Promise.resolve(name === MIXED ? [PUBLIC, '127.0.0.1'] : [])
    },
  })
}

const targetOf = ({ url = '' }: IncomingMessage) => new URL(url, 'http://x').searchParams.get('url') ?? ''
const HTML = { 'content-type': 'text/html' }

beforeAll(async () => {
  canary = await openCanary()
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const routes: Routes = {
    '/': hostilePage(TARGETS, canary.port),
    '/to': leadsElsewhere,
    '/by-script': (request, response) =>
      response.writeHead(200, HTML).end(`<script>location = ${JSON.stringify(targetOf(request))}</script>`),
    '/by-meta': (request, response) =>
      response.writeHead(200, HTML).end(`<meta http-equiv="refresh" content="0;url=${targetOf(request)}">`),
    '/by-header': (request, response) =>
      response.writeHead(200, { ...HTML, refresh: `0;url=${targetOf(request)}` }).end('x'),
    '/sw.js': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`self.addEventListener('install', () => fetch('http://127.0.0.1:${canary.port}/sw'))`),
  }
  lab = await openLab(routes, { policyFor, flags: (flags) => [...flags, `--log-net-log=${netLog()}`] })
})
afterAll(async () => {
  await lab.close()
  await canary.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => asked.clear())

const refusal = (path: string) =>
  lab.picture(path).then(
    () => 'a picture',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  )
const at = (host: string, scheme = 'http') => `${scheme}://${host}:${canary.port}/`

describe('a page that tries everything', () => {
  test('reaches nothing and reads nothing, and is pictured all the same', async () => {
    // The page says when it has tried everything; on a busy machine that takes longer than three seconds.
    let picture = await lab.picture('/', { delayMs: 3_000, timeoutMs: 14_000 })
    if (picture.title === 'running') picture = await lab.picture('/', { delayMs: 20_000, timeoutMs: 40_000 })
    expect(picture.title).toBe('done []')
    expect(picture.blockedRequests).toBeGreaterThan(100)
    expect(canary.seen).toEqual([])
    // It did get as far as the egress, which asked for the name each time.
    expect(asked.get(REBINDS)).toBeGreaterThan(1)
  })

  test('makes the browser connect to the proxy and to nothing else: no name asked for, no datagram sent', async () => {
    await eventually(async () => (await readFile(netLog(), 'utf8')).length > 100_000)
    const { connects, names, datagrams } = connectionsIn(await readFile(netLog(), 'utf8'))
    expect(connects.size).toBeGreaterThan(0)
    // The proxies of the start's canaries, of pages, and of the browser itself: each on a port of this machine.
    for (const address of connects) expect(address).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(connects).not.toContain(`127.0.0.1:${canary.port}`)
    expect([...names].filter((name) => !/~notfound|\/\/127\.0\.0\.1:/.test(name))).toEqual([])
    expect(datagrams).toBe(0)
  })
})

describe('a navigation', () => {
  test.each(['/to', '/by-script', '/by-meta', '/by-header'])('by %s never reaches what is not public', async (way) => {
    const targets = [at('127.0.0.1'), at('[::1]', 'https'), 'http://169.254.169.254/latest/meta-data', at(MIXED)]
    const codes = targets.map((target) => refusal(`${way}?url=${encodeURIComponent(target)}`))
    // A page that leaves by itself may be pictured before it does; where it would go is reached in neither case.
    const ends = way === '/to' ? ['url_not_allowed'] : ['url_not_allowed', 'a picture']
    for (const code of await Promise.all(codes)) expect(ends).toContain(code)
    expect(canary.seen).toEqual([])
  })

  test('to a name that is public when it is looked at and local when it is dialled is refused', async () => {
    expect(await refusal(at(REBINDS))).toBe('url_not_allowed')
    expect(asked.get(REBINDS)).toBeGreaterThan(1)
    expect(canary.seen).toEqual([])
  })

  test('to this machine in any notation is refused', async () => {
    const codes = TARGETS.filter((host) => host !== REBINDS).map((host) => refusal(at(host)))
    expect(new Set(await Promise.all(codes))).toEqual(new Set(['url_not_allowed']))
    expect(canary.seen).toEqual([])
  })

  test.each([
    ['file:///etc/passwd', 'url_not_allowed'],
    ['data:text/html,x', 'url_not_allowed'],
    ['chrome://version', 'url_not_allowed'],
    ['blob:http://x/1', 'url_not_allowed'],
    // Another program's scheme to Chromium: it lets go without a word.
    ['view-source:http://page.test/', 'unprocessable'],
    ['intent://x#Intent;end', 'unprocessable'],
  ])('by a redirect to %s: %s', async (target, code) => {
    expect(await refusal(`/to?url=${encodeURIComponent(target)}`)).toBe(code)
  })

  test.each(['file:///etc/passwd', 'chrome://version', 'data:text/html,x'])(
    'by a script to %s leads nowhere',
    async (target) => {
      const { finalUrl } = await lab.picture(`/by-script?url=${encodeURIComponent(target)}`)
      expect(finalUrl).toContain('/by-script')
    },
  )
})

describe('the pool does not open', () => {
  const startWith = async (flags: (flags: string[]) => string[]) => {
    const before = chromiumsOf(process.pid)
    const browser = openBrowser({ config: labConfig(''), log: createLog('silent'), flags })
    const problem = await browser.start().then(
      () => 'it did',
      (error: unknown) => (error instanceof Error ? error.message : error),
    )
    await browser.stop()
    expect(chromiumsOf(process.pid)).toEqual(before)
    return problem
  }

  test('when Chromium goes past the proxy to this machine', async () => {
    const weakened = (flags: string[]) =>
      flags.filter((flag) => !flag.startsWith('--proxy-bypass-list') && !flag.startsWith('--host-resolver-rules'))
    expect(await startWith(weakened)).toMatch(/past the guarded egress/)
  })

  test('when Chromium runs without its sandbox', async () => {
    expect(await startWith((flags) => [...flags, '--no-sandbox'])).toMatch(/without its sandbox/)
  })

  test('when Chromium does not come up, and what it said is told', async () => {
    expect(await startWith((flags) => [...flags, '--user-data-dir=/proc/nowhere'])).toMatch(/Chromium ended at once: ./)
  })
})

// Last, because what such a browser has sent may arrive after it is gone.
test('does reach the canary from a browser that is not sandboxed: the measurement bites', async () => {
  const config = labConfig(lab.site.allow)
  const { browser, chromium } = await launchBrowser({
    chromium: await findChromium({
      chromiumPath: config.CHROMIUM_PATH,
      folder: resolve(config.DATA_DIR, 'browser'),
      searchPath: '',
    }),
    before: await confinement(),
    fontsConf: await writeFontsConf(folder),
    proxyUrl: '',
    flags: (flags) => flags.filter((flag) => !/^--(?:proxy|host-resolver|force-webrtc)/.test(flag)),
  })
  try {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`http://127.0.0.1:${lab.site.port}/`, { waitUntil: 'commit' })
    const kinds = () => new Set(canary.seen.map((line) => line.slice(0, 3)))
    await eventually(() => kinds().size === 2)
    expect(kinds()).toEqual(new Set(['tcp', 'udp']))
  } finally {
    chromium.kill()
    await chromium.gone
    canary.seen.length = 0
  }
})
