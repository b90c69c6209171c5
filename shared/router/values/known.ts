import type { OwnWords } from '../members/own-words.ts'
import { visible } from '../goal/fold.ts'
import type { Tool } from '../tool.ts'
import { type ReadGoal, readGoal } from '../goal/read-goal.ts'
import { type FoundType, findValues, type Value } from './find-values.ts'
import { sectionsInGoal } from './sections.ts'
import { tickersIn } from './tickers.ts'
import { type Named, type NameKind, namesIn, standsIn } from './names.ts'
import { jsonInGoal } from './json-in-goal.ts'
import { outsideProse } from './in-prose.ts'
import { type InputShape, readInput } from './read-input.ts'

/** All that is known before planning: the goal's words, and every typed value of goal and input. */
export type Known = {
  goal: string
  read: ReadGoal
  input: InputShape
  values: readonly Value[]
  /** Quoted or bracketed parts of the goal, in order. */
  quoted: readonly string[]
  /** The same with their places, marks and all. */
  quotations: readonly { text: string; start: number; end: number }[]
  /** Where the wish stands whose inputs are filled, and where the others do. */
  wish?: { on: readonly { start: number; end: number }[]; others: readonly { start: number; end: number }[] }
  names: Readonly<Record<NameKind, readonly Named[]>>
  now: Date
  has: (type: string) => boolean
  /** Where the goal speaks of the wish that inputs are looked for, if it has several; absent, it all does. */
  own?: OwnParts
  /** The goal's words about the wish whose inputs are looked for. */
  part?: OwnWords
  /** Whether a value counts as given only if it is what an earlier outcome is for. */
  isStrict?: boolean
  /** Whether the wish is for what an earlier wish of the same outcome gave. */
  isAgain?: boolean
}

/** The parts of a goal that belong to one of its wishes, and which outcomes the others ask for. */
export type OwnParts = { ranges: readonly { start: number; end: number }[]; others: readonly Tool[] }

/** An input beyond this many characters is read for names in its head only. */
const NAMED_HEAD = 600
/** From so many words on, a quotation is something said and not a name. */
const QUOTED_WORDS = 4
const QUOTED =
  /"([^"\n]{1,400})"|“([^”\n]{1,400})”|«\s?([^»\n]{1,400}?)\s?»|„([^“”\n]{1,400})[“”]|「([^」\n]{1,400})」|\[([^\]\n]{1,400})\]|`([^`\n]{1,400})`|(?<![\p{L}\p{N}'])'(?=\S)([^'\n]{1,200})(?<=\S)'(?![\p{L}\p{N}'])/gu

/** Notes that are no note of a notepad. */
const OTHER_NOTES =
  /(?<=\b(?:release|patch|show|lecture|delivery|credit|liner|bank|speaker|sticky) )notes?\b|\bnotes?[ -](?:format|form|style)\b/gi

/** What has tags of its own: a note, a post. */
const IS_KEPT =
  /\b(?:notes?|notepad|keep|save|store|remember|jot|square|board|post|notiz\w*|merk\w*|speicher\w*|notas?|guarda\w*|recuerda|plaza|enregistre\w*|retiens|place)\b|笔记|记|广场|メモ|広場/i

/** The name of a tag is no wish; how something kept is tagged is none either. */
const TAG_NAME =
  /(?<=\b(?:tagg?ed(?: with| as)?|tag(?:ged)? (?:it|this) (?:with |as )?|with the tags?) ["'“#]?)[\p{L}\p{N}_-]{2,40}/giu
const TAGGED =
  /\b(?:tag(?:s|g?ed)?(?: (?:it|this|that|them))?(?: (?:with|as|the))?|label (?:it|this)|(?:con |bajo |avec |mit )?(?:la |el |l['’]|dem |der )?(?:etiquetas?|etiquettes?|mots?-cl[eé]s?|schlagw[oö]rt\w*))[\s:]+["'“#]?[\p{L}\p{N}_-]{2,40}(?:(?:,| and| und| y| et) [\p{L}\p{N}_-]{2,30}(?=[\s.,;!]*$))?/giu

/** What somebody says to others after a colon, on the square or in a note: it orders nothing here. */
const SAID_TO_OTHERS =
  /^[^:：]*\b(?:square|board|everyone|agents|notes?|notepad|remember|statement|marktplatz|agentenplatz|plaza|place)\b[^:：]*[:：]\s+((?:i|we|my|our|i['’]m|i['’]ll|we['’]re|ich|wir|suchen?|bieten?|gesucht|ofrezco|ofrecemos|busco|buscamos|necesito|vendo|je|nous|cherchons|cherche|propose|offre|looking for|seeking|offering|selling|wanted|available|needed|hiring)\b.*)$/dis

/** How long, dear or plain something is to be: "keep it under 50 words" stores nothing. */
const KEPT =
  /\bkeep (?:it|this|that|them) (?:(?:under|below|within|to|at|between|around) (?:\d|about|an? |(?:one|two|three|four|five|six|ten|twenty|fifty) )|short|brief|concise|simple|formal|informal|casual|polite|plain|cheap)/gi

/** What is offered or sought on the square is not asked of anybody here. */
const OFFERED = /\b\p{L}+(?:ing|ions?|ers?)\s(?=(?:offers?|requests?|jobs?|gigs?|services?)\b)/giu

/** Calls of outcomes that a goal plans are none of its wishes: "40x page-markdown". */
const CALLS = /\b\d{1,5}\s?[x×]\s?[a-z][a-z0-9]*(?:-[a-z0-9]+)*/gi

/** The key of a note: no word of it is a wish. */
const NOTE_KEY = /(?<=\b(?:key|under|note|called|named) )[\w-]{1,40}(?:\/[\w.-]{1,40}){1,6}/gi

/** What pages that are looked for are to be about: no word of it is a wish. */
const TOPIC =
  /\b(?:links|pages|results|hits|sources|articles|threads|posts|tutorials?|guides?|passages|paragraphs|excerpts|sites|websites)\b[^.;:?!]{0,40}?\b(?:(?:explain|describe|discuss|cover)\w*|that say|about|regarding|on) ((?:how|why|what|when|whether)\b[^.;!?]{6,200}?)(?=[.;!?]|,? (?:and )?(?:then|give|tell|translate|summari[sz]e|save|store|put|send|read)\b|$)/gi

/** What opens a note that somebody shares: it asks for no share. */
const SHARE_TOKEN = /\bshare[- ]?token:?\s+["'“`]?[\w-]{5,80}/gi

/** The mark of a share beside the name of its company, which is no word. */
const TICKER = /\(\$?[A-Z]{1,5}\)/g

/** The path of a file: no word of it is a wish. */
const PATH = /(?<![\w/.-])[\w-]{1,40}(?:\/[\w.-]{1,40}){0,6}\/[\w-]{1,40}\.[a-z]{1,5}\b/gi

export function readAll(rawGoal: string, rawInput: string, now: Date): Known {
  const goal = visible(rawGoal)
  const objects = jsonInGoal(goal)
  const shape = readInput(rawInput)
  const input = { ...shape, members: { ...sectionsInGoal(goal, objects), ...shape.members } }
  const inGoal = [
    ...findValues(mask(goal, objects), 'goal'),
    ...objects.map(({ value, start, end }): Value => ({
      type: 'properties' in value || '$schema' in value || 'type' in value ? 'json-schema' : 'json',
      value,
      from: 'goal',
      start,
      end,
    })),
  ]
  const quoted: { text: string; start: number; end: number }[] = []
  for (const match of mask(goal, objects).matchAll(QUOTED)) {
    const text = match.slice(1).find((part) => part !== undefined)
    if (text !== undefined) quoted.push({ text, start: match.index, end: match.index + match[0].length })
  }
  const paths = [...goal.matchAll(PATH)].map(({ 0: text, index }) => ({ start: index, end: index + text.length }))
  const sayings = [
    ...goal.matchAll(OTHER_NOTES),
    ...goal.matchAll(IS_KEPT.test(goal) ? TAGGED : TAG_NAME),
    ...goal.matchAll(TICKER),
    ...goal.matchAll(KEPT),
    ...goal.matchAll(CALLS),
    ...goal.matchAll(SHARE_TOKEN),
    ...[...goal.matchAll(TOPIC)].map(({ 1: topic = '', 0: text, index }) => ({
      0: topic,
      index: index + text.length - topic.length,
    })),
    ...goal.matchAll(NOTE_KEY),
    ...(/\b(?:square|board)\b/i.test(goal) ? goal.matchAll(OFFERED) : []),
  ].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }))
  const [from, to] = SAID_TO_OTHERS.exec(goal)?.indices?.[1] ?? [0, 0]
  sayings.push({ start: from, end: to })
  const masked = mask(goal, [...sayings, ...inGoal.filter(({ type }) => type !== 'agent-name'), ...quoted, ...paths])
  const found = listed(findValues(rawInput, 'input'), rawInput)
  const values = [...inGoal, ...outsideProse(found, rawInput, input.json !== undefined, goal), ...input.values]
  const head = input.json === undefined ? rawInput.slice(0, NAMED_HEAD) : ''
  const short = head.length <= 120 ? head : ''
  // What is quoted at length names no coin and no share.
  const spokenWords = quoted.filter(({ text }) => text.split(/\s+/).length >= QUOTED_WORDS)
  const named = (kind: NameKind, more: string) => {
    const inText = namesIn(
      mask(goal, kind === 'coin' || kind === 'ticker' ? [...inGoal, ...spokenWords] : inGoal),
      kind,
    )
    return inText.length > 0 && kind !== 'coin' ? inText : [...inText, ...namesIn(more, kind, kind === 'coin')]
  }
  const names = {
    language: named('language', ''),
    currency: named('currency', short),
    coin: named('coin', short),
    ticker: tickersOf(goal, inGoal, named('ticker', short), short),
    timezone: named('timezone', short),
  }
  // The mark of an exchange is no name: "SAP.DE".
  const isInTicker = ({ start, end }: Named) =>
    names.ticker.some(
      (one) => standsIn(one, goal) && one.start <= start && one.end >= end && one.end - one.start > end - start,
    )
  for (const kind of ['language', 'timezone', 'currency', 'coin'] as const)
    names[kind] = names[kind].filter((name) => !isInTicker(name))
  // "Turkish lira" names no language.
  names.language = names.language.filter(
    ({ start, end }) => !names.currency.some((one) => standsIn(one, goal) && one.start <= start && one.end > end),
  )
  const read = readGoal(mask(masked, intoLanguage(goal, names.language)))
  const types = new Set<string>(values.map(({ type }) => type))
  return {
    goal,
    read,
    input,
    values,
    quoted: quoted.map(({ text }) => text),
    quotations: quoted,
    names,
    now,
    has: (type) => types.has(type),
  }
}

/** Shares by their marks, those of the goal first. */
function tickersOf(goal: string, values: readonly Value[], named: readonly Named[], short: string): Named[] {
  const inGoal = named.filter((one) => standsIn(one, goal))
  const said = tickersIn(mask(goal, values), inGoal, IS_PRICED.test(goal))
  return said.length > 0 ? said : tickersIn(short, named, true)
}

/** A goal that speaks of shares. */
const IS_PRICED =
  /\b(?:stocks?|shares?|tickers?|quotes?|(?:last|latest|current) prices?|prices? (?:of|for)|trading at|aktien?|kurse?|acciones|cotizaci\w+|actions?|cours|bourse|filings?|10-[kq]s?|8-ks?)\b|股价|股票|株価/i

/** What is said to an agent between values: those after it are part of what is said. */
const SPEECH =
  /\b(?:ignore|instead|instructions?|assistant|agents?|system|planner|router|must|policy|note|call|capture|also run|owner|llm|model)\b|(?:\p{L}{2,}[\s,.;:]+){9}/iu

/** "Put it into Korean" puts nothing anywhere. */
const intoLanguage = (goal: string, languages: readonly Named[]) =>
  languages.flatMap(({ start }) => {
    const verb = [
      ...goal
        .slice(0, start)
        .matchAll(
          /\b(?:put|bring|get|turn|set)\b(?=[^.,;:]{0,40}\b(?:in|into|to)\s+(?:the\s+|plain\s+|simple\s+)?$)/gi,
        ),
    ].at(-1)
    return verb === undefined ? [] : [{ start: verb.index, end: verb.index + verb[0].length }]
  })

/** The values of an input that begins with one, up to where it begins to speak. */
function listed(found: readonly Value[], text: string): Value[] {
  const [first] = found
  if (first === undefined || text.slice(0, first.start).trim().length > 2) return [...found]
  let end = first.end
  for (const [index, value] of found.entries()) {
    if (value.start > end && SPEECH.test(text.slice(end, value.start))) return found.slice(0, index)
    end = Math.max(end, value.end)
  }
  return [...found]
}

export const mask = (text: string, parts: readonly { start: number; end: number }[]) => {
  const chars = text.split('')
  for (const { start, end } of parts) chars.fill(' ', start, end)
  return chars.join('')
}

/** The goal with the words that are misspelt as they most likely are meant. */
export const spelt = ({ goal, read }: Known): string =>
  read.respelt.reduceRight((text, { word, start, end }) => text.slice(0, start) + word + text.slice(end), goal)

/** The distinct values of a type, those of the goal first. */
export const valuesOf = (known: Known, type: FoundType): Value[] => {
  const seen = new Set<unknown>()
  return known.values.filter((value) => value.type === type && !seen.has(value.value) && seen.add(value.value))
}
