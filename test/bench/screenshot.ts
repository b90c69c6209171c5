import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { type Browser, chromium as playwright, type Page } from 'playwright-core'

import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { createLog } from '#shared/log.ts'
import { writeFontsConf } from '#shared/pictures/write-fonts-conf.ts'
import { confinement } from '#workers/browser/chromium/confinement.ts'
import { findChromium } from '#workers/browser/chromium/find-chromium.ts'
import { membersOf, pidsOf } from '#workers/browser/chromium/process-group.ts'
import { openBrowser } from '#workers/browser/open-browser.ts'

/**
 * The screenshot pool against a bare Playwright loop with the same Chromium, the same fonts and its sandbox on, 2 at once,
 * rounds taken in turn; then what the pool and its browser hold over 500 pictures. `fresh` opens a page for each picture,
 * as `browser.newPage()` does; `reused` keeps two pages open, which no pool of strangers' pages may do. Prints one JSON
 * line; the aims are a ratio to `fresh` of at least 0.9 and a memory slope under 2 %, and for jobs that come one by one a
 * wait of at most 1.25 times that of `reused`.
 */
const AT_ONCE = 2
const ROUNDS = 5
const PER_ROUND = { light: 20, heavy: 8 }
const PICTURES = 500
const SETTLED = 50
/** Jobs that come one by one, and the milliseconds between them. */
const SINGLE = 30
const GAP_MS = 250
const VIEWPORT = { width: 1_280, height: 800 }

const PAGES = {
  '/light': `<!doctype html><title>Light</title><h1>A page</h1>${'<p>Some words of a page of usual size.</p>'.repeat(40)}`,
  '/heavy': `<!doctype html><title>Heavy</title><style>td { border: 1px solid #ccc; padding: 4px; border-radius: 4px } tr:nth-child(odd) { background: linear-gradient(90deg, #eef, #fee) }</style>
    <table>${Array.from({ length: 1_500 }, (_, row) => `<tr>${Array.from({ length: 8 }, (__, cell) => `<td>row ${row} cell ${cell}</td>`).join('')}</tr>`).join('')}</table>
    <script>for (let n = 0, x = 0; n < 2e7; n++) x += n</script>`,
} as const
type Path = keyof typeof PAGES

if (process.send === undefined) await measure()
else serve(process.send.bind(process))

function serve(tell: (message: unknown) => void): void {
  const server = createServer(({ url }, response) => {
    const page = PAGES[url === '/heavy' ? '/heavy' : '/light']
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  // Safe: a TCP server that listens has a port.
  server.listen(0, '127.0.0.1', () => tell((server.address() as AddressInfo).port))
}

async function measure(): Promise<void> {
  const server = fork(import.meta.filename)
  const [port] = await once(server, 'message')
  const folder = await mkdtemp(join(tmpdir(), 'bench-screenshot-'))
  const data = resolve('.farebox')
  const ours = openBrowser({
    config: {
      CHROMIUM_PATH: process.env['CHROMIUM_PATH'],
      DATA_DIR: data,
      EGRESS_ALLOW: parseEgressAllow(`page.test:${port}=127.0.0.1`),
      PUBLIC_BASE_URL: undefined,
      publicBaseUrl: 'http://127.0.0.1:8402',
      production: false,
    },
    log: createLog('warn'),
  })
  await ours.start()
  const bare = await playwright.launch({ executablePath: await wrapper(folder, data), chromiumSandbox: true })
  const picture = (path: Path) =>
    ours.door.picture({
      url: `http://page.test:${port}${path}`,
      ...VIEWPORT,
      fullPage: false,
      deviceScale: 1,
      format: 'png',
      waitUntil: 'load',
      delayMs: 0,
      dark: false,
      timeoutMs: 30_000,
      signal: new AbortController().signal,
    })
  const url = (path: Path) => `http://127.0.0.1:${port}${path}`
  const loops = {
    ours: async (path: Path) => void (await picture(path)),
    fresh: (path: Path) => fresh(bare, url(path)),
    reused: await reusing(bare, url),
  }
  const answer: Record<string, number> = {}
  for (const kind of ['light', 'heavy'] as const) {
    const rates = await inTurns(loops, `/${kind}`, PER_ROUND[kind])
    for (const [name, rate] of Object.entries(rates)) answer[`${kind}_${name}_per_s`] = round(rate)
    answer[`${kind}_ratio`] = round(rates.ours / rates.fresh)
    answer[`${kind}_ratio_to_reused`] = round(rates.ours / rates.reused)
  }
  const waits = await waitsInTurns(loops, '/light')
  for (const [name, ms] of Object.entries(waits)) answer[`light_${name}_wait_ms`] = round(ms)
  answer['light_wait_ratio_to_reused'] = round(waits.reused / waits.ours)
  await bare.close()
  Object.assign(answer, await memoryOver(picture, () => ours.groups()))
  await ours.stop()
  server.kill()
  await rm(folder, { recursive: true, force: true })
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

async function fresh(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage({ viewport: VIEWPORT })
  await page.goto(url)
  await shoot(page)
  await page.close()
}

/** Chromium refuses now and then, on a busy machine. */
async function shoot(page: Page): Promise<void> {
  await page.screenshot().catch(() => page.screenshot())
}

async function reusing(browser: Browser, url: (path: Path) => string): Promise<(path: Path) => Promise<void>> {
  const idle = await Promise.all(Array.from({ length: AT_ONCE }, () => browser.newPage({ viewport: VIEWPORT })))
  return async (path) => {
    const page = idle.pop()
    if (page === undefined) throw new Error('more at once than there are pages')
    await page.goto(url(path))
    await shoot(page)
    idle.push(page)
  }
}

/** Pictures a second of each loop: the median of rounds that are taken in turn, so that all meet the same noise. */
async function inTurns<Name extends string>(
  loops: Record<Name, (path: Path) => Promise<void>>,
  path: Path,
  pictures: number,
): Promise<Record<Name, number>> {
  // Safe: the keys of the argument.
  const names = Object.keys(loops) as Name[]
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (const name of names) await atOnce(2, () => loops[name](path))
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const name of names) {
      const began = performance.now()
      await atOnce(pictures, () => loops[name](path))
      rates.get(name)?.push((pictures * 1_000) / (performance.now() - began))
    }
  }
  // Safe: built from the same names.
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<Name, number>
}

/** The median wait for a picture, in milliseconds, where jobs come one by one with a gap between them; loops in turn. */
async function waitsInTurns<Name extends string>(
  loops: Record<Name, (path: Path) => Promise<void>>,
  path: Path,
): Promise<Record<Name, number>> {
  // Safe: the keys of the argument.
  const names = Object.keys(loops) as Name[]
  const waits = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let turn = 0; turn < SINGLE; turn += 1) {
    for (const name of names) {
      await pause(GAP_MS)
      const began = performance.now()
      await loops[name](path)
      waits.get(name)?.push(performance.now() - began)
    }
  }
  // Safe: built from the same names.
  return Object.fromEntries(names.map((name) => [name, median(waits.get(name) ?? [])])) as Record<Name, number>
}

async function atOnce(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times
  const lane = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

/** Resident memory of this process and its browser after each ten pictures, and its slope over pictures 50 to 500. */
async function memoryOver(picture: (path: Path) => Promise<unknown>, groups: () => number[]) {
  const samples: { at: number; mb: number }[] = []
  for (let at = 10; at <= PICTURES; at += 10) {
    let nth = 0
    await atOnce(10, () => picture(nth++ % 2 === 0 ? '/light' : '/heavy'))
    await settled(groups)
    const pids = [process.pid, ...groups().flatMap((group) => pidsOf(group))]
    const sizes = await Promise.all(pids.map(residentMb))
    samples.push({ at, mb: sizes.reduce((sum, mb) => sum + mb, 0) })
  }
  const counted = samples.filter(({ at }) => at >= SETTLED)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanAt = mean(counted.map(({ at }) => at))
  const meanMb = mean(counted.map(({ mb }) => mb))
  const perPicture =
    counted.reduce((sum, { at, mb }) => sum + (at - meanAt) * (mb - meanMb), 0) /
    counted.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  return {
    memory_mean_mb: round(meanMb),
    memory_slope_percent: round((100 * perPicture * (PICTURES - SETTLED)) / meanMb),
  }
}

/** Between pictures: of the tabs only the one that is open ahead is left, and a browser that was replaced is gone. */
async function settled(groups: () => number[]): Promise<void> {
  const isBusy = () =>
    groups().length > 1 ||
    groups()
      .flatMap((group) => membersOf(group))
      .filter(({ kind }) => kind === 'renderer').length > 1
  for (let n = 0; n < 100 && isBusy(); n += 1) await pause(20)
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
}

/** A program that starts the same Chromium the way Playwright expects one. */
async function wrapper(folder: string, data: string): Promise<string> {
  const browser = join(data, 'browser')
  const { file, libraries } = await findChromium({
    chromiumPath: process.env['CHROMIUM_PATH'],
    folder: browser,
    searchPath: process.env['PATH'] ?? '',
  })
  const words = [...(await confinement()), file].map((word) => `'${word}'`).join(' ')
  const path = join(folder, 'chromium')
  const lines = [
    '#!/bin/sh',
    `export FONTCONFIG_FILE='${await writeFontsConf(browser)}'`,
    ...(libraries === null ? [] : [`export LD_LIBRARY_PATH='${libraries}'`]),
    `exec ${words} "$@"`,
  ]
  await writeFile(path, lines.join('\n'), { mode: 0o755 })
  return path
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
