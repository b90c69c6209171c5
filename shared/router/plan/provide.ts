import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { OPTION_TYPES, option } from '../values/options.ts'
import { isOtherData } from '../shapes/read-by-shape.ts'
import { isProse } from '../topics/topic.ts'
import { type Draft, isText, isWritten, type Provided, Reference, type Wanted } from './draft.ts'
import { membersOf } from '../members/members-of.ts'
import { anyMember, namedMember, referTo } from '../members/named.ts'
import { ownValue } from './own-value.ts'
import { isOfVerdict, isOnlyAValue, isRedaction } from './places.ts'

const direct = (value: unknown): Provided | null => (value === undefined ? null : { value, before: [] })

/** Outcomes that may be given any answer as text. */
export const TAKES_ANY_ANSWER: ReadonlySet<string> = new Set([
  'summarize-text',
  'speech-synthesize',
  'translate-text',
  'notepad-save',
  'workspace-write',
  'square-post',
  'handoff-digest',
  'hash-text',
  'classify-text',
  'prompt-injection-scan',
  'memory-exfil-guard',
])

/** Finds a value for a field; null when there is none. */
export function provide(wanted: Wanted): Provided | null {
  const { type, known, before, tool } = wanted
  if (isText(type)) return provideText(wanted)
  // A file that is written or taken away is the one that the goal names, never one that a step found; and nobody wants in
  // writing what was spoken only now.
  const isPlaceOfWrite = tool.writes && PLACES_OF_WRITES.has(type)
  const earlier =
    tool.slug === 'audio-transcribe' ? before.filter((step) => step.tool.slug !== 'speech-synthesize') : before
  const named =
    isPlaceOfWrite || (!wanted.isRequired && !tool.either.includes(wanted.field)) || isSaidInPart(type, known)
      ? undefined
      : namedMember(type, earlier, known)
  if (named !== undefined) return direct(named)
  // So is one that is read.
  const isFileSaid = type === 'path' && option(type, known) !== undefined
  // What a plan writes into is what the goal names, or what the plan itself has made.
  const givers = isPlaceOfWrite ? earlier.filter((step) => step.tool.writes) : earlier
  const last = isFileSaid || (isPlaceOfWrite && type === 'path') ? null : fromSteps(type, givers, known)
  const given = last !== null && isUnlikely(last, wanted) ? null : last
  if (type === 'repo-url' && !known.has('repo-url')) {
    const end = before.findLast((step) => step.tool.slug === 'redirect-resolve')
    if (end !== undefined) return direct(new Reference(end, 'final_url'))
  }
  // What an optional token is, the goal says or nobody.
  if (type === 'token-address' && !wanted.isRequired) return direct(ownValue(wanted))
  const isNamed =
    type === 'agent-id' && known.values.some((value) => value.type === 'agent-name' && value.from === 'goal')
  if (given !== null && !isNamed && !OWN_FIRST.has(type) && (type !== 'url' || transforms(before, known))) return given
  const own = ownValue(wanted)
  if (own !== undefined) return direct(own)
  if (given !== null) return given
  const any = isPlaceOfWrite || !wanted.isRequired || known.isStrict ? undefined : anyMember(type, earlier, known)
  if (any !== undefined) return direct(any)
  if (wanted.isRequired && isWritten(type)) return textOfStep(wanted)
  if (OPTION_TYPES.has(type)) return direct(option(type, known))
  return null
}

/** Whether a step gives data that is not what the input takes, though both are JSON. */
const isUnlikely = ({ value }: Provided, { type, tool, field, tools }: Wanted) =>
  type === 'json' &&
  value instanceof Reference &&
  isOtherData({ slug: tool.slug, field }, { slug: value.step.tool.slug, path: value.path }, tools)

/** The goal names the place itself, and what lists places lists those beside it too. */
const OWN_FIRST = new Set(['workspace-id', 'note-id'])

/** What writes is never led to a place by what a step found. */
const PLACES_OF_WRITES = new Set(['path', 'note-key', 'note-id', 'slug', 'workspace-id'])

/** Whether the goal itself gives a value of the type where it speaks of the wish. */
const isSaidInPart = (type: string, { part, values }: Known) =>
  part !== undefined &&
  values.some(
    (value) =>
      value.from === 'goal' &&
      value.type === type &&
      part.ranges.some(({ start, end }) => start <= value.start && value.start < end),
  )

/** A text of a step before, for what is written as a text. */
function textOfStep({ before }: Wanted): Provided | null {
  for (const step of before.toReversed()) {
    const path = step.tool.writes ? undefined : textPath(step.tool, false)
    if (path !== undefined) return direct(new Reference(step, path))
  }
  return null
}

/** Whether the last step that gives a URL was made of the URLs at hand, or none is at hand. */
function transforms(before: readonly Draft[], known: Known): boolean {
  const giver = before.findLast(({ tool }) => Object.values(tool.gives).includes('url'))
  return giver !== undefined && (giver.tool.takes['url'] !== undefined || !known.has('url'))
}

/** The last step before that gives the type, as a reference. */
export function fromSteps(type: FieldType, before: readonly Draft[], known: Known): Provided | null {
  for (const step of before.toReversed()) {
    const path = pathOf(type, step, known)
    if (path !== undefined) return direct(referTo(step, path, known))
  }
  return null
}

/** Types that one step gives under another name than the next one takes. */
const GIVEN_AS: Readonly<Record<string, readonly string[]>> = {
  'pdf-url': [],
  'image-url': [],
  email: ['email', 'regex-match'],
  'text[]': [],
  transaction: ['tx-hash'],
}

function pathOf(type: FieldType, step: Draft, known: Known): string | undefined {
  const { gives, slug } = step.tool
  const names = GIVEN_AS[type] ?? [type]
  const members = membersOf(step, known)
  const found = members.find(({ type: given, isMain }) => names.includes(given) && (isMain || known.isAgain))?.path
  if (found !== undefined) return found
  // The last domain of a chain of redirects is the one at its end.
  if (type === 'domain') {
    const list = Object.entries(gives).find(([, given]) => given === 'domain[]')?.[0]
    return list === undefined ? undefined : `${list}.-1`
  }
  if (type === 'text[]') return PASSAGES[slug]
  return undefined
}

const PASSAGES: Readonly<Record<string, string>> = {
  'search-scrape': 'pages',
  'web-search': 'results',
  'news-headlines': 'headlines',
}

/** The stage of outcomes that judge: see intents.rules.ts. */
const JUDGES = 4

function provideText(wanted: Wanted): Provided | null {
  const { type, known, before, tool, isRequired } = wanted
  if (!isRequired && !(tool.writes && type === 'note-content')) return null
  const others = before.filter((one) => one.stage !== JUDGES)
  const named =
    (TAKES_ANY_ANSWER.has(tool.slug) || !tool.writes) && known.part !== undefined && THE.test(known.part.text)
      ? namedMember('text', before, known)
      : undefined
  if (named !== undefined && type === 'text') return direct(named)
  for (const step of before.toReversed()) {
    // What was written answers with a mark of it, not with a text.
    if (step.tool.writes) continue
    // What a text was made of is no text that was made of it.
    if (wanted.field === 'original' && (MADE_ANEW.has(step.tool.slug) || isOfInput(step, wanted))) continue
    // A judgement of a text is no text for another judgement.
    if (isRedaction(step.tool.slug, known)) return direct(new Reference(step, 'redacted'))
    const isVerdict = step.stage === JUDGES && MADE_ANEW.has(tool.slug) && isOfVerdict(known, step.tool)
    if (step.stage === JUDGES && !tool.writes && tool.slug !== 'speech-synthesize' && !isVerdict) continue
    // A label is no text for another text, and orders are looked for in a text as it came.
    if (step.tool.slug === 'classify-text' && !tool.writes && tool.slug !== 'speech-synthesize') continue
    if (
      tool.slug === 'prompt-injection-scan' &&
      MADE_ANEW.has(step.tool.slug) &&
      before.some(({ tool: { slug } }) => !MADE_ANEW.has(slug))
    )
      continue
    if (READ_ON.has(step.tool.slug) || (known.read.mentions.has('open') && OPENED.has(step.tool.slug)))
      return readOn(step, wanted)
    const path = textPath(
      step.tool,
      TAKES_ANY_ANSWER.has(tool.slug) && !others.some((one) => one !== step && givesText(one)),
    )
    if (path !== undefined) return direct(new Reference(step, path))
  }
  const { input, quoted, goal } = known
  if (type === 'skill-markdown') {
    return (known.has('skill-markdown') || isProse(known)) && !isOnlyAValue(known, tool) ? direct('$input') : null
  }
  // A JSON object with fields of the outcome names those; it is no text itself.
  if (Object.keys(input.members).some((name) => tool.fields.has(name))) return null
  if (
    input.json !== undefined &&
    !Array.isArray(input.json) &&
    tool.slug !== 'hash-text' &&
    !TAKES_ANY_ANSWER.has(tool.slug) &&
    type !== 'text'
  )
    return null
  if (tool.slug === 'regex-test' && input.text.trim() === '') {
    const tried = TRIED_ON.exec(goal)?.[1] ?? quoted.at(-1)
    if (tried !== undefined) return direct(tried)
  }
  const isPlace = isOnlyAValue(known, tool)
  if (input.text.trim() !== '' && !isPlace && !isOnlySchema(known, tool)) return direct('$input')
  if (tool.slug === 'notepad-save' || tool.slug === 'square-post')
    return direct(quoted.find((text) => /\s/.test(text)) ?? afterColon(goal) ?? afterThat(goal))
  // The words of a goal are not the text while the input says where that is.
  if (isPlace) return null
  const said = quoted.find((text) => text.length > 1) ?? afterColon(goal) ?? STRING.exec(goal)?.[1]
  // What names the place of a text is not the text, nor is what asks about it.
  const isAsking = said !== undefined && said === afterColon(goal) && /[?？]\s*$/.test(said) && isNamedPlace(known)
  return isAsking || /https?:\/\//.test(said ?? '') ? null : direct(said)
}

/** Whether the input is nothing but the schema that an outcome takes beside a text. */
const isOnlySchema = ({ input: { json, members } }: Known, { takes }: Tool) =>
  json !== undefined &&
  Object.values(takes).includes('json-schema') &&
  (typeof members['properties'] === 'object' || '$schema' in members)

/** Whether the goal itself names where a text is. */
const isNamedPlace = ({ values }: Known) =>
  values.some(({ from, type }) => from === 'goal' && (type === 'url' || type === 'note-id' || type === 'workspace-id'))

/** The string on which a pattern is tried. */
const TRIED_ON =
  /\b(?:over|on|against|to|in|match(?:es)?|fits?|accepts?|gegen|auf|contra|sobre|sur|contre)\s+(?:the |this |den |la |le )?(?:string|text|value|word|line|input|cadena|chaine|zeichenkette)?\s*["'“`]?([\w.@+:/-]*\d[\w.@+:/-]*|[\w.+-]+@[\w.-]+)["'”`]?/i

/** Whether a step was given the input itself, and not the place of a text. */
const isOfInput = ({ inputs }: Draft, { known, tool }: Wanted) =>
  Object.values(inputs).includes('$input') && !isOnlyAValue(known, tool)

const givesText = ({ tool }: Draft) => !tool.writes && textPath(tool, false) !== undefined

const MADE_ANEW = new Set(['translate-text', 'summarize-text'])
/** Outcomes that list addresses, of which the first is read when the goal says to open it. */
const OPENED = new Set(['hn-headlines', 'news-headlines', 'web-search'])
/** Outcomes that find an address whose text is what is wanted. */
const READ_ON = new Set(['sec-filings', 'wayback-snapshot', 'redirect-resolve'])

function readOn(step: Draft, { tools, known }: Wanted): Provided | null {
  // A short link leads to a file when the goal says so.
  const isFile = step.tool.slug === 'redirect-resolve' && known.read.mentions.has('@pdf')
  const page = tools.get(isFile ? 'pdf-extract' : 'page-markdown')
  const path = pathOf('url', step, known)
  if (page === undefined || path === undefined) return null
  const inputs = { url: referTo(step, path, known) }
  const read: Draft = {
    tool: page,
    stage: 1,
    inputs,
    isAsked: false,
    score: 0.6,
    reason: `It reads the ${isFile ? 'file' : 'page'} that was found`,
  }
  return { value: new Reference(read, isFile ? 'text' : 'markdown'), before: [read] }
}

/** What stands before the name of a member that was given. */
const THE =
  /\b(?:its|the|that|this|his|her|whose|clean\w*|sanit\w+|first|second|third|der|die|das|dessen|seine?n?|el|la|los|las|su|le|les|son|sa)\b/u

/** A string that a goal gives without marks. */
const STRING = /\b(?:string|text|word|phrase|value|zeichenkette|cadena|chaine)\s+["'“`]?(\S{3,200}?)["'”`]?\s*[.?!]?$/i
const afterThat = (goal: string) => /\b(?:that|saying|dass|que)\s+(\S.{8,})$/su.exec(goal)?.[1]?.trim()
const afterColon = (goal: string) => /[:：]\s+(\S.{2,})$/su.exec(goal)?.[1]?.trim()

export const ANSWERS: ReadonlySet<string> = new Set([
  'amount',
  'forecast',
  'json',
  'csv',
  'iso-datetime',
  'sha256',
  'number',
  'iso-date',
])

export function textPath(tool: Tool, takesAny: boolean): string | undefined {
  const entries = Object.entries(tool.gives)
  return (
    entries.find(([, type]) => type === 'text' || type === 'markdown')?.[0] ??
    (takesAny ? entries.find(([, type]) => ANSWERS.has(type))?.[0] : undefined)
  )
}
