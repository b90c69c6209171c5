import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld, type World, PAYABLE } from '../support/world/world.ts'

const read = (path: string) => readFileSync(join(resolve(import.meta.dirname, '../..'), path), 'utf8')
const README = read('README.md')
const SHOWN_AT = 'http://127.0.0.1:8402'

/** Every `$ command` of a console block with what the README says it prints; … stands for anything. */
const transcripts = [...README.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((entry) => {
      const [command = '', ...printed] = entry.split('\n')
      return { command, printed: printed.join('\n').trim() }
    }),
)

let world: World
let key = ''
beforeAll(async () => {
  world = await openWorld({
    backend: 'postgres',
    pools: ['outcome', 'settlement-watch', 'router-workflow'],
    env: PAYABLE,
  })
  await world.ready()
})
afterAll(() => world.close())

test('the README shows a free call, a 402, a trial and paid calls', () => {
  expect(transcripts.length).toBeGreaterThanOrEqual(5)
})

test.each(transcripts)('$command', async ({ command, printed }) => {
  const { stdout } = await promisify(execFile)('bash', ['-c', command.replaceAll(SHOWN_AT, world.baseUrl)], {
    env: { ...process.env, KEY: key },
    timeout: 20_000,
  })
  const shown = printed.split('…').map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  expect(stdout).toMatch(new RegExp(`^${shown.join('[\\s\\S]*?')}\\s*$`))
  // The README's reader copies the key by hand.
  key = /"key":"(fb_test_tk_\w+)"/.exec(stdout)?.[1] ?? key
})

/** The first block of a document in this language. */
const blockOf = (path: string, language: string) =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(read(path))?.[1] ?? ''

test('the command of docs/bundles.md buys a bundle', async () => {
  const paying = await world.key(20)
  const { stdout } = await promisify(execFile)('bash', ['-c', blockOf('docs/bundles.md', 'sh')], {
    env: { ...process.env, BASE: world.baseUrl, KEY: paying.key },
    timeout: 20_000,
  })
  expect(JSON.parse(stdout), stdout).toMatchObject({
    ok: true,
    charge: { cents: 7 },
    result: { bundle_id: 'data-hygiene-kit' },
  })
})

test('the program of docs/receipts.md checks the sample without us, and sees a change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-receipt-'))
  try {
    const check = async (receipt: object) => {
      writeFileSync(join(folder, 'receipt.json'), JSON.stringify(receipt))
      writeFileSync(join(folder, 'check.mjs'), blockOf('docs/receipts.md', 'js'))
      const { stdout } = await promisify(execFile)(process.execPath, ['check.mjs'], { cwd: folder, timeout: 20_000 })
      return stdout.trim()
    }
    const { body } = await world.request('GET', '/api/v1/outcomes/action-receipt/sample')
    expect(await check(body)).toBe('true')
    expect(await check({ ...body, action: 'another' })).toBe('false')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
