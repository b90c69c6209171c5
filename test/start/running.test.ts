import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { catalog } from '#shared/catalog/catalog.ts'
import { send } from '#shared/playground/processes/end-process.ts'

import { exposed, shownOf } from '../support/exposed-secrets.ts'
import { ordinary } from './account.ts'
import { type Checkout, emptyCheckout } from './checkout.ts'
import { type Product, readPlayground, startProduct, until } from './product.ts'
import { runningIn } from './running-in.ts'

const SET_BY_ITS_USER = { AGENT_SIGNUP_SECRET: 'a-secret-that-the-user-has-set' }

let checkout: Checkout
beforeAll(() => {
  checkout = emptyCheckout(ordinary)
})
afterAll(killAll)

/** The product that runs now: each test leaves its own to the next. */
let running: Product | undefined
const start = async () => {
  // Some tests ask again and again until there is an answer, which must not count as too many calls.
  const env = { LIMITS: 'off', ...SET_BY_ITS_USER }
  running = await startProduct({ folder: checkout.folder, account: ordinary, env })
  return running
}

async function runningProduct(): Promise<Product> {
  const product = running ?? (await start())
  await product.ready()
  return product
}

function killAll() {
  for (const { pid } of runningIn(checkout.folder)) send(pid, 'SIGKILL')
}

test('kill -9 while the database is being made leaves nothing half-made', async () => {
  const state = join(checkout.folder, '.farebox')
  const first = await start()
  await until(
    'initdb runs',
    () => existsSync(state) && readdirSync(state).some((name) => name.startsWith('postgres.new-')),
  )
  expect(existsSync(join(state, 'postgres'))).toBe(false)
  killAll()
  await first.gone()
  const second = await start()
  await second.ready()
  expect(readdirSync(state).filter((name) => name.startsWith('postgres'))).toEqual(['postgres'])
})

test('no process of the playground shows a secret, made by it or set by its user', async () => {
  const product = await runningProduct()
  const read = (name: string): unknown => JSON.parse(readFileSync(join(checkout.folder, '.farebox', name), 'utf8'))
  const made = z
    .object({
      server_secret: z.string(),
      admin_token: z.string(),
      receipt_seed: z.string(),
      postgres_password: z.string(),
    })
    .parse(read('installation.json'))
  const { base, solana } = z
    .object({
      base: z.record(z.string(), z.object({ private_key: z.string() })),
      solana: z.record(z.string(), z.object({ secret_key: z.string() })),
    })
    .parse(read('wallets.json'))
  const keys = [
    ...Object.values(base).map(({ private_key: key }) => key.replace('0x', '')),
    ...Object.values(solana).map(({ secret_key: key }) => key),
  ]
  expect(keys.length).toBe(9)

  // npm is not ours, and shows what its user gave it.
  const shown = shownOf([product.npm]).filter(({ pid }) => pid !== product.npm)
  const commands = shown.map(({ command }) => command).join('\n')
  for (const part of [
    'playground/main.ts',
    'ingress/main.ts',
    'settlement-watch',
    'solana/main.ts',
    'bin/postgres -D',
  ]) {
    expect(commands).toContain(part)
  }
  for (const part of ['anvil', '--type=zygote']) expect(commands).toContain(part)
  // The search works: what is no secret is found.
  expect(exposed(shown, { home: join(checkout.folder, '..') }).length).toBeGreaterThan(5)
  expect(
    exposed(shown, { ...made, ...SET_BY_ITS_USER, ...Object.fromEntries(keys.map((key, n) => [`key ${n}`, key])) }),
  ).toEqual([])
})

/** Their only sources are services of others, which a machine without internet cannot ask. */
const OF_OTHERS = `
  stock-quote crypto-price crypto-price-batch crypto-sentiment weather rdap-whois dns-records dns-lookup repo-safety
  repo-due-diligence web-search search-scrape news-headlines hn-headlines wayback-snapshot wikipedia-summary research-brief
`
  .trim()
  .split(/\s+/)

test('every sample that is printed works as it stands: 200, or 503 for what is not for sale here', async () => {
  const { baseUrl } = await runningProduct()
  const grant = spawnSync(process.execPath, ['shared/cli/main.ts', 'key', 'grant', '--cents', '20000'], {
    cwd: checkout.folder,
    env: { DATA_DIR: join(checkout.folder, '.farebox') },
  })
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(grant.stdout.toString()))
  const ends: Record<string, string> = {}
  const call = async (slug: string) => {
    const url = `${baseUrl}/api/v1/outcomes/${slug}`
    const probe = await fetch(`${baseUrl}/api/v1/outcomes/pay-probe/${slug}`)
    const { sample_input: input } = z.object({ sample_input: z.looseObject({}) }).parse(await probe.json())
    const headers = { 'content-type': 'application/json', 'x-service-key': key }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) })
    const { code = 'ok' } = z.object({ code: z.string().optional() }).parse(await answer.json())
    ends[slug] = `${answer.status} ${code}`
  }
  const outcomes = [...catalog.values()].map(({ outcome }) => outcome)
  const alone = outcomes.filter(({ example }) => example.follows === undefined).map(({ slug }) => slug)
  while (alone.length > 0) await Promise.all(alone.splice(0, 12).map(call))
  for (const { slug, example } of outcomes) if (example.follows !== undefined) await call(slug)

  const notSold = outcomes.filter(({ models, withoutModel }) => models.length > 0 && withoutModel === 'never')
  const expected = Object.fromEntries(outcomes.map(({ slug }): [string, unknown] => [slug, '200 ok']))
  for (const slug of OF_OTHERS) expected[slug] = expect.toBeOneOf(['200 ok', '502 upstream_unavailable'])
  for (const { slug } of notSold) expected[slug] = '503 model_not_configured'
  expected['sec-filings'] = '503 unavailable'
  expect(ends).toEqual(expected)
})

test('the endpoint of a seller is on sale, and is called and paid from a demo wallet on both chains', async () => {
  await runningProduct()
  const answerOf = (...words: string[]) => {
    const { stdout } = spawnSync(process.execPath, ['shared/cli/main.ts', ...words, '--json'], {
      cwd: checkout.folder,
      env: { DATA_DIR: join(checkout.folder, '.farebox') },
    })
    return z.object({ status: z.number(), answer: z.unknown() }).parse(JSON.parse(stdout.toString()))
  }
  await until('the endpoint is on sale', () => JSON.stringify(answerOf('seller', 'list')).includes('"word-count"'))
  for (const rail of ['base', 'solana'])
    expect(answerOf('call', 'sellers/word-count', 'text=One widget.', '--pay', rail)).toMatchObject({
      status: 200,
      answer: { result: { words: 2, sentences: 1, characters: 11 }, charge: { cents: 50 } },
    })
})

test('the command line buys a listing on Solana from the demo wallet, in USDC and in SOL', async () => {
  const { baseUrl } = await runningProduct()
  const found = await fetch(`${baseUrl}/api/listings?limit=50`)
  const Listings = z.object({
    items: z.array(z.object({ listing_id: z.string(), purchase: z.object({ rails: z.array(z.string()) }) })),
  })
  const { items } = Listings.parse(await found.json())
  const id = items.find(({ purchase }) => purchase.rails.includes('solana'))?.listing_id ?? ''
  for (const currency of ['usdc', 'sol']) {
    const bought = spawnSync(process.execPath, ['shared/cli/main.ts', 'buy', id, '--pay', currency, '--json'], {
      cwd: checkout.folder,
      env: { DATA_DIR: join(checkout.folder, '.farebox') },
    })
    expect(bought.stdout.toString(), bought.stderr.toString()).toMatch(/"delivery_status": ?"delivered"/)
  }
})

test('a start right after kill -9 of the supervisor goes on with the same data and leaves nothing of the old one', async () => {
  const first = await runningProduct()
  const token = readPlayground(checkout.folder).admin_token
  const old = runningIn(checkout.folder).map(({ pid }) => pid)
  send(first.process('playground/main.ts').pid, 'SIGKILL')
  const second = await start()
  await second.ready()
  expect(readPlayground(checkout.folder).admin_token).toBe(token)
  const now = runningIn(checkout.folder).map(({ pid }) => pid)
  expect(now.filter((pid) => old.includes(pid))).toEqual([])
  expect(second.stderr()).toBe('')
})

/** A free call, which goes through the ingress, the queue, a worker and the database. */
const call = (product: Product) =>
  fetch(`${product.baseUrl}/api/v1/outcomes/reliability-scorecard`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"practices":{"timeouts":true}}',
  }).catch(() => undefined)

test('a worker, the ingress, the chains and PostgreSQL that were killed come back', async () => {
  const product = await runningProduct()
  const parts = ['workers/main.ts outcome', 'ingress/main.ts', 'bin/anvil', 'chains/solana/main.ts', 'bin/postgres -D']
  for (const part of parts) {
    const before = product.process(part).pid
    send(before, 'SIGKILL')
    await until(`${part} runs again`, () =>
      runningIn(checkout.folder).some(({ command, pid }) => command.includes(part) && pid !== before),
    )
    await until('a call is answered', async () => (await call(product))?.status === 200)
  }
  expect(product.stderr().trim().split('\n')).toHaveLength(parts.length)
  // SIGTERM to npm ends all of them, and nothing more is said.
  send(product.npm, 'SIGTERM')
  await product.gone()
  expect(product.stderr().trim().split('\n')).toHaveLength(parts.length)
})
