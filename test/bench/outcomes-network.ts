import { catalog } from '#shared/catalog/catalog.ts'

import { OUTCOMES } from '../catalog/document.ts'
import { needsTheWorld, type NetworkRow, NETWORK_ROWS, WITHOUT_ROW } from './network/rows.ts'
import { type NetworkWorld, openNetworkWorld, type Run } from './network/network-world.ts'
import { SourceWaits } from './network/source-waits.ts'

/**
 * Every outcome that needs the world, through the doors of a worker, against sources that each answer after 50 ms: a run
 * in which all are asked, a run answered from the cache (PostgreSQL's), what a run adds to the time in which it waits for
 * somebody, and for composites the wall time against all waits together (aim: at most 0.6) and, where all of the work is
 * steps, against these. Upstreams are asked as fast as an outcome asks; `paced` is the time at the pace they are given. The
 * sources live in this process, so that serving them counts as added. Ends with exit code 1 where an outcome of these
 * kinds has neither a row nor a reason, or a row is refused. `node test/bench/outcomes-network.ts [slug ...]`.
 */
const DELAY_MS = 50
const RATIO_AIM = 0.6
const CACHED_AIM_MS = 3
const WARM_UP = 4
const FRESH = { atLeast: 5, atMost: 20, withinMs: 1_000 }
const PACED = { atLeast: 2, atMost: 2, withinMs: 0 }
/** Questions in a run that the pace of an upstream can hold up. */
const PACED_FROM = 5
const CACHED = { atLeast: 3, atMost: 20, withinMs: 250 }

type Spread = { p50: number; p99: number }
type Row = {
  slug: string
  kind: string
  runs: number
  fresh: Spread
  /** Questions to sources in a run, and how many of them one after the other. */
  asked: number
  deep: number
  added: Spread
  /** The run with upstreams asked no faster than they may be, from a quiet start; null where little is asked. */
  paced: number | null
  /** Null where a second run asks as much as the first. */
  cached: (Spread & { asked: number }) | null
  ratio: number | null
  ratio_of_steps: number | null
}

const began = performance.now()
const named = process.argv.slice(2)
const wanted = [...catalog.keys()].filter((slug) => needsTheWorld(OUTCOMES[slug]?.kind))
const missing = wanted.filter((slug) => NETWORK_ROWS[slug] === undefined && WITHOUT_ROW[slug] === undefined)
const unknown = [...Object.keys(NETWORK_ROWS), ...Object.keys(WITHOUT_ROW)].filter((slug) => !wanted.includes(slug))
const rows: Row[] = []
const refused: Record<string, string> = {}
const waits = new SourceWaits(DELAY_MS)
const world = await openNetworkWorld(waits)
const cachedAnswersMs: number[] = []
try {
  await world.browser.start()
  await world.keepPace(false)
  for (const [slug, row] of Object.entries(NETWORK_ROWS)) {
    if (unknown.includes(slug) || (named.length > 0 && !named.includes(slug))) continue
    const measured = await measure(world, slug, row)
    if (typeof measured === 'string') refused[slug] = measured
    else rows.push(measured)
  }
} finally {
  await world.close()
}
print()
process.exit(missing.length + unknown.length + Object.keys(refused).length === 0 ? 0 : 1)

async function measure(on: NetworkWorld, slug: string, row: NetworkRow): Promise<Row | string> {
  let nth = 0
  const fresh = async () => {
    await on.forget()
    nth += 1
    return on.run(slug, row, nth)
  }
  for (let warm = 0; warm < WARM_UP; warm += 1) {
    const { refused: why } = await fresh()
    if (why !== null) return why
  }
  const runs = await repeat(FRESH, fresh)
  on.takeCachedMs()
  const again = await repeat(CACHED, () => on.run(slug, row, nth))
  cachedAnswersMs.push(...on.takeCachedMs())
  const asked = middle(runs.map((run) => run.asked))
  await on.keepPace(true)
  const paced = asked < PACED_FROM ? [] : await repeat(PACED, fresh)
  await on.keepPace(false)
  const why = [...runs, ...again, ...paced].find((run) => run.refused !== null)?.refused
  if (why !== undefined && why !== null) return why
  const kind = OUTCOMES[slug]?.kind ?? ''
  const askedAgain = middle(again.map((run) => run.asked))
  const isComposite = kind === 'composite' && asked > 1
  // Others have work beside their steps.
  const isSteps = catalog.get(slug)?.pack.name === 'workflow-pack'
  const steps = runs.flatMap(({ stepsMs, tookMs }) => (stepsMs === null || !isSteps ? [] : [tookMs / stepsMs]))
  return {
    slug,
    kind,
    runs: runs.length,
    fresh: spread(runs.map(({ tookMs }) => tookMs)),
    asked,
    deep: Math.round(middle(runs.map(({ anyMs }) => anyMs)) / DELAY_MS),
    added: spread(runs.map(({ tookMs, anyMs }) => tookMs - anyMs)),
    paced: paced.length === 0 ? null : round(middle(paced.map(({ tookMs }) => tookMs))),
    cached: askedAgain < asked ? { ...spread(again.map(({ tookMs }) => tookMs)), asked: askedAgain } : null,
    ratio: isComposite ? round(middle(runs.map(({ tookMs, allMs }) => tookMs / allMs))) : null,
    ratio_of_steps: steps.length > 0 ? round(middle(steps)) : null,
  }
}

async function repeat(plan: typeof FRESH, run: () => Promise<Run>): Promise<Run[]> {
  const until = performance.now() + plan.withinMs
  const runs: Run[] = []
  while (runs.length < plan.atLeast || (runs.length < plan.atMost && performance.now() < until)) runs.push(await run())
  return runs
}

function print(): void {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const line = (cells: readonly (string | number)[]) =>
    cells.map((cell, at) => (at === 0 ? String(cell).padEnd(25) : String(cell).padStart(10))).join('')
  say(`every source answers after ${DELAY_MS} ms; milliseconds`)
  say(
    line([
      'outcome',
      'p50',
      'p99',
      'of runs',
      'asked',
      'deep',
      'added p50',
      'added p99',
      'paced',
      'cached p50',
      'cached p99',
      'ratio',
      'of steps',
    ]),
  )
  for (const { slug, runs, fresh, asked, deep, added, paced, cached, ratio, ratio_of_steps: ofSteps } of rows) {
    const kept = [paced ?? '-', cached?.p50 ?? '-', cached?.p99 ?? '-']
    say(
      line([
        slug,
        fresh.p50,
        fresh.p99,
        runs,
        asked,
        deep,
        added.p50,
        added.p99,
        ...kept,
        ratio ?? '-',
        ofSteps ?? '-',
      ]),
    )
  }
  const worst = rows.toSorted((one, other) => other.added.p50 - one.added.p50).slice(0, 10)
  say(`\nadd most: ${worst.map(({ slug, added }) => `${slug} ${added.p50}`).join(', ')}`)
  const answers = spread(cachedAnswersMs)
  say(
    `a cached answer of an upstream: p50 ${answers.p50}, p99 ${answers.p99} (${cachedAnswersMs.length} of them; aim ${CACHED_AIM_MS})`,
  )
  const over = rows.filter(({ ratio }) => (ratio ?? 0) > RATIO_AIM).map(({ slug }) => slug)
  say(`over ${RATIO_AIM}: ${over.join(', ') || 'none'}`)
  for (const [slug, why] of Object.entries({ ...WITHOUT_ROW, ...refused })) say(`no row: ${slug}, ${why}`)
  for (const slug of missing) say(`no row and no reason: ${slug}`)
  for (const slug of unknown) say(`a row of no outcome that needs the world: ${slug}`)
  say(
    JSON.stringify({
      bench: 'outcomes-network',
      delay_ms: DELAY_MS,
      took_s: Math.round((performance.now() - began) / 1_000),
      ratio_aim: RATIO_AIM,
      ratios: Object.fromEntries(rows.flatMap(({ slug, ratio }) => (ratio === null ? [] : [[slug, ratio]]))),
      over,
      worst: worst.map(({ slug }) => slug),
      cached_answer_ms: answers,
      cached_median_under_3_ms: answers.p50 < CACHED_AIM_MS,
      rows,
      without_row: WITHOUT_ROW,
      refused,
      missing,
      unknown,
    }),
  )
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  return { p50: round(middle(sorted)), p99: round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN) }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
