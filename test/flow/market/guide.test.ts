import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld, type World } from '#test/support/world/world.ts'

const GUIDE = readFileSync(join(resolve(import.meta.dirname, '../../..'), 'docs/marketplace.md'), 'utf8')

/** The commands of a section, as its reader would paste them. */
const commandsOf = (title: string) =>
  new RegExp(`## ${title}\\n[\\s\\S]*?\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(GUIDE)?.[1] ?? ''

let world: World
beforeAll(async () => {
  world = await openWorld({ backend: 'postgres', pools: [] })
})
afterAll(() => world.close())

/** Runs a section and then `after`; returns what it printed. */
async function run(title: string, after: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${commandsOf(title)}\n${after}`], {
    env: { ...process.env, BASE: world.baseUrl, ...env },
    timeout: 60_000,
  })
  return stdout
}

test('eight commands each sell and buy a listing, as the guide shows them', async () => {
  for (const title of ['Selling in eight commands', 'Buying in eight commands'])
    expect(commandsOf(title).match(/^# \d\./gm), title).toHaveLength(8)

  const sold = await run('Selling in eight commands', 'echo "LISTING=$LISTING"')
  expect(sold).toContain('asks you to confirm that this wallet is yours')
  expect(sold).toMatch(/425$/m)
  const listing = /^LISTING=(lst_[0-9a-f]{32})$/m.exec(sold)?.[1] ?? ''

  const { key } = await world.key(1_000)
  const bought = await run('Buying in eight commands', 'echo "$BOUGHT"', { LISTING: listing, KEY: key })
  expect(bought).toContain('# Release notes writer\n')
  expect(bought).toMatch(/^paid$/m)
  expect(bought).toMatch(/true$/m)
  expect(bought).toContain('"license_key":"FBT-')
})
