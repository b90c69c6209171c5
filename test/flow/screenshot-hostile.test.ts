import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { openBrowser } from '#workers/browser/open-browser.ts'
import { createPolicy, type EgressPolicy } from '#workers/egress/policy.ts'

import { labConfig, openCanary, openLab, type Routes } from '../support/browser-lab.ts'
import { hostilePage, leadsElsewhere } from '../support/hostile-page.ts'

/** Every way to write this machine, and what is near it. `rebind.example` is public when first asked, then local. */
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
  'rebind.example',
  'mixed.example',
]
const PUBLIC = '93.184.216.34'

let canary: Awaited<ReturnType<typeof openCanary>>
let lab: Awaited<ReturnType<typeof openLab>>
let folder = ''
const asked = new Map<string, number>()

/** The product's policy, its names answered by us: two that answer differently from time to time, no other exists. */
function policyFor(sitePort: number): EgressPolicy {
  return createPolicy({
    allow: [{ host: 'page.test', port: sitePort, ip: '127.0.0.1' }],
    ownNames: [],
    ownAddresses: () => new Set(),
    // The canary's port is allowed, so that nothing but its address keeps a page from it.
    ports: new Set([80, 443, canary.port]),
    resolveName: (name) => {
      const before = asked.get(name) ?? 0
      asked.set(name, before + 1)
      if (name === 'rebind.example') return Promise.resolve([before === 0 ? PUBLIC : '127.0.0.1'])
      return Promise.resolve(name === 'mixed.example' ? [PUBLIC, '127.0.0.1'] : [])
    },
  })
}

beforeAll(async () => {
  canary = await openCanary()
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  const at = (host: string) => `http://${host}:${canary.port}/`
  const routes: Routes = {
    '/': hostilePage(TARGETS, canary.port),
    '/to': leadsElsewhere,
    '/by-script': (request, response) => {
      const to = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? ''
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>location = ${JSON.stringify(to)}</script>`)
    },
    '/by-meta': (request, response) => {
      const to = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? ''
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<meta http-equiv="refresh" content="0;url=${to}">`)
    },
    '/by-header': (request, response) => {
      const to = new URL(request.url ?? '', 'http://x').searchParams.get('url') ?? ''
      response.writeHead(200, { 'content-type': 'text/html', refresh: `0;url=${to}` }).end('x')
    },
    '/sw.js': (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(`self.addEventListener('install', () => fetch('${at('127.0.0.1')}sw'))`),
  }
  lab = await openLab(routes, {
    policyFor,
    flags: (flags) => [...flags, `--log-net-log=${join(folder, 'net-log.json')}`],
  })
})
afterAll(async () => {
  await lab.close()
  await canary.close()
  if (!process.env['KEEP']) await rm(folder, { recursive: true, force: true })
  else console.log(folder)
})
beforeEach(() => asked.clear())

test('a page that tries everything reaches nothing, and is pictured all the same', async () => {
  const picture = await lab.picture('/', { delayMs: 3_500, timeoutMs: 14_000 })
  expect(picture.title).toMatch(/^done /)
  expect(picture.title).toBe('done []')
  expect(canary.seen).toEqual([])
  expect(picture.blockedRequests).toBeGreaterThan(100)
  // Each name was asked for by the egress, so the page did get that far.
  expect(asked.get('rebind.example')).toBeGreaterThan(1)
})
