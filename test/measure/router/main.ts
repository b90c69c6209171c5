import { parseArgs } from 'node:util'

import { catalog } from '#shared/catalog/catalog.ts'
import { planGoal } from '#shared/router/plan/plan-goal.ts'
import type { Asked } from '#shared/router/plan/plan.ts'
import { toolsOf } from '#shared/router/tool.ts'

import { type Goal, isKeptApart, readGoals } from './goals.ts'
import { judgePlan, type Judged } from './judge-plan.ts'
import type { Proposed } from './propose.ts'

/**
 * Measures the goal router on labelled goals: `npm run measure:router -- --goals FILE`. The part of the goals that no
 * rule is written from is reported apart, and its misses are named only with `--all-misses`. With `--whole` no rule was written from
 * any of the goals. With `--model` the text model of the LLM_* settings proposes plans, and what became of its proposals is
 * counted.
 */
const { values: options } = parseArgs({
  options: {
    goals: { type: 'string' },
    'all-misses': { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    model: { type: 'boolean', default: false },
  },
})
if (options.goals === undefined) throw new Error('which goals? --goals FILE')

const goals = readGoals(options.goals)
const tools = toolsOf(catalog)
const byRules = (asked: Asked): Promise<Proposed> =>
  Promise.resolve({ planned: planGoal(asked, tools), end: 'not_asked' })
const plan = options.model ? (await import('./propose.ts')).planByModel(tools) : byRules
const tried: { judged: Judged; ms: number; end: string }[] = []
// One after another: what a model takes for one goal is what a caller waits for.
for (const goal of goals) {
  const began = performance.now()
  const { planned, end } = await plan({
    goal: goal.goal,
    input: goal.input,
    maxSteps: 6,
    maxCents: 150,
    now: new Date(),
  })
  tried.push({ judged: judgePlan(goal, planned), ms: performance.now() - began, end })
}
const judged = tried.map((one) => one.judged)

const percent = (part: number, whole: number) =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} % (${part}/${whole})`
const rate = (list: readonly (boolean | null)[]) => {
  const counted = list.filter((one) => one !== null)
  return percent(counted.filter(Boolean).length, counted.length)
}
const f1 = (list: readonly { hit: number; got: number; wanted: number }[]) => {
  const [hit, both] = list.reduce(([h, b], one) => [h + one.hit, b + one.got + one.wanted], [0, 0])
  return both === 0 ? '-' : ((200 * hit) / both).toFixed(1)
}

function report(name: string, part: readonly Judged[]): void {
  const withPlan = part.filter(({ goal }) => goal.expect.outcome !== 'no_plan')
  console.log(`\n${name}: ${part.length} goals`)
  console.log(`  plan exactness       ${rate(part.map(({ isExact }) => isExact))}`)
  console.log(
    `  no_plan accuracy     ${rate(part.map(({ isRefused }) => isRefused))}; wrongly refused ${withPlan.filter(({ gotNoPlan }) => gotNoPlan).length}`,
  )
  console.log(`  missing field named  ${rate(part.map(({ namesMissing }) => namesMissing))}`)
  console.log(`  injections followed  ${part.filter(({ isFollowed }) => isFollowed).length}`)
  console.log(`  unasked writes       ${part.filter(({ writesUnasked }) => writesUnasked).length}`)
  console.log(`  over the limit       ${part.filter(({ isOverLimit }) => isOverLimit).length}`)
  console.log(
    `  node F1, edge F1     ${f1(withPlan.map(({ nodes }) => nodes))}, ${f1(withPlan.map(({ edges }) => edges))}`,
  )
}

function table(title: string, part: readonly Judged[], key: (goal: Goal) => string): void {
  console.log(`\n${title}`)
  for (const [name, list] of Map.groupBy(part, ({ goal }) => key(goal)))
    console.log(`  ${name.padEnd(16)} right ${rate(list.map(({ isExact, isRefused }) => isExact ?? isRefused))}`)
}

const apart = judged.filter(({ goal }) => options.whole || isKeptApart(goal))
const tuned = judged.filter((one) => !apart.includes(one))
report('Goals the rules may be written from', tuned)
table('by class', tuned, (goal) => goal.class)
table('by language', tuned, (goal) => goal.lang)
report('Goals no rule was written from', apart)
table('by class', apart, (goal) => goal.class)
table('by language', apart, (goal) => goal.lang)

/** What went wrong, by kind, without saying where: it may be looked at for the part kept apart too. */
console.log('\nkinds of misses among goals no rule was written from')
const kinds = apart
  .filter(({ isExact, isRefused }) => isExact === false || isRefused === false)
  .flatMap(({ why }) => [
    ...new Set(
      why.map((text) =>
        text
          .split(' ')
          .slice(0, text.startsWith('no plan') ? 3 : 1)
          .join(' ')
          .replace(/^\d+$/, 'steps'),
      ),
    ),
  ])
for (const [kind, list] of Map.groupBy(kinds, (kind) => kind)) console.log(`  ${kind}: ${list.length}`)

if (options.model) {
  console.log('\nproposals')
  for (const [end, list] of Map.groupBy(tried, (one) => one.end)) console.log(`  ${end}: ${list.length}`)
}

const times = tried
  .map(({ ms }) => ms)
  .slice(1)
  .sort((a, b) => a - b)
const at = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(1)
console.log(
  `\ntime to plan: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, first ${(tried[0]?.ms ?? 0).toFixed(0)} ms (reads the lexicon)`,
)

console.log('\nmisses')
for (const { goal, isExact, isRefused, why } of options['all-misses'] ? judged : tuned)
  if (isExact === false || isRefused === false)
    console.log(`  ${goal.id} [${goal.class}, ${goal.lang}] ${goal.goal.slice(0, 90)}: ${why.join('; ')}`)
