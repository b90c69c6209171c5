import { fold } from '../goal/fold.ts'
import type { Known } from '../values/known.ts'
import { SEALED, type Spoken, spokenOf } from './spoken.ts'
import { furtherTopic, type Stripped, stripTopic } from './strip-topic.ts'
import { RANKED_BY, type TopicKind } from './topic.rules.ts'
import { type Part, partsOf } from './topic-parts.ts'

/** An input that is longer is a text, and no query. */
const MOST_ASKED: Readonly<Record<TopicKind, number>> = {
  web: 400,
  news: 200,
  research: 1_000,
  title: 255,
  prompt: 2_000,
  any: 400,
  need: 500,
  word: 64,
  question: 2_000,
}
const MOST = 300

const found = new WeakMap<Known, Map<TopicKind, string | undefined>>()

/**
 * Returns what a wish is about, for searches, encyclopedias, dictionaries and pictures: the input where that is words, or
 * else the part of the goal on which the wish stands, without what orders it, what says how much of it is wanted and in
 * which form, and what is asked for after it. Where that part says nothing, the part beside it does that no other wish
 * stands on.
 */
export function topicOf(known: Known, kind: TopicKind): string | undefined {
  const before = found.get(known) ?? new Map<TopicKind, string | undefined>()
  found.set(known, before)
  if (!before.has(kind)) before.set(kind, readTopic(known, kind))
  return before.get(kind)
}

/** Returns the topics of a wish that asks the same of several: "news on tea and news on coffee". Empty where it has one. */
export function topicsOf(known: Known, kind: TopicKind): string[] {
  const topic = topicOf(known, kind)
  if (topic === undefined || topic === '$input') return []
  const start = known.goal.indexOf(topic)
  const spoken = spokenOf(known)
  const topics: string[] = []
  let from = placeOf(spoken, start)
  const to = placeOf(spoken, start + topic.length)
  for (
    let next = start === -1 ? null : furtherTopic(spoken.text, from, to, kind);
    next !== null;
    next = furtherTopic(spoken.text, from, to, kind)
  ) {
    topics.push(known.goal.slice(spoken.at[from] ?? 0, spoken.at[next.at] ?? 0))
    from = next.next
  }
  if (topics.length === 0) return []
  topics.push(known.goal.slice(spoken.at[from] ?? 0, spoken.at[to] ?? 0))
  return topics.flatMap((said) => clean(said) ?? [])
}

function readTopic(known: Known, kind: TopicKind): string | undefined {
  const { input, wish } = known
  const isInput =
    isProse(known) && (kind === 'word' ? isWords(input.text) : kind !== 'prompt' || input.text.trim().length > 8)
  const said = saidTopic(known, kind)
  if (!isInput || kind === 'question') return said?.text
  const isSaidBesideText = wish !== undefined && wish.others.length > 0 && said?.isOwn === true
  return said !== undefined && (isSaidBesideText || input.text.trim().length > MOST_ASKED[kind]) ? said.text : '$input'
}

/** One to three words. */
const isWords = (text: string) => /^\s*[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}\s*$/u.test(text)

type Said = { text: string; isOwn: boolean }

function saidTopic(known: Known, kind: TopicKind): Said | undefined {
  const spoken = spokenOf(known)
  const { text } = spoken
  const spans = (mentions: readonly { start: number; end: number }[]) =>
    mentions.map(({ start, end }) => ({ start: placeOf(spoken, start), end: placeOf(spoken, end) }))
  const parts = partsOf(text, spans(known.wish?.on ?? []), spans(known.wish?.others ?? []))
  const languages = languageTail(known, kind)
  const strip = (part: Part) => stripTopic(text, part.start, part.end, kind, part.isQuestion, languages)
  const own =
    known.wish === undefined || !parts.some(({ isOwn }) => isOwn)
      ? parts.filter(({ isOthers }) => !isOthers)
      : parts.filter(({ isOwn }) => isOwn)
  if (kind === 'question') {
    const ranked = rankedBy(known, spoken, own, parts)
    if (ranked !== undefined) return { text: ranked, isOwn: true }
  }
  let pointing: Part | undefined
  for (const part of own) {
    const topic = strip(part)
    if (topic?.isPointer === true) pointing ??= part
    if (topic === null || topic.isPointer) continue
    const more = further(parts, part, kind, strip)
    const made = finish(known, spoken, more === null ? topic : { ...topic, end: more.end }, kind)
    if (made !== undefined)
      return {
        text: kind === 'web' ? withLater(known, spoken, made, own.slice(own.indexOf(part) + 1).map(strip)) : made,
        isOwn: topic.isJoined,
      }
  }
  // What "them" means stands before, whatever else is asked of it there.
  if (pointing !== undefined) {
    const part = parts[parts.indexOf(pointing) - 1]
    const topic = part === undefined ? null : stripTopic(text, part.start, part.end, 'any', part.isQuestion, languages)
    const made = topic === null || topic.isPointer ? undefined : finish(known, spoken, topic, kind)
    if (made !== undefined) return { text: made, isOwn: false }
  }
  // What stands beside the wish says what it is about: what a colon leads to, a question, what is told before or after.
  const first = parts.indexOf(own[0] ?? parts[0] ?? ({} as Part))
  const beside = parts
    .map((part, index) => ({ part, index }))
    .filter(
      ({ part }) => !own.includes(part) && !(part.isOthers && !part.isQuestion) && !(part.isOrder && !part.isQuestion),
    )
    .toSorted((a, b) => rank(a, first) - rank(b, first))
  for (const { part } of beside) {
    const topic = strip(part)
    if (topic === null || topic.isPointer) continue
    const made = finish(known, spoken, topic, kind)
    if (made !== undefined) return { text: made, isOwn: false }
  }
  return undefined
}

/** What a colon leads to comes first, then a question, then what stands nearest. */
const rank = ({ part, index }: { part: Part; index: number }, own: number) =>
  (index === own + 1 && /[:：]/.test(part.joint) ? 0 : part.isQuestion ? 10 : 20) +
  Math.abs(index - own) +
  (index > own ? 0.5 : 0)

/** What a colon after a topic leads to, if nothing else is asked there. */
function further(
  parts: readonly Part[],
  part: Part,
  kind: TopicKind,
  strip: (part: Part) => Stripped | null,
): Stripped | null {
  const next = parts[parts.indexOf(part) + 1]
  return next === undefined || !JOINED.has(kind) || !/[:：]/.test(next.joint) || next.isOrder || next.isOthers
    ? null
    : strip(next)
}
const JOINED: ReadonlySet<TopicKind> = new Set(['web', 'research', 'prompt', 'need'])

/** What passages are to be about is said in a later part: "..., and pull out the paragraphs that say how long it takes". */
function withLater(known: Known, { at }: Spoken, topic: string, later: readonly (Stripped | null)[]): string {
  const more = later.flatMap((one) =>
    one === null || one.isPointer || !one.isJoined
      ? []
      : [known.goal.slice(at[one.start] ?? 0, at[one.end] ?? known.goal.length)],
  )
  return clean([topic, ...more].join(' ')) ?? topic
}

function rankedBy(
  known: Known,
  { text, at }: Spoken,
  own: readonly Part[],
  parts: readonly Part[],
): string | undefined {
  for (const part of own) {
    const { start, end } = part
    const found = RANKED_BY.exec(text.slice(start, end))
    if (found === null) continue
    const from = start + found.index + found[0].length
    const said = clean(known.goal.slice(at[from] ?? 0, at[end] ?? known.goal.length))
    const next = parts[parts.indexOf(part) + 1]
    if (said === undefined && next !== undefined && /:/.test(next.joint))
      return clean(known.goal.slice(at[next.start] ?? 0, at[next.end] ?? known.goal.length))
    if (said !== undefined && said.length > 3 && !/^(?:it|this|that|the question|the query)$/i.test(said)) return said
  }
  return undefined
}

/** Where a character of the goal stands in what patterns read. */
function placeOf({ at }: Spoken, place: number): number {
  let low = 0
  let high = at.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** "..., in Polish": the language of an answer, where one is asked for in another. */
function languageTail({ names, goal, wish }: Known, kind: TopicKind): RegExp | null {
  if (names.language.length === 0 || kind === 'prompt' || (kind === 'web' && (wish?.others.length ?? 0) === 0))
    return null
  const words = names.language.map(({ start, end }) => fold(goal.slice(start, end)).replaceAll(/[^\p{L}\p{N} ]/gu, '.'))
  return new RegExp(
    `(?<![\\p{L}])(?:(?:in|into|to|auf|ins|en|al|as|a|from|de|in the|au)\\s+(?:the\\s+|plain\\s+)?)(?:${words.join('|')})(?: (?:version|edition|text|translation|audio))?$|(?:用|译成|翻译成)?(?:${words.join('|')})(?:で|に|版)?$`,
    'u',
  )
}

function finish(known: Known, { text, at }: Spoken, { start, end }: Stripped, kind: TopicKind): string | undefined {
  const masked = text.slice(start, end)
  const quotation = known.quotations.find(
    (one) => one.start >= (at[start] ?? 0) && one.end <= (at[end] ?? 0) && one.text.trim().length > 1,
  )
  const isOnlyQuoted = masked.replaceAll(/[^\p{L}\p{N}]/gu, '').replaceAll(SEALED, '') === ''
  if (quotation !== undefined && (isOnlyQuoted || kind === 'title' || kind === 'word')) return clean(quotation.text)
  const goal = known.goal.slice(at[start] ?? 0, at[end] ?? known.goal.length)
  const said = clean(goal.replaceAll(/https?:\/\/\S+/g, ' ').replaceAll(/\s+/g, ' '))
  if (said === undefined) return undefined
  if (kind === 'title') return titleIn(said)
  if (kind === 'word') return wordIn(said)
  return said
}

const ARTICLE = /^(?:(?:the|an?|der|die|das|den|dem|des|el|la|los|las|les?|l['’])\s+|l['’]\s*)/iu

/** The name in what is said of an entry: the whole, or, where that is a sentence, what is written in capitals. */
function titleIn(said: string): string | undefined {
  const bare = said.replace(ARTICLE, '').replace(/,\s+(?!\p{Lu}).*$/u, '')
  if (
    bare.split(/\s+/).length <= 6 &&
    !/^(?:when|where|why|how|which|whose|did|does|is|was|wann|wo|warum|wie)\b/i.test(bare)
  )
    return clean(bare)
  const names = [
    ...said.matchAll(
      /(?<=\s)\p{Lu}[\p{L}\p{N}'’.-]*(?:\s+(?:(?:of|the|de|la|von|van|der|du|del|and|&)\s+)*[\p{Lu}\p{N}][\p{L}\p{N}'’.-]*)*/gu,
    ),
  ].map(([name]) => name)
  return clean(names.toSorted((a, b) => b.length - a.length)[0] ?? bare)
}

/** A word, or two that stand together, is what is looked up. */
function wordIn(said: string): string | undefined {
  if (
    /^(?:the|my|our|this|that|i|it|you|we|what|who|which|whose|when|where|why|how|is|are|was|were|wer|wie|wo|que|quien|qui|quel)\b/i.test(
      said,
    )
  )
    return undefined
  const bare = said
    .replace(ARTICLE, '')
    .replace(/^["'“‘]|["'”’]$/g, '')
    .replace(/\s*[,(;].*$|\s+(?:with|and|plus|mit|con|avec)\s.*$/su, '')
  return /^[\p{L}'’-]{1,40}(?: [\p{L}'’-]{1,30}){0,2}$/u.test(bare) ? bare : undefined
}

const clean = (text: string) => {
  const cleaned = text
    .trim()
    .replace(/^[\s:,.;-]+|[\s?.!,:;]+$/gu, '')
    .slice(0, MOST)
  return cleaned === '' ? undefined : cleaned
}

const WHOLE: ReadonlySet<string> = new Set([
  'text[]',
  'csv',
  'mime-message',
  'command',
  'broken-json',
  'skill-markdown',
  'pdf-url',
  'image-url',
  'audio-url',
  'repo-url',
])

/** Whether the input is words rather than a value with a form of its own. */
export function isProse({ input, values }: Known): boolean {
  const text = input.text.trim()
  if (text === '' || input.json !== undefined) return false
  const covered = values
    .filter(({ from, type }) => from === 'input' && !WHOLE.has(type))
    .reduce((sum, { start, end }) => sum + end - start, 0)
  if (covered >= 0.6 * text.length) return false
  return !/^(?:https?:\/\/\S+|0x[0-9a-f]+|\S+@\S+\.\S+)$/i.test(text) && /\p{L}{2}/u.test(text)
}
