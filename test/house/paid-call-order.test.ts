import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, test } from 'vitest'

import { read, ROOT } from './source-files.ts'

mkdirSync(join(ROOT, '.farebox'), { recursive: true })
const folder = mkdtempSync(join(ROOT, '.farebox/order-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** `paid-call.ts` as it would be elsewhere in the project: its imports by their full names. */
const source = read('ingress/call/paid-call.ts')
  .replaceAll(/from '\.\.\/([^']+)'/g, "from '#ingress/$1'")
  .replaceAll(/from '\.\/([^']+)'/g, "from '#ingress/call/$1'")

/** The steps: the lines of the function `paidCall`, each of which hands its value to the next. */
const body = /async function paidCall\([^)]*\): Promise<Reply> \{\n([^}]*)\n\}/.exec(source)?.[1] ?? ''
const steps = body.split('\n')

test('the steps of a paid call compile in their order; with two lines swapped or one left out they do not', async () => {
  expect(steps.length).toBeGreaterThan(9)
  const swapped = steps.slice(1).map((_, at) => steps.with(at, steps[at + 1] ?? '').with(at + 1, steps[at] ?? ''))
  const skipped = steps.map((_, at) => steps.toSpliced(at, 1))
  const all = [steps, ...swapped, ...skipped]
  for (const [nth, lines] of all.entries())
    writeFileSync(join(folder, `variant-${nth}.ts`), source.replace(body, lines.join('\n')))
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
  const broken = new Set([...stdout.matchAll(/variant-(\d+)\.ts\(\d+,\d+\): error/g)].map(([, nth]) => Number(nth)))
  expect([...all.keys()].filter((nth) => !broken.has(nth))).toEqual([0])
}, 240_000)
