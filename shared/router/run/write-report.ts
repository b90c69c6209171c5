import type { Plan } from '../plan/plan.ts'
import type { Tool } from '../tool.ts'
import type { RunStep } from './run-plan.ts'

const MOST_TEXT = 1_500
const MOST_LINE = 160

/** The answer of a run as Markdown: what was found, quoted, and how each step went. */
export function writeReport(
  { steps: planned, unmet }: Pick<Plan, 'steps' | 'unmet'>,
  steps: readonly RunStep[],
  ends: readonly RunStep[],
  tools: ReadonlyMap<string, Tool>,
): string {
  const parts = ends.map((step) => `From step ${step.n}, ${step.slug}:\n\n${quoted(mainText(step, tools), MOST_TEXT)}`)
  const lines = steps.map(({ n, slug, status, error }) => {
    const instead = planned.find((step) => step.n === n)?.slug
    const name = instead === slug ? slug : `${slug} (instead of ${instead ?? 'another'})`
    return `${n}. ${name}: ${status === 'ok' ? 'done' : `${status}. ${oneLine(error ?? '')}`}`
  })
  return [
    ...parts,
    `Steps:\n\n${lines.join('\n')}`,
    ...(unmet.length === 0 ? [] : [`Not met:\n\n${unmet.map((part) => `- ${oneLine(part)}`).join('\n')}`]),
  ].join('\n\n')
}

/** The text that a result mainly is, else the result as JSON. */
function mainText({ slug, result }: RunStep, tools: ReadonlyMap<string, Tool>): string {
  const gives = Object.entries(tools.get(slug)?.gives ?? {})
  const path = gives.find(([name, type]) => (type === 'text' || type === 'markdown') && !name.includes('.'))?.[0]
  const text: unknown = path === undefined ? undefined : Reflect.get(Object(result), path)
  if (typeof text === 'string' && text !== '') return text
  return JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' && value.length > MOST_LINE ? `${value.slice(0, MOST_LINE).toWellFormed()}…` : value,
  )
}

/** Foreign text stands in a quotation, so that nothing of it reads as ours. */
const quoted = (text: string, most: number) =>
  (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text)
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n')

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, MOST_LINE).toWellFormed()
