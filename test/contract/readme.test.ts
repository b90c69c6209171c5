import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld, type World } from '../support/world.ts'

const README = readFileSync(join(resolve(import.meta.dirname, '../..'), 'README.md'), 'utf8')
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
  world = await openWorld({ backend: 'postgres' })
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
