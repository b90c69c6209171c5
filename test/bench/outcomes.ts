import { Refusal } from '#shared/errors.ts'
import { signingContext } from '#test/support/fakes/payment-documents.ts'
import { catalog } from '#shared/catalog/catalog.ts'
import type { Outcome } from '#shared/outcomes/define.ts'

import { growInput } from './grow-input.ts'

/**
 * Median run time of every outcome that needs nothing of the world, in milliseconds: on its own example (aim: 50) and on an
 * input grown to about 100 KB (aim: 1,000), in one thread, without the queue and the database. Outcomes that ask a network,
 * a chain, a model or the store are named and not measured here: what they cost is what they wait for. Prints the ten
 * slowest of each, what misses its aim, and one line of JSON. `node test/bench/outcomes.ts [slug ...]`.
 */
const AIM_MS = { example: 50, large: 1_000 }
const WARM_UP = 2
const RUNS = 7
const MOST_MS = 6_000

type Row = { slug: string; ms: number; bytes: number }

// The doors are closed here, so what a workflow began beside its first question is refused as well.
process.on('unhandledRejection', () => undefined)

const named = process.argv.slice(2)
const example: Row[] = []
const large: Row[] = []
const world: string[] = []
const notGrown: string[] = []
for (const { outcome } of catalog.values()) {
  if (named.length > 0 && !named.includes(outcome.slug)) continue
  const { input } = outcome.example
  const ms = await medianOf(outcome, input)
  if (ms === null) {
    world.push(outcome.slug)
    continue
  }
  example.push({ slug: outcome.slug, ms, bytes: JSON.stringify(input).length })
  const grown = growInput(outcome)
  const largeMs = grown === null ? null : await medianOf(outcome, grown.body)
  if (grown === null || largeMs === null) notGrown.push(outcome.slug)
  else large.push({ slug: outcome.slug, ms: largeMs, bytes: grown.bytes })
}
print('on its example', example)
print('on about 100 KB', large)
const over = {
  example: slugsOver(example, AIM_MS.example),
  large: slugsOver(large, AIM_MS.large),
}
process.stdout.write(`\nneed the world (not measured): ${world.join(', ')}\n`)
process.stdout.write(`take nothing large: ${notGrown.join(', ') || 'none'}\n`)
process.stdout.write(`over the aim: ${[...over.example, ...over.large].join(', ') || 'none'}\n`)
process.stdout.write(
  `${JSON.stringify({ aims_ms: AIM_MS, example: shown(example), large: shown(large), over, world, not_grown: notGrown })}\n`,
)

/** Milliseconds of the run in the middle; null when it asks for something that only a worker has. */
async function medianOf(outcome: Outcome, body: Record<string, unknown>): Promise<number | null> {
  const times: number[] = []
  let spent = 0
  for (let run = 0; run < WARM_UP + RUNS && (spent < MOST_MS || times.length === 0); run += 1) {
    const began = performance.now()
    try {
      await outcome.run(body, signingContext())
    } catch (error) {
      // A refusal is an answer too, and takes its time.
      if (!(error instanceof Refusal)) return null
    }
    const took = performance.now() - began
    spent += took
    if (run >= WARM_UP || took > MOST_MS / RUNS) times.push(took)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? null
}

function print(what: string, rows: readonly Row[]): void {
  process.stdout.write(`\n${rows.length} outcomes ${what}; the slowest:\n`)
  for (const { slug, ms, bytes } of rows.toSorted((a, b) => b.ms - a.ms).slice(0, 10))
    process.stdout.write(`${slug.padEnd(36)} ${ms.toFixed(1).padStart(9)} ms ${String(bytes).padStart(9)} bytes\n`)
}

function shown(rows: readonly Row[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ slug, ms }) => [slug, Math.round(ms * 100) / 100]))
}

function slugsOver(rows: readonly Row[], aim: number): string[] {
  return rows.filter(({ ms }) => ms > aim).map(({ slug, ms }) => `${slug} (${Math.round(ms)} ms)`)
}
