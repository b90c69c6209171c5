import { clausesOf } from '../goal/clauses.ts'
import type { Tool } from '../tool.ts'
import { isOfText } from '../said/languages.ts'
import type { Known } from '../values/known.ts'
import { namedMember } from '../members/named.ts'
import { ownWords } from '../members/own-words.ts'
import { bind } from './bind.ts'
import type { Candidate } from './choose-intents.ts'
import { type Draft, isText } from './draft.ts'
import { isOfVerdict, isRedaction } from './places.ts'

/** A step that stands for what an outcome gives, before its inputs are known. */
export const draftOf = (tool: Tool): Draft => ({ tool, stage: 0, inputs: {}, isAsked: true, score: 0, reason: '' })

/** The stage of outcomes that judge: see intents.rules.ts. */
const JUDGES = 4

/** Sources first, then what is made of them; what gives a URL of a URL before what reads it. */
export function inOrder(wishes: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>): Candidate[] {
  const isJudged = ({ intent }: Candidate) => {
    const judge = intent.stage === JUDGES ? tools.get(intent.slug) : undefined
    return judge !== undefined && isOfVerdict(known, judge)
  }
  const own = ({ intent, on }: Candidate): number => {
    const tool = tools.get(intent.slug)
    const turns = tool !== undefined && tool.takes['url'] !== undefined && Object.values(tool.gives).includes('url')
    if (isRedaction(intent.slug, known) && wishes.some((other) => other.intent.stage >= 3 && isLater(other, on)))
      return 2.5
    if (intent.slug in MADE && wishes.some((other) => isJudged(other))) return JUDGES + 0.25
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
  // What lacks a value that another wish gives stands after it, and so does what names a member of its answer.
  const isNamed = namesMembers(wishes, known, tools)
  const places = new Map(
    wishes.map((wish) => {
      const named = wishes.filter((other) => isNamed(wish, other))
      const givers =
        named.length > 0
          ? named
          : wishes.length > 1 && lacks(wish, [])
            ? wishes.filter((other) => gives(other, wish))
            : []
      return [wish, Math.max(own(wish), givers.length === 0 ? 0 : Math.min(...givers.map(own)) + 0.5)] as const
    }),
  )
  const place = (wish: Candidate) => places.get(wish) ?? 0
  const first = (wish: Candidate) => placeInGoal(wish, known)
  return wishes.toSorted(
    (a, b) =>
      place(a) - place(b) || Number(isOfOther(a, b, known)) - Number(isOfOther(b, a, known)) || first(a) - first(b),
  )
}

/** Whether the goal's words about a wish name a member of what an earlier wish gives: "the payer", "its reply-to address". */
function namesMembers(wishes: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>) {
  const parts = new Map(
    wishes.map((wish) => [
      wish,
      ownWords(
        known,
        wish.on,
        wishes.flatMap((other) => (other === wish ? [] : other.on)),
      ),
    ]),
  )
  return (wish: Candidate, other: Candidate): boolean => {
    const tool = tools.get(wish.intent.slug)
    const giver = tools.get(other.intent.slug)
    const part = parts.get(wish)
    if (wish === other || tool === undefined || giver === undefined || part === undefined || giver.writes) return false
    if (wish.intent === other.intent || startOf(other) > startOf(wish)) return false
    const own = { ...known, part }
    return [...tool.required, ...tool.either].some(
      (field) =>
        tool.takes[field] !== undefined &&
        !isText(tool.takes[field]) &&
        namedMember(tool.takes[field], [draftOf(giver)], own) !== undefined,
    )
  }
}

const startOf = ({ on }: Candidate) => Math.min(...on.map(({ start }) => start), Infinity)

/** Where a wish stands in a goal: a translation that no verb of its own asks for, in the part that names its language. */
function placeInGoal(wish: Candidate, { names, read, goal }: Known): number {
  if (wish.intent.slug !== 'translate-text') return startOf(wish)
  const hasVerb = wish.on.some(({ start, end }) => TRANSLATES.test(read.text.slice(start, end)))
  const language = names.language.findLast((name) => !isOfText(name, goal))
  if (hasVerb || language === undefined) return startOf(wish)
  const part = clausesOf(read.text).findLast(({ start }) => start <= language.start)
  return Math.max(part?.start ?? 0, startOf(wish))
}
const TRANSLATES = /^(?:translat|ubersetz|traduc|tradui|traduis)|翻|译|訳/

/** Whether a wish is for what another one makes: "translate a summary of it", "sum up the translation". */
function isOfOther(wish: Candidate, other: Candidate, { read: { text } }: Known): boolean {
  const made = MADE[other.intent.slug]
  const start = startOf(wish)
  if (made === undefined || start === Infinity || MADE[wish.intent.slug] === undefined) return false
  return new RegExp(
    `^\\p{L}+(?:\\s\\p{L}+){0,3}?\\s(?:an?|the|its|your|eine|die|deine|un|una|el|la|tu|une|le|l|ta)['’ ]\\s*(?:\\p{L}+\\s)?(?:${made})(?![\\p{L}])`,
    'u',
  ).test(text.slice(start))
}
const MADE: Readonly<Record<string, string>> = {
  'summarize-text': 'summary|digest|gist|recap|abstract|zusammenfassung|kurzfassung|resumen|resume',
  'translate-text': 'translation|version|ubersetzung|traduccion|traduction',
}

const isLater = ({ on }: Candidate, than: Candidate['on']) =>
  Math.min(...on.map(({ start }) => start)) > Math.min(...than.map(({ start }) => start))

/** What reads a picture stands after a wish that makes one. */
function afterPicture(tool: Tool | undefined, wishes: readonly Candidate[], tools: ReadonlyMap<string, Tool>): number {
  if (tool === undefined || !Object.values(tool.takes).includes('image')) return 0
  const makers = wishes.filter(({ intent }) => Object.values(tools.get(intent.slug)?.gives ?? {}).includes('image'))
  return Math.max(0, ...makers.map(({ intent }) => intent.stage + 0.25))
}
