import { readFileSync } from 'node:fs'

import { planGoal } from '#shared/router/plan/plan-goal.ts'
import { type PlanStep, referencesIn } from '#shared/router/plan/plan.ts'
import type { Tool } from '#shared/router/tool.ts'

import { CHAIN_INPUTS } from './chain-inputs.ts'

/** A goal of two to four steps: what it has to plan, and from which members of earlier answers its inputs have to come. */
export type ChainGoal = {
  goal: string
  input: string
  slugs: readonly string[]
  takes: readonly { slug: string; field: string; from: readonly string[] }[]
}

/** Reads the chains of `chain-goals.tsv`: goal, name of the input, outcomes in order, references. */
export function readChains(): ChainGoal[] {
  const text = readFileSync(new URL('chain-goals.tsv', import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [goal = '', name = '', slugs = '', takes = ''] = line.split('\t')
      return {
        goal,
        input: CHAIN_INPUTS[name] ?? '',
        slugs: slugs.split(' '),
        takes: takes
          .split(';')
          .filter((one) => one !== '')
          .map((one) => {
            const [to = '', from = ''] = one.split('<')
            const [slug = '', field = ''] = to.split('.')
            return { slug, field, from: from.split('|') }
          }),
      }
    })
}

/** Returns what is wrong with the plan of a chain; nothing when it is right. */
export function judgeChain(
  chain: ChainGoal,
  tools: ReadonlyMap<string, Tool>,
): { steps: readonly PlanStep[]; wrong: string[] } {
  const { goal, input } = chain
  const planned = planGoal({ goal, input, maxSteps: 6, maxCents: 150, now: new Date('2026-11-28T12:00:00Z') }, tools)
  if ('none' in planned)
    return {
      steps: [],
      wrong: [
        `no plan: ${planned.none.reason} ${planned.none.missing.map(({ slug, field }) => `${slug}.${field}`).join(' ')}`,
      ],
    }
  const { steps } = planned.plan
  const slugs = steps.map(({ slug }) => slug)
  const wrong = chain.slugs.filter((slug) => !slugs.includes(slug)).map((slug) => `lacks ${slug}`)
  const extra = slugs.filter((slug) => !chain.slugs.includes(slug))
  if (extra.length > 0) wrong.push(`also ${extra.join(' ')}`)
  for (const { slug, field, from } of chain.takes) {
    const found = steps
      .filter((step) => step.slug === slug)
      .flatMap(({ inputs }) => referencesIn(inputs[field]))
      .map(({ step, path }) => `${slugs[step - 1] ?? ''}.${path}`)
    if (!found.some((path) => from.some((one) => path === one || path.startsWith(`${one}.`))))
      wrong.push(`${slug}.${field} is of ${found.join(', ') || 'no step'}`)
  }
  return { steps, wrong }
}
