import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

import sharp from 'sharp'

import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { createLog } from '#shared/log.ts'
import type { PictureRequest } from '#shared/doors/browser.ts'
import { type BrowserOptions, openBrowser } from '#workers/browser/open-browser.ts'
import type { EgressPolicy } from '#workers/egress/policy.ts'

export type Routes = Record<string, string | ((request: IncomingMessage, response: ServerResponse) => void)>

/** A site on this machine. A route is a page's HTML, or a handler; the path `*` is what no other route takes. */
export async function openSite(routes: Routes) {
  const hits: string[] = []
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    hits.push(request.url ?? '')
    const route = routes[path] ?? routes['*']
    if (typeof route === 'function') {
      route(request, response)
      return
    }
    response.writeHead(route === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(route ?? '<h1>nothing here</h1>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    port,
    hits,
    /** The address of a page under the name the egress knows. */
    url: (path: string) => `http://page.test:${port}${path}`,
    /** The EGRESS_ALLOW entry that opens it. */
    allow: `page.test:${port}=127.0.0.1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Listens on this machine, TCP and UDP, both families, and counts whoever comes. */
export async function openCanary() {
  const seen: string[] = []
  const tcp = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => void seen.push(`tcp ${data.toString('latin1').slice(0, 120)}`))
    seen.push('tcp connection')
    // An answer, so that a page that got here shows it.
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nAccess-Control-Allow-Origin: *\r\n\r\nsecret')
  })
  tcp.listen(0, '::')
  await once(tcp, 'listening')
  // Safe: a TCP server has a port.
  const { port } = tcp.address() as AddressInfo
  const udp = createSocket('udp6')
  udp.on('message', (_, from) => void seen.push(`udp from ${from.address}:${from.port}`))
  udp.bind(port, '::')
  await once(udp, 'listening')
  return {
    port,
    seen,
    close: async () => {
      udp.close()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}

export const labConfig = (allow: string): BrowserOptions['config'] => ({
  // The one of the packages unless the environment says otherwise: no test depends on what the machine has.
  CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
  DATA_DIR: '.farebox',
  EGRESS_ALLOW: parseEgressAllow(allow),
  PUBLIC_BASE_URL: undefined,
  publicBaseUrl: 'http://127.0.0.1:8402',
  production: false,
})

/** A site and the screenshot engine itself, without queue or money. */
export async function openLab(
  routes: Routes,
  { policyFor, ...options }: Partial<BrowserOptions> & { policyFor?: (sitePort: number) => EgressPolicy } = {},
) {
  const site = await openSite(routes)
  const browser = openBrowser({
    config: labConfig(site.allow),
    log: createLog(process.env['TEST_LOG_LEVEL'] ?? 'silent'),
    ...(policyFor === undefined ? {} : { policy: policyFor(site.port) }),
    ...options,
  })
  await browser.start()
  const request = (path: string): PictureRequest => ({
    url: /^\w+:/.test(path) ? path : site.url(path),
    width: 400,
    height: 300,
    fullPage: false,
    deviceScale: 1,
    format: 'png',
    waitUntil: 'load',
    delayMs: 0,
    dark: false,
    timeoutMs: 12_000,
    signal: new AbortController().signal,
  })
  return {
    site,
    browser,
    picture: (path: string, more: Partial<PictureRequest> = {}) => browser.door.picture({ ...request(path), ...more }),
    close: async () => {
      await browser.stop()
      await site.close()
    },
  }
}

/** Colours of a picture by place, as #rrggbb. */
export async function pixelsOf(
  bytes: Buffer,
): Promise<{ width: number; height: number; at: (x: number, y: number) => string }> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    `#${data.toString('hex', (y * info.width + x) * 3, (y * info.width + x) * 3 + 3)}`
  return { width: info.width, height: info.height, at }
}

/** kill -9, for whoever may be gone already. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was.
  }
}

/** Pids of the Chromiums a process started, which are also their process groups. */
export function chromiumsOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] = readFileSync(`/proc/${pid}/stat`, 'latin1')
          .replace(/^.*\) /s, '')
          .split(' ')
        return (
          Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--remote-debugging-pipe')
        )
      } catch {
        return false
      }
    })
}
