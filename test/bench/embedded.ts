import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { z } from 'zod'

import { catalog } from '#shared/catalog/catalog.ts'
import type { EgressAnswer } from '#shared/doors/egress.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { Refusal } from '#shared/errors.ts'

import { upstreamSamples } from '../support/files/upstream-samples.ts'

/**
 * What outcomes that answer from embedded data cost: the median and 99th percentile of a warm run in milliseconds (aim: a
 * median under 20), the first run of a process and that of a machine (vehicles are unpacked once), and the memory their
 * data takes in a process of its own after some runs and a collection: what is kept (heap and buffers) and how much the
 * resident size grew, garbage of loading included. Every embedded data set has its row: where an outcome needs more than
 * its data, that is given to it (a page, filings) or missing (resolvers). `node test/bench/embedded.ts` prints a table and one line of JSON.
 */
const WARM_AIM_MS = 20
const RUNS = 300

/** Inputs that differ from run to run, so that nothing is answered from what the last one left behind. */
const INPUTS: Readonly<Record<string, (nth: number) => Record<string, unknown>>> = {
  'dictionary-define': (nth) => ({ word: ['ledger', 'running', 'geese', 'receive', 'ice cream', 'recieve'][nth % 6] }),
  'vin-decode': (nth) => ({
    vin: ['1HGCM82633A004352', '5YJSA1E26HF000337', 'KM8K2CAB4PU001140', 'WBA3A5C50CF256985'][nth % 4],
  }),
  'ip-geo': (nth) => ({
    ip: nth % 5 === 4 ? `2606:4700:${(nth % 90) + 10}::1` : `${(nth % 200) + 20}.${nth % 255}.3.4`,
  }),
  'timezone-convert': (nth) => ({
    datetime: `2024-${String((nth % 12) + 1).padStart(2, '0')}-10T02:30:00`,
    from_tz: ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'][nth % 3],
    to_tz: 'Asia/Tokyo',
  }),
  'geocode-us': (nth) => ({ address: ['10001', '20500', '60601', '94103', 'Suitland, MD', 'New York, NY'][nth % 6] }),
  'currency-convert': (nth) => ({ amount: nth, from_currency: 'USD', to_currency: ['EUR', 'JPY', 'KWD'][nth % 3] }),
  'email-verify-lite': (nth) => ({ email: `jo${nth}@${['mailinator.com', 'gmail.com', 'acme.com'][nth % 3]}` }),
  'tech-fingerprint': (nth) => ({ url: `https://example.com/${nth}`, include_dns: false }),
  'sec-filings': (nth) => ({ ticker: ['AAPL', 'MSFT', 'BRK.B'][nth % 3] }),
  'summarize-text': (nth) => ({ text: `Widget ${nth} turns. ${'It is made of steel in the old town. '.repeat(20)}` }),
}

const PAGE = Buffer.from(
  '<html><meta name="generator" content="WordPress 6.8"><script src="/wp-includes/js/jquery.min.js"></script><p>Widgets.',
)
const fetched = (url: string): EgressAnswer => ({
  url,
  status: 200,
  headers: { server: 'nginx', 'content-type': 'text/html' },
  contentType: 'text/html',
  charset: 'utf-8',
  body: PAGE,
  wireBytes: PAGE.length,
  truncated: false,
  hops: [],
  redirect: null,
  timings: { dns: null, connect: null, tls: null, firstByte: 1, total: 1 },
  connection: null,
  fetchedAt: new Date(),
})

const Measured = z.object({
  first_ms: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  kept_mb: z.number(),
  rss_mb: z.number(),
})
type Row = { slug: string; once_ms: number } & z.output<typeof Measured>

const [, , only] = process.argv
if (only === undefined) await measureAll()
else process.stdout.write(`${JSON.stringify(await measure(only))}\n`)

/** One outcome in this process. Every upstream is down, as an installation without a network has it. */
async function measure(slug: string): Promise<z.output<typeof Measured>> {
  const outcome = catalog.get(slug)?.outcome
  const input = INPUTS[slug]
  if (outcome === undefined || input === undefined) throw new Error(`no such row: ${slug}`)
  const { fakeUpstreams } = await import('#test/support/fakes/fake-doors.ts')
  const upstreams = fakeUpstreams(({ upstream }) =>
    upstream === 'sec-data' ? { body: upstreamSamples['sec-data']?.ok.body } : 'not_configured',
  )
  const nobody = () => Promise.reject(new Refusal('upstream_unavailable', 'No resolver answered.'))
  const dns = { resolvers: [], ask: nobody, askOne: nobody }
  const egress = { fetch: (url: string) => Promise.resolve(fetched(url)), vet: (url: string) => Promise.resolve(url) }
  const run = (nth: number) => outcome.run(input(nth), fakeContext({ upstreams, dns, egress }))
  const before = memory()
  const first = await timed(() => run(0))
  for (let nth = 1; nth < 30; nth += 1) await run(nth)
  const after = memory()
  const times: number[] = []
  for (let nth = 0; nth < RUNS; nth += 1) times.push(await timed(() => run(nth)))
  const sorted = times.toSorted((one, other) => one - other)
  return {
    first_ms: round(first),
    p50_ms: round(sorted[Math.floor(RUNS / 2)] ?? Number.NaN),
    p99_ms: round(sorted[Math.floor(RUNS * 0.99)] ?? Number.NaN),
    kept_mb: megabytes(after.kept - before.kept),
    rss_mb: megabytes(after.rss - before.rss),
  }
}

async function measureAll(): Promise<void> {
  const rows: Row[] = []
  for (const slug of Object.keys(INPUTS)) {
    const { first_ms: once_ms } = await inOwnProcess(slug)
    rows.push({ slug, once_ms, ...(await inOwnProcess(slug)) })
  }
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(18) : String(cell).padStart(12))).join('')
  process.stdout.write(`${line(['outcome', 'ever first', 'first ms', 'p50 ms', 'p99 ms', 'kept MB', 'RSS MB'])}\n`)
  for (const { slug, once_ms, first_ms, p50_ms, p99_ms, kept_mb, rss_mb } of rows) {
    process.stdout.write(`${line([slug, once_ms, first_ms, p50_ms, p99_ms, kept_mb, rss_mb])}\n`)
  }
  const slow = rows.filter(({ p50_ms }) => p50_ms >= WARM_AIM_MS).map(({ slug }) => slug)
  process.stdout.write(`${JSON.stringify({ bench: 'embedded', aim_ms: WARM_AIM_MS, slow, rows })}\n`)
}

async function inOwnProcess(slug: string): Promise<z.output<typeof Measured>> {
  const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'embedded.ts'), slug], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${slug} ended with ${String(code)}`)
  return Measured.parse(JSON.parse(text))
}

function memory(): { kept: number; rss: number } {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { kept: heapUsed + external, rss }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100
}
