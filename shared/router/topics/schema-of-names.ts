import { fold } from '../goal/fold.ts'
import type { Known } from '../values/known.ts'
import { spokenOf } from './spoken.ts'
import {
  AMOUNTS,
  COUNTS,
  LED_IN,
  LED_OUT,
  MARKS,
  NO_FIELD,
  TAKES,
  UNSPACED_AMOUNTS,
  UNSPACED_COUNTS,
} from './schema.rules.ts'
import { alternatives } from './strip-topic.ts'
import { POLITE } from './topic.rules.ts'

type Schema = { type: 'object'; properties: Record<string, { type: string }> }

const MOST_FIELDS = 30
const MOST_WORDS = 5
const END = '(?![\\p{L}\\p{N}])'

const VERB = new RegExp(`^(?:(?:${alternatives(POLITE)})[\\s,]+)*(?:${alternatives(TAKES)})${END}[\\s-]*`, 'u')
const LEAD = new RegExp(`^(?:${alternatives(LED_IN)})${END}[\\s:]*`, 'u')
const OUT = new RegExp(`(?:\\s|^)(?:->|→|=>|(?:${alternatives(LED_OUT)})${END}).*$`, 'su')
/** A verb within a list begins another one, if more than a noun follows: "fill revenue", "read the rent", not "report date". */
const FURTHER = new RegExp(
  `^(?:(?:${alternatives(POLITE)})[\\s,]+)*(?:(?:fill|extract|pull|get|give|populate|rellena|extrae|gib|hole?|ziehe?|remplis|extrais)${END}|(?:${alternatives(TAKES)})\\s+(?:${alternatives(LED_IN)}|the|its|der|die|das|el|la|los|las|les?)${END})`,
  'u',
)
/** "parse this receipt into shop, date and total" */
const PARSED = /^\s*(?:please )?(?:parse|turn|split|convert|break|map)\s[^,;]{2,40}?\s(?:in)?to\s+(?!(?:an? )?json)/i
/** Words of a sentence, which no name of a field holds. */
const TOLD =
  /(?<!\b(?:of|at|in|per|de|von) )\b(?:the|my|our|your|what|they|it|me|any|those|these|some|no|not|only|how|why|whether|which|who|there|have|has|if|yes|them|los|las|que|est|ob|this|that|you|i|we|is|are|was|were|do|does|best|please)\b/u
const NONE = new RegExp(`^(?:${alternatives(NO_FIELD)})$`, 'u')
const DETERMINER =
  /^(?:(?:the|an?|its|their|any|each|every|all|both|der|die|das|den|dem|deren|ein|eine|einen|el|la|los|las|un|una|su|sus|les?|une|son|sa|ses)\s+|l['’]\s*)/u
const SPLIT =
  /\s*[,;、，\n]\s*(?:(?:and|und|y|e|et|plus|as well as|sowie)\s+)?|\s+(?:and|und|y|e|et|plus|&|\+|sowie|as well as|ainsi que)\s+|(?<=[\u3040-\u9FFF])(?:和|与|及|と|以及|并)(?=[\u3040-\u9FFF])/u
/** Chinese and Japanese, around the names. */
const UNSPACED_IN = /^.*?(?:提取|抽取|抓取|取出|读出|找出|填写|から|より|中的|里的|里面的|中)(?=[\u3040-\u9FFF])/u
const UNSPACED_OUT =
  /(?:を?(?:抽出|取り出|抜き出|JSON|読み取|まとめ|教え)|(?:，|,)?(?:并|用|以|输出|生成|做成|写成|整理成|转成|返回|放进|存成|成为|作为)?\s*(?:为|成)?\s*JSON|(?:提取|抽取)(?:出来)?$).*$/u
const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF]/

/**
 * Makes a JSON Schema of the names of fields that a goal lists: "get invoice number, total and due date out of this".
 * Undefined where it lists fewer than two.
 */
export const schemaOfNames = (known: Known): Schema | undefined => schemaIn(known)?.schema

/** Whether a goal lists fields, and says where their values are or that they are fields. */
export const listsFields = (known: Known): boolean => schemaIn(known)?.isSure === true

type Found = { schema: Schema; isSure: boolean }

function schemaIn(known: Known): Found | undefined {
  if (!found.has(known)) found.set(known, readSchema(known))
  return found.get(known)
}

const found = new WeakMap<Known, Found | undefined>()

function readSchema(known: Known): Found | undefined {
  const { text, at } = spokenOf(known)
  const said = (start: number, end: number) => known.goal.slice(at[start] ?? 0, at[end] ?? known.goal.length)
  const list = blocksOf(text)
    .map(({ start, end }) => namesIn(said(start, end)))
    .filter(({ isFramed }) => isFramed || OF_FIELDS.test(text))
    .toSorted((a, b) => b.names.length - a.names.length)[0]
  if (list === undefined || list.names.length < 2) return undefined
  const properties: Schema['properties'] = {}
  for (const { key, type } of list.names.slice(0, MOST_FIELDS)) properties[key] = { type }
  return Object.keys(properties).length < 2
    ? undefined
    : { schema: { type: 'object', properties }, isSure: list.isEnded || OF_FIELDS.test(text) }
}

/** The stretches of a goal that may be a list: between its stops and brackets. */
function blocksOf(text: string): { start: number; end: number }[] {
  const blocks: { start: number; end: number }[] = []
  let start = 0
  for (const match of [
    ...text.matchAll(
      /[.!?](?=\s|$)|:(?=\s|[\u3040-\u9FFF])|[。：]|\n\n|\s[-–—]\s|[()[\]]|,?\s(?:then|dann|danach|luego|puis)(?=\s)/gu,
    ),
    { index: text.length, 0: '' },
  ]) {
    if (match.index > start) blocks.push({ start, end: match.index })
    start = match.index + match[0].length
  }
  return blocks
}

/** What speaks of fields. */
const OF_FIELDS =
  /\bjson\b|\bfields?\b|\bschema\b|\bextract|\bfelder\b|\bextrahier|\bcampos?\b|\bextrae|\bchamps?\b|\bextrai|\bkey data\b|字段|提取|抽出|項目/u

type Name = { key: string; type: string }

/** The names of a list; none where anything in it is no name. */
function namesIn(block: string): { names: Name[]; isFramed: boolean; isEnded: boolean } {
  const text = block.replaceAll(/["'“”„«»`]/g, ' ').trim()
  const isUnspaced = UNSPACED.test(text)
  const trimmed = isUnspaced
    ? text.replace(UNSPACED_OUT, '').replace(UNSPACED_IN, '').replace(UNSPACED_IN, '')
    : text.replace(PARSED, '')
  let names: Name[] = []
  let isFramed = isUnspaced ? trimmed !== text : PARSED.test(text)
  const listed = () => ({ names, isFramed, isEnded: isUnspaced && isFramed })
  const items = trimmed.split(SPLIT)
  for (const [index, item] of items.entries()) {
    const bare = item.trim()
    const isOrder = index === 0 ? VERB.test(fold(bare)) : FURTHER.test(fold(bare))
    // What was listed before a verb is another list.
    if (isOrder && index > 0 && names.length < 2) names = []
    else if (isOrder && index > 0) return listed()
    const { led, isLed } = leadOff(bare, index === 0 || isOrder)
    const ended = fold(led).search(OUT)
    const name = (ended === -1 || fold(led).length !== led.length ? led.replace(OUT, '') : led.slice(0, ended)).trim()
    const made = nameOf(name)
    if (made === null) {
      if (names.length > 1) return listed()
      // A head that only leads to the list.
      names = []
      continue
    }
    if (isLed && index > 0 && names.length < 2) names = []
    names.push(made)
    isFramed ||= isLed
    if (ended !== -1 && names.length > 1) return { names, isFramed: true, isEnded: true }
    if (ended !== -1) names = []
  }
  return listed()
}

/** An item of a list without the verb and the words that lead to the names. */
function leadOff(item: string, isOrder: boolean): { led: string; isLed: boolean } {
  let rest = item
  const cut = (pattern: RegExp) => {
    const found = pattern.exec(fold(rest))
    if (found === null || found[0] === '') return false
    rest = rest.slice(found[0].length)
    return true
  }
  let isLed = isOrder && cut(VERB)
  for (let round = 0; round < 6; round++) {
    if (cut(LEAD)) isLed = true
    else if (!cut(DETERMINER)) break
  }
  return { led: rest.trim(), isLed }
}

function nameOf(said: string): Name | null {
  const name = fold(said)
    .replace(DETERMINER, '')
    .replace(/[\s.:,;]+$/, '')
  const words = name.split(/[\s_-]+/).filter((word) => word !== '')
  if (words.length === 0 || words.length > MOST_WORDS || NONE.test(name) || TOLD.test(name) || !/\p{L}/u.test(name))
    return null
  if (!/^[\p{L}\p{N}][\p{L}\p{N}\s_/%'’.-]*$/u.test(name) || name.length > 60) return null
  return { key: name.replaceAll(/[^\p{L}\p{N}]+/gu, '_').replace(/_+$/, ''), type: typeOf(name.replaceAll('_', ' ')) }
}

const whole = (list: string) => new RegExp(`(?<![\\p{L}])(?:${alternatives(list)})(?![\\p{L}])`, 'u')
const [AMOUNT, COUNT] = [whole(AMOUNTS), whole(COUNTS)]
const MARK = new RegExp(`(?:^|\\s)(?:${alternatives(MARKS)})$|^(?:${alternatives(MARKS)})$`, 'u')

function typeOf(name: string): string {
  if (UNSPACED_COUNTS.test(name)) return 'integer'
  if (UNSPACED_AMOUNTS.test(name)) return 'number'
  if (/^(?:is|has|whether)\s/.test(name)) return 'boolean'
  if (/^(?:number of|how many|count of|anzahl|nombre d|cantidad)/.test(name)) return 'integer'
  if (MARK.test(name)) return 'string'
  if (AMOUNT.test(name)) return 'number'
  return COUNT.test(name) ? 'integer' : 'string'
}
