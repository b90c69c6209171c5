import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { bind } from './bind.ts'
import type { Candidate } from './choose-intents.ts'
import type { Draft } from './draft.ts'
import { isRedaction } from './places.ts'

/** A step that stands for what an outcome gives, before its inputs are known. */
export const draftOf = (tool: Tool): Draft => ({ tool, stage: 0, inputs: {}, isAsked: true, score: 0, reason: '' })

/** Sources first, then what is made of them; what gives a URL of a URL before what reads it. */
export function inOrder(wishes: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>): Candidate[] {
  const own = ({ intent, on }: Candidate) => {
    const tool = tools.get(intent.slug)
    const turns = tool !== undefined && tool.takes['url'] !== undefined && Object.values(tool.gives).includes('url')
    if (isRedaction(intent.slug, known) && wishes.some((other) => other.intent.stage >= 3 && isLater(other, on)))
      return 2.5
    return Math.max(intent.stage - (turns ? 0.5 : 0), afterPicture(tool, wishes, tools))
  }
  const lacks = (wish: Candidate, before: readonly Draft[]) => {
    const tool = tools.get(wish.intent.slug)
    return tool !== undefined && bind(tool, known, before, tools, new Map()).missing.length > 0
  }
  const gives = (other: Candidate, wish: Candidate) => {
    const tool = tools.get(other.intent.slug)
    return other !== wish && tool !== undefined && !lacks(wish, [draftOf(tool)])
  }
  // What lacks a value that another wish gives stands after it.
  const places = new Map(
    wishes.map((wish) => {
      const givers = wishes.length > 1 && lacks(wish, []) ? wishes.filter((other) => gives(other, wish)) : []
      return [wish, Math.max(own(wish), givers.length === 0 ? 0 : Math.min(...givers.map(own)) + 0.5)] as const
    }),
  )
  const place = (wish: Candidate) => places.get(wish) ?? 0
  const first = ({ on }: Candidate) => Math.min(...on.map(({ start }) => start), Infinity)
  return wishes.toSorted((a, b) => place(a) - place(b) || first(a) - first(b))
}

const isLater = ({ on }: Candidate, than: Candidate['on']) =>
  Math.min(...on.map(({ start }) => start)) > Math.min(...than.map(({ start }) => start))

/** What reads a picture stands after a wish that makes one. */
function afterPicture(tool: Tool | undefined, wishes: readonly Candidate[], tools: ReadonlyMap<string, Tool>): number {
  if (tool === undefined || !Object.values(tool.takes).includes('image')) return 0
  const makers = wishes.filter(({ intent }) => Object.values(tools.get(intent.slug)?.gives ?? {}).includes('image'))
  return Math.max(0, ...makers.map(({ intent }) => intent.stage + 0.25))
}
