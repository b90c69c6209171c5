import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { read, ROOT } from './source-files.ts'

mkdirSync(join(ROOT, '.farebox'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.farebox/rows-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A property that is renamed, its entity, and the statement that reads its column. */
const RENAMED = [
  ['shared/calls/call.entity.ts', 'timeoutMs', 'shared/calls/start.ts'],
  ['shared/calls/call.entity.ts', 'price', 'shared/calls/read.ts'],
  ['shared/calls/call.entity.ts', 'replyTo', 'shared/calls/release.ts'],
  ['shared/money/account.entity.ts', 'posted', 'shared/money/prepaid/read-balance.ts'],
  ['shared/money/payment-proof.entity.ts', 'callId', 'shared/money/x402/finish-final.ts'],
  ['shared/money/passes/pass.entity.ts', 'openCalls', 'shared/money/passes/read-pass.ts'],
  ['shared/market/auctions/bid.entity.ts', 'bidderNo', 'shared/market/auctions/place-bid.ts'],
] as const

/** A file as it would be in another folder, with one import from the folder of the copy. */
function moved(file: string, copied: string, copy: string): string {
  return read(file).replaceAll(/from '((?:\.\.?|#shared)\/[^']+)'/g, (_, name: string) => {
    const path = name.startsWith('#') ? name.slice(1) : relative('.', join(dirname(file), name))
    return path === copied ? `from './${copy}'` : `from '#${path}'`
  })
}

test('a statement of calls, payments, keys, passes or bids does not compile when a column it reads is renamed', async () => {
  for (const [nth, [entity, property, statement]] of RENAMED.entries()) {
    for (const name of ['kept', 'renamed']) {
      const copy = `${name}-${nth}-${basename(entity)}`
      const text = moved(entity, '', '')
      const newName = name === 'kept' ? property : `${property}Renamed`
      writeFileSync(join(folder, copy), text.replaceAll(new RegExp(`(?<=\\n    |')${property}(?=:|')`, 'g'), newName))
      writeFileSync(join(folder, `${name}-${nth}.ts`), moved(statement, entity, copy))
    }
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: '../../tsconfig.json', compilerOptions: { incremental: false }, include: ['*.ts'] }),
  )
  const { stdout } = await promisify(execFile)(
    join(ROOT, 'node_modules/.bin/tsc'),
    ['-p', folder, '--pretty', 'false'],
    {
      maxBuffer: 64 << 20,
    },
  ).catch((error: { stdout: string }) => error)
  const broken = [...stdout.matchAll(/((?:kept|renamed)-\d+)\.ts\(\d+,\d+\): error/g)].map(([, name]) => name)
  expect(new Set(broken), stdout.slice(0, 2_000)).toEqual(new Set(RENAMED.map((_, nth) => `renamed-${nth}`)))
}, 240_000)
