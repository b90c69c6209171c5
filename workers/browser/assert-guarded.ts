import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Browser } from 'playwright-core'

import type { Log } from '#shared/log.ts'

import type { EgressPolicy } from '../egress/policy.ts'
import { startEgressProxy } from '../egress/proxy/start-egress-proxy.ts'
import type { ChromiumProcess } from './chromium/start-chromium.ts'
import { isSandboxed, membersOf } from './chromium/process-group.ts'

const PAGE_MS = 10_000

/** The browser's confinement is incomplete: no pages may be opened. */
export class Unguarded extends Error {
  override readonly name = 'Unguarded'
}

/**
 * Checks the confinement of a browser before it opens the first page: it tries to reach a canary server on this machine
 * in every way it can, and its renderers must be sandboxed. Throws Unguarded.
 */
export async function assertGuarded(
  { browser, chromium }: { browser: Browser; chromium: ChromiumProcess },
  { policy, log }: { policy: EgressPolicy; log: Log },
): Promise<void> {
  // Other programs of this machine may connect to the canary's port, too: the browser's requests are known by their path.
  const path = `/${randomUUID()}`
  let reached = 0
  const count = ({ url }: IncomingMessage) => {
    if (url === path) reached += 1
  }
  const canary = createServer((request, response) => {
    count(request)
    response.end()
  })
  canary.on('upgrade', (request, socket) => {
    count(request)
    socket.destroy()
  })
  await new Promise<void>((done, fail) => canary.once('error', fail).listen(0, '127.0.0.1', done))
  // Safe: a listening TCP server has an address with a port.
  const { port } = canary.address() as AddressInfo
  const target = { port, path }
  const proxy = await startEgressProxy({ policy, log, pause: () => Promise.resolve() })
  try {
    // With the context proxy of a screenshot, then with the browser's own proxy.
    await tryToReach(browser, chromium, target, { proxy: { server: proxy.url, bypass: '<-loopback>' } })
    await tryToReach(browser, chromium, target, {})
    if (reached > 0) throw new Unguarded('Chromium reaches this machine past the guarded egress')
    if (proxy.counts().denied === 0) throw new Unguarded('Chromium does not ask the guarded egress')
  } finally {
    await proxy.close()
    await new Promise((done) => canary.close(done).closeAllConnections())
  }
}

async function tryToReach(
  browser: Browser,
  chromium: ChromiumProcess,
  { port, path }: { port: number; path: string },
  own: Parameters<Browser['newContext']>[0],
): Promise<void> {
  const context = await browser.newContext(own)
  try {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const page = await context.newPage()
      await page.goto(`http://${host}:${port}${path}`, { timeout: PAGE_MS }).catch(() => undefined)
    }
    const page = await context.newPage()
    const program = `Promise.allSettled([
      fetch('http://127.0.0.1:${port}${path}', { mode: 'no-cors' }),
      new Promise((done) => { const socket = new WebSocket('ws://localhost:${port}${path}'); socket.onopen = socket.onerror = done }),
    ]).then(() => 0)`
    await page.evaluate(program)
    if (process.platform === 'linux') assertSandboxed(chromium.pid)
  } finally {
    await context.close()
  }
}

function assertSandboxed(pid: number): void {
  const renderers = membersOf(pid).filter(({ kind }) => kind === 'renderer')
  if (renderers.length === 0 || !renderers.every((renderer) => isSandboxed(renderer.pid))) {
    throw new Unguarded('Chromium runs without its sandbox')
  }
}
