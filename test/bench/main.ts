import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { progressOf } from '../support/progress.ts'

/**
 * `npm run bench` measures the paid call, with QUICK=1 its most important rows in under two minutes; `npm run bench --
 * screenshot egress` measures parts, `-- all` everything. Each part is a process of its own, prints its table, and ends
 * with one JSON object on a line. How far it is goes to stderr.
 */
const PARTS = [
  'outcomes',
  'outcomes-network',
  'embedded',
  'egress',
  'upstreams',
  'pdf-extract',
  'screenshot',
  'simulate',
  'settlement',
  'x402',
  'listings',
  'jobs',
  'purchases',
  'resale',
  'solana',
  'deliveries',
  'card-events',
  'charts',
  'queue-ways',
  'mcp',
  'months',
  'sellers',
  'credentials',
  'statements',
  'pooler',
  'scale',
  'paid-call',
] as const

/** A part that takes longer is killed; the parts that start servers end themselves before. What they started ends with them. */
const MOST_MINUTES = 60

const named = process.argv.slice(2)
const unknown = named.filter((name) => name !== 'all' && !PARTS.some((part) => part === name))
if (unknown.length > 0) {
  process.stderr.write(`no such part: ${unknown.join(', ')}; there are ${PARTS.join(', ')} and all\n`)
  process.exit(1)
}
const wanted =
  named.length === 0 ? ['paid-call'] : PARTS.filter((part) => named.includes(part) || named.includes('all'))
const progress = progressOf('bench')
let current = ''
const ticking = setInterval(() => progress(current), 1_000)
let failed = false
for (const [nth, part] of wanted.entries()) {
  current = `${part}, ${nth + 1} of ${wanted.length}`
  if (wanted.length > 1) process.stdout.write(`== ${part}\n`)
  const file = part === 'paid-call' && process.env['QUICK'] === '1' ? 'paid-call-quick' : part
  const child = spawn(process.execPath, [join(import.meta.dirname, `${file}.ts`)], { stdio: 'inherit' })
  const late = setTimeout(() => child.kill('SIGKILL'), MOST_MINUTES * 60_000)
  const [code] = await once(child, 'exit')
  clearTimeout(late)
  failed ||= code !== 0
}
clearInterval(ticking)
process.exit(failed ? 1 : 0)
