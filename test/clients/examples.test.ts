import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { freePort } from '#shared/playground/free-port.ts'
import { openSettlementLab, type SettlementLab } from '#test/support/labs/settlement-lab.ts'
import { openWorld, type World } from '#test/support/world/world.ts'

import { installedClients, pythonWithHttpx } from './installed-clients.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'docs/examples')
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const run = promisify(execFile)

const python = pythonWithHttpx()
let clients: Record<'main' | 'solana', string>
let lab: SettlementLab
let world: World
let env: Record<string, string>
beforeAll(async () => {
  clients = { main: installedClients('main'), solana: installedClients('solana') }
  lab = await openSettlementLab({ base: true, solana: true })
  const port = String(await freePort())
  const SETTLEMENT_URL = `http://127.0.0.1:${port}`
  await lab.start({ SETTLEMENT_PORT: port, SETTLEMENT_URL })
  const { BASE_PAY_TO = '', SOLANA_PAY_TO = '', SOLANA_FEE_PAYER = '' } = lab.env()
  world = await openWorld({ backend: 'redis', env: { SETTLEMENT_URL, BASE_PAY_TO, SOLANA_PAY_TO, SOLANA_FEE_PAYER } })
  await world.ready()
  const [base, solana] = [
    await lab.base.wallet({ microUsdc: 1_000_000n }),
    await lab.solana.wallet({ microUsdc: 1_000_000n }),
  ]
  env = {
    PATH: process.env['PATH'] ?? '',
    FAREBOX_URL: world.baseUrl,
    FAREBOX_KEY: (await world.key(100)).key,
    BASE_PRIVATE_KEY: base.privateKey,
    SOLANA_SECRET_KEY: solana.secret_key,
    SOLANA_RPC_URL: lab.solana.rpcUrl,
  }
})
afterAll(async () => {
  expect((await audit(world.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await world.close()
  await lab.close()
})

/** What a program prints. Its errors are the test's. */
const printed = async (file: string, args: string[], cwd: string, more: Record<string, string> = {}) =>
  (await run(file, args, { cwd, env: { ...env, ...more }, timeout: 60_000 })).stdout

const settled = async () =>
  Number((await world.sql<{ n: string }>(`select count(*) as n from payment_proof where state = 'settled'`))[0]?.n)

test('every example is run here', () => {
  const ran = ['ai-sdk.ts', 'client.ts', 'curl.sh', 'fetch.ts', 'httpx_key.py', 'langchain.ts', 'mcp-2025.ts']
  const paid = [
    'mcp-2025-x402.ts',
    'mppx-base.ts',
    'mppx-solana.ts',
    'n8n-workflow.json',
    'x402-base.ts',
    'x402-solana.ts',
  ]
  expect(readdirSync(EXAMPLES).toSorted()).toEqual([...ran, ...paid].toSorted())
})

test('curl', async () => {
  expect(await printed('sh', ['curl.sh'], EXAMPLES)).toContain(HELLO)
})

test.each(['fetch.ts'])('%s, which needs nothing', async (name) => {
  expect(await printed(process.execPath, [name], EXAMPLES)).toContain(HELLO)
})

test.each(['client.ts', 'x402-base.ts', 'x402-solana.ts'])('%s pays on a chain, once', async (name) => {
  const before = await settled()
  expect(await printed(process.execPath, [join(EXAMPLES, name)], ROOT)).toContain(HELLO)
  expect(await settled()).toBe(before + 1)
})

test.each([
  ['mppx-base.ts', 'main'],
  ['mppx-solana.ts', 'solana'],
] as const)('%s pays on its chain, once, and has a receipt', async (name, install) => {
  const before = await settled()
  const out = await printed(process.execPath, [name], clients[install])
  expect(out).toContain(HELLO)
  expect(out).toMatch(/receipt [\w-]{40}/)
  expect(await settled()).toBe(before + 1)
})

test('mcp-2025-x402.ts pays in _meta with the client of the 1.x SDK, once, and has a receipt', async () => {
  const before = await settled()
  const out = await printed(process.execPath, ['mcp-2025-x402.ts'], clients.main)
  expect(out).toContain(HELLO)
  expect(out).toMatch(/receipt .*"success":true/)
  expect(await settled()).toBe(before + 1)
})

test.each(['ai-sdk.ts', 'langchain.ts', 'mcp-2025.ts'])('%s', async (name) => {
  expect(await printed(process.execPath, [name], clients.main)).toContain(HELLO)
})

test.skipIf(python === null)('httpx (left out where neither PATH nor Debian has it)', async () => {
  const { file, env: own, modules } = python ?? { file: '', env: {}, modules: '' }
  const more = { PYTHONPATH: modules, LD_LIBRARY_PATH: own['LD_LIBRARY_PATH'] ?? '' }
  expect(await printed(file, [join(EXAMPLES, 'httpx_key.py')], EXAMPLES, more)).toContain(HELLO)
})

test('the programs on the page of an outcome call it with its sample', async () => {
  const page = await (await fetch(`${world.baseUrl}/api/v1/outcomes/json-repair.md`)).text()
  const programs = [...page.matchAll(/^### (\S+\.ts):.*\n\n```ts\n([^]*?)\n```$/gm)]
  const installs: Record<string, string> = {
    'mppx-base.ts': clients.main,
    'mppx-solana.ts': clients.solana,
    'ai-sdk.ts': clients.main,
    'langchain.ts': clients.main,
  }
  expect(programs).toHaveLength(8)
  for (const [, name = '', text = ''] of programs) {
    // Two folders below the root, as docs/examples is.
    const folder = installs[name] ?? join(ROOT, '.farebox/programs')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, `page-${name}`), text)
    expect(await printed(process.execPath, [`page-${name}`], folder), name).toContain('Ada')
  }
})

test('mppx validate finds no fault in a paid route and the document, but that passes read no body', async () => {
  type Check = { label: string; severity: string }
  // Safe: the library's own entry.
  const { validate } = (await import(join(clients.main, 'node_modules/mppx/dist/validation/index.js'))) as {
    validate: (options: object) => Promise<{
      discovery: { checks: Check[] }
      endpoints: { challenge: Check[]; errorHandling: Check[] }[]
    }>
  }
  const report = await validate({ url: world.baseUrl, endpoint: 'POST:/api/v1/outcomes/hash-text', skipPayment: true })
  const checks = report.endpoints.flatMap(({ challenge, errorHandling }) => [...challenge, ...errorHandling])
  const faults = [...report.discovery.checks, ...checks].filter(({ severity }) => ['warn', 'fail'].includes(severity))
  expect(checks.length).toBeGreaterThan(5)
  expect(new Set(faults.map(({ label }) => label))).toEqual(
    new Set(['Operation with x-payment-info has no requestBody']),
  )
})

type Node = { name: string; type: string; typeVersion: number; parameters: Record<string, unknown> }

test('the workflow is one that n8n reads, and its request gets the answer', async () => {
  // Safe: n8n's library has no types that fit ours.
  const { Workflow } = createRequire(join(clients.main, 'package.json'))('n8n-workflow') as {
    Workflow: new (options: object) => { getStartNode: () => Node; getChildNodes: (name: string) => string[] }
  }
  // Safe: the file of this repository.
  const file = JSON.parse(readFileSync(join(EXAMPLES, 'n8n-workflow.json'), 'utf8')) as {
    nodes: Node[]
    connections: object
  }
  const nodeTypes = {
    getByNameAndVersion: () => ({ description: { properties: [], group: ['trigger'] }, trigger() {} }),
  }
  // It fills in what nodes lack, in place.
  const workflow = new Workflow({ ...structuredClone(file), active: false, nodeTypes })
  const [call] = workflow.getChildNodes('When clicking Execute workflow')
  const parameters: Record<string, unknown> = file.nodes.find(({ name }) => name === call)?.parameters ?? {}
  /** A parameter as n8n evaluates it: an expression begins with `=`. Ours name a variable, or make JSON of an object. */
  const value = (text: unknown) =>
    String(text)
      .replace(/^=/, '')
      .replaceAll(/\{\{ \$env\.(\w+) \}\}/g, (_, name: string) => env[name] ?? '')
      .replace("{{ JSON.stringify({ text: 'hello' }) }}", '{"text":"hello"}')
  const { headerParameters } = parameters as { headerParameters: { parameters: { name: string; value: string }[] } }
  const response = await fetch(value(parameters['url']), {
    method: String(parameters['method']),
    headers: {
      'Content-Type': 'application/json',
      ...Object.fromEntries(headerParameters.parameters.map((header) => [header.name, value(header.value)])),
    },
    body: value(parameters['jsonBody']),
  })
  expect(await response.text()).toContain(HELLO)
})
