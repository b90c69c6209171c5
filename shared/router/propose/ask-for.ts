import type { Asked } from '../plan/plan.ts'
import type { Tool } from '../tool.ts'
import type { ProposalQuestion } from './proposal.ts'
import { shownFor } from './shown.ts'
import type { Slot } from './slots.ts'
import type { Known } from '../values/known.ts'

const MOST_ABOUT = 140
const MOST_CHOICES = 12

/** What a text model is asked for a goal; null where our own refusal stands. Of the input it is told what it is, never its words. */
export function questionFor(
  asked: Asked,
  tools: ReadonlyMap<string, Tool>,
  mayRun: (slug: string) => boolean,
): ProposalQuestion | null {
  const shown = shownFor(asked, tools, mayRun)
  if (shown === null) return null
  const facts = [
    `Input: ${inputIs(shown.known)}.`,
    ...(shown.slots.length === 0 ? [] : ['Slots:', ...shown.slots.map(slotLine)]),
    `Limits: at most ${asked.maxSteps} steps that cost at most ${asked.maxCents} cents together.`,
  ]
  return { goal: shown.goal, facts: facts.join('\n'), outcomes: [...shown.tools.values()].map(toolLine) }
}

const slotLine = ({ id, says }: Slot) => `${id}: ${says}`

function inputIs({ input: { text, json, members } }: Known): string {
  if (text.trim() === '') return 'none'
  const length = `${text.length} characters`
  if (json === undefined) return `a text of ${length}`
  return Array.isArray(json)
    ? `a JSON list of ${json.length} in ${length}`
    : `a JSON object of ${Object.keys(members).length} members in ${length}`
}

/** An outcome in one line: its name, price, purpose, inputs and what a later step may take of it. */
function toolLine({ slug, cents, title, about, takes, required, either, kinds, gives }: Tool): string {
  const inputs = Object.entries(takes).map(([field, type]) => {
    const kind = kinds.get(field)
    const choices = kind?.kind === 'choice' ? kind.choices : []
    const is = choices.length > 0 && choices.length <= MOST_CHOICES ? choices.join('|') : (kind?.kind ?? type)
    const mark = required.includes(field) ? '!' : either.includes(field) ? '?' : ''
    return `${field}${mark}: ${is}`
  })
  const outputs = Object.entries(gives).map(([path, type]) => `${path}: ${type}`)
  return (
    `${slug} (${cents} cents): ${title}. ${firstOf(about)} Takes ${inputs.join(', ') || 'nothing'}. ` +
    `Gives ${outputs.join(', ') || 'an answer'}.`
  )
}

/** The first sentence of a description, cut at a word. */
function firstOf(about: string): string {
  const [sentence = ''] = about.split(/(?<=[.!?])\s/, 1)
  return sentence.length <= MOST_ABOUT ? sentence : `${sentence.slice(0, sentence.lastIndexOf(' ', MOST_ABOUT))}.`
}
