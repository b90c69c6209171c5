import { fold, foldInPlace } from '../goal/fold.ts'
import { byRole } from './roles.ts'
import { HOLDING, TRANSFER } from './roles.rules.ts'
import type { Named } from './names.ts'
import { type Known, spelt, valuesOf } from './known.ts'
import { numberOf, quantitiesIn } from './quantities.ts'
import { dayIn } from './days.ts'
import { kindsIn } from './kinds.ts'

export const list = <Item>(items: readonly Item[]) => (items.length === 0 ? undefined : [...items])

/** A value that is the whole input is written as `$input`. */
export const asInput = (known: Known, value: unknown) =>
  typeof value === 'string' && value !== '' && known.input.text.trim() === value && known.input.text === value
    ? '$input'
    : value

export function domainOf(known: Known, isRequired: boolean): unknown {
  const own = valuesOf(known, 'domain')[0]?.value
  if (own !== undefined) return asInput(known, own)
  const url = valuesOf(known, 'url')[0]?.value
  if (typeof url === 'string' && URL.canParse(url)) return new URL(url).hostname.replace(/^www\./, '')
  const email = valuesOf(known, 'email')[0]?.value
  return isRequired && typeof email === 'string' ? email.split('@')[1] : undefined
}

export function tickerIn(text: string): string | undefined {
  return (
    /(?:^|\s)\$?([A-Z]{1,5}\.[A-Z]{1,3})\s*$/.exec(text)?.[1] ??
    /\$([A-Z]{1,5})\b/.exec(text)?.[1] ??
    /\b(?:ticker|tiker|symbol|stock|aktie|accion|action|shares? of|NASDAQ:|NYSE:)\s*:?\s*([A-Z]{1,5}(?:\.[A-Z]{1,2})?)\b/.exec(
      text,
    )?.[1] ??
    text.match(/(?<![\w-])[A-Z]{2,5}(?![\w-])/g)?.find((word) => !NO_TICKER.has(word))
  )
}
const NO_TICKER = new Set(
  'USD EUR GBP CHF JPY PLN SEC US UK EU AI API PDF JSON CSV CEO CTO ETF ID OK FAQ URL DNS NYSE ADR ASAP PLS EPS IPO USA'.split(
    ' ',
  ),
)

export function targetLanguage({ names, goal }: Known): string | undefined {
  const into = names.language.findLast(({ start }) =>
    /(?:\b(?:into|in|to|as|as an?|ins|auf|nach|al|a|en|au)|->|→|=>|成|为|へ|を|to the)\s*(?:the\s+|el\s+|l['’]\s*)?$/iu.test(
      goal.slice(Math.max(0, start - 12), start),
    ),
  )
  const isSource = (start: number) =>
    /\b(?:from|aus dem|vom|del|desde|de l['’]|du|is in|written in|was in|is)\s*(?:the\s+)?$/i.test(
      goal.slice(Math.max(0, start - 12), start),
    )
  return into !== undefined && !isSource(into.start)
    ? into.value
    : (names.language.findLast(({ start }) => !isSource(start))?.value ?? into?.value)
}

/** Zones told by their distance from the middle one: "UTC+2" is Etc/GMT-2, as the table of zones has it. */
const withOffsets = (named: readonly Named[], goal: string): Named[] =>
  named.map((zone) => {
    const [, sign, hours] =
      zone.value === 'UTC' ? (/^\s?([+−-])0?(\d{1,2})(?::00)?(?![\d:])/.exec(goal.slice(zone.end)) ?? []) : []
    return hours === undefined || Number(hours) === 0 || Number(hours) > 14
      ? zone
      : { ...zone, value: `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}` }
  })

export function zones({ names, goal }: Known): { from?: string; to?: string } {
  const [first, second] = withOffsets(names.timezone, goal)
  if (first === undefined) return {}
  if (second === undefined)
    return /\b(?:from|in|at)\s*$/i.test(goal.slice(0, first.start)) && /\butc\b/i.test(goal)
      ? { to: first.value }
      : { to: first.value }
  // The zone that stands beside the time is the one it is told in.
  const isTold = ({ start, end }: { start: number; end: number }) =>
    /\d{1,2}[:.h]\d{2}(?::\d{2})?\s*(?:uhr|am|pm|h)?,?\s*(?:\p{L}{1,5}\s+){0,2}$/iu.test(
      goal.slice(Math.max(0, start - 24), start),
    ) ||
    /^\s+(?:son las|es la|it['’]?s|it is|is|ist es|sind es|il est)\s+\d{1,2}[:.h]\d{2}/iu.test(
      goal.slice(end, end + 24),
    )
  if (isTold(second) && !isTold(first) && !/\b(?:to|into|nach|vers|hacia)\s*$/i.test(goal.slice(0, second.start)))
    return { from: second.value, to: first.value }
  const isTarget =
    /\b(?:to|into|for|nach|fur|für|a|en|vers|in)\s*$/i.test(goal.slice(0, second.start)) ||
    !/\bwhat time in\s*$/i.test(goal.slice(0, first.start))
  return isTarget ? { from: first.value, to: second.value } : { from: second.value, to: first.value }
}

export function datetimeOf(known: Known): string | undefined {
  const own = valuesOf(known, 'iso-datetime')[0]?.value
  if (own !== undefined) return String(asInput(known, own)).replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T')
  const goal = known.values
    .filter(({ from, type }) => from === 'goal' && type === 'coordinates')
    .reduce((said, { start, end }) => said.slice(0, start) + ' '.repeat(end - start) + said.slice(end), known.goal)
  // A moment in a letter is none that anybody asks about.
  const isAside = known.has('coordinates') || known.has('mime-message')
  const text = `${goal} ${isAside ? '' : known.input.text.slice(0, 200)}`
  const cjk =
    /(\d{4})年(\d{1,2})月(\d{1,2})日[の的]?\s*(?<half>上午|早上|凌晨|清晨|中午|下午|傍晚|晚上?|午前|午後|朝|昼|夕方|夜)?(?:の)?\s*(\d{1,2})[时時点點:](?:(\d{1,2})分?|(半))?/u.exec(
      text,
    )
  if (cjk !== null) {
    const [, year, month = '', day = '', half = '', hour = '0', minutes = '0', thirty] = cjk
    const hours = Number(hour) + (Number(hour) < 12 && /下午|傍晚|晚|午後|夕|夜/.test(half) ? 12 : 0)
    const two = (number: string | number) => String(number).padStart(2, '0')
    return `${year}-${two(month)}-${two(day)}T${two(hours)}:${thirty === undefined ? two(minutes) : '30'}`
  }
  const time = /\b(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|uhr|h|时|点|時)?(?![\d-])/iu.exec(
    text.replaceAll(
      /\b\d{4}-\d{2}-\d{2}\b|(?<![\d.])\d{1,2}[./]\d{1,2}[./]\d{4}|\b\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?[a-z]{3,9}\.?,? \d{4}\b|\b[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,? \d{4}\b/giu,
      ' ',
    ),
  )
  if (time === null || (time[2] === undefined && time[3] === undefined))
    return /\b(?:now|currently|at the moment|jetzt|gerade|ahora|maintenant)\b|现在|现下|今何時/i.test(known.goal)
      ? 'now'
      : undefined
  const hour = (Number(time[1]) % (time[3] && /[ap]m/i.test(time[3]) ? 12 : 24)) + (/pm/i.test(time[3] ?? '') ? 12 : 0)
  const isLate = hour < 12 && !/[ap]m/i.test(time[3] ?? '') && LATE.test(fold(known.goal))
  const date = dayIn(text.toLowerCase()) ?? known.now.toISOString().slice(0, 10)
  return `${date}T${String(isLate ? hour + 12 : hour).padStart(2, '0')}:${time[2] ?? '00'}`
}

/** The second half of the day, in words behind a time. */
const LATE =
  /\d\s?(?:h|uhr|o['’]?clock)?\s?(?:in the (?:afternoon|evening)|at night|abends|nachmittags|am (?:abend|nachmittag)|de la (?:tarde|noche)|du soir|de l['’]apres-midi)/

/** An amount of money in goal or input: a number beside a currency. */
export function moneyOf(known: Known): { amount: number } | undefined {
  for (const text of [known.goal, known.input.text.slice(0, 120)]) {
    const numbers = [
      ...text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, ' ').matchAll(/(?<![\w.])(\d[\d.,]*\d|\d)(?![\w.]*:)/g),
    ]
    const found = numbers[0]
    if (found !== undefined && known.names.currency.length > 0) {
      const amount = numberOf(found[1] ?? '')
      if (amount !== undefined) return { amount }
    }
  }
  const inWords = known.names.currency.flatMap((name) => numberInWords(known.goal, name) ?? [])[0]
  return inWords === undefined ? undefined : { amount: inWords }
}

/** The number that stands before a currency: "two hundred euros", "one dollar". */
function numberInWords(goal: string, { start, end }: { start: number; end: number }): number | undefined {
  const text = foldInPlace(goal)
  const found = quantitiesIn(text).find(
    (one) =>
      (one.dimension === 'money' && one.start < start && one.end >= end) ||
      (one.dimension === null && one.end <= start && text.slice(one.end, start).trim() === ''),
  )
  return found === undefined ? undefined : found.dimension === 'money' ? found.value / 100 : found.value
}

export function currencies({ names, goal, input }: Known): { from?: string; to?: string; all: string[] } {
  const text = names.currency.length > 0 && namesAreInGoal(names.currency, goal) ? goal : input.text
  const own = names.currency
  const beside = own.find(
    ({ start, end }) =>
      /\d[\d.,\s]*$/.test(text.slice(Math.max(0, start - 16), start)) ||
      /^\s*\d/.test(text.slice(end, end + 4)) ||
      numberInWords(text, { start, end }) !== undefined,
  )
  const sign = /([$€£¥₹₩])\s?\d|\d\s?([€£₹₩$])/.exec(`${goal} ${input.text.slice(0, 80)}`)
  const signed = sign === null ? undefined : SIGNS[sign[1] ?? sign[2] ?? '']
  const from = signed ?? beside?.value
  const all = [...new Set(own.map(({ value }) => value).filter((value) => value !== from))]
  if (from === undefined && all.length > 1) return { from: all[0] ?? '', to: all[1] ?? '', all: all.slice(1) }
  return { ...(from === undefined ? {} : { from }), ...(all[0] === undefined ? {} : { to: all[0] }), all }
}
const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', '₩': 'KRW' }
const namesAreInGoal = (found: readonly { start: number; end: number; word: string }[], goal: string) =>
  found.every(({ start, end, word }) => fold(goal.slice(start, end)).startsWith(word.slice(0, 3)))

export function tokenAddress(known: Known, slug: string): unknown {
  const { goal } = known
  const addresses = valuesOf(known, 'base-address')
  if (slug === 'base-token-info')
    return addresses[0]?.value ?? /\b(usdc|usdt|weth|dai|cbbtc|eurc)\b/i.exec(goal)?.[1]?.toUpperCase()
  const near = addresses.length > 1 ? byRole(known, addresses, HOLDING).token : undefined
  return near?.value ?? /\b(usdc|usdt|weth|dai|cbbtc|eurc)\b/i.exec(goal)?.[1]?.toUpperCase()
}

export function directed(known: Known, type: string): unknown {
  const all = valuesOf(known, 'base-address')
  const [address] = all
  if (address === undefined) return undefined
  if (all.length > 1) {
    const { from, to } = byRole(known, all, TRANSFER)
    if (from !== undefined || to !== undefined) return (type === 'transfer-from' ? from : to)?.value
  }
  const near =
    address.from === 'goal'
      ? /\b(from|to|into|by|at)\s*$/i.exec(known.goal.slice(0, address.start))?.[1]?.toLowerCase()
      : undefined
  if (near === 'from' || near === 'to' || near === 'into')
    return (near === 'from') === (type === 'transfer-from') ? address.value : undefined
  const isFrom = /\b(?:outgoing|sent (?:out|by|from)|spent|out of|leaving|paid by|from this|salientes|ausgehend)/i.test(
    known.goal,
  )
  return isFrom === (type === 'transfer-from') ? address.value : undefined
}

export function wordAsked(known: Known): string | undefined {
  const { goal, input } = known
  if (/^\s*[\p{L}'-]{2,40}\s*$/u.test(input.text)) return '$input'
  return [wordIn(spelt(known)), wordIn(goal)].find((found) => found !== undefined && goal.includes(found))
}

function wordIn(goal: string): string | undefined {
  return (
    /(?<![\p{L}])(?:word|wort(?:e?s)?|palabra|mot|term|define|bedeutet|significa|pronounce|(?:meaning|mean\w*|defin\p{L}+|pron\p{L}{4,10}tion|synonyms?|origin|etymology|aussprache|bedeutung|herkunft|pronunciaci[oó]n|significado|origen|prononciation|signification|sens|sinonimos)\s+(?:of|for|von|des|de|du))\s+(?:(?:the|das|des|la|le|el|an?|ein\p{L}*|una?) )?(?:word\s+|term\s+|wort\p{L}*\s+|palabra\s+|mot\s+|of\s+|for\s+)?["'“‘]?([\p{L}-]{2,40})/iu.exec(
      goal,
    )?.[1] ??
    /\blook up (?:the word )?["'“‘]?([\p{L}-]{2,40})["'”’]? in (?:a|the|your) dictionary/iu.exec(goal)?.[1] ??
    /\bdoes ["'“‘]?([\p{L}-]{2,40})["'”’]? mean/iu.exec(goal)?.[1] ??
    /[:：]\s*["'“‘]?([\p{L}-]{2,40})["'”’]?\s*[.?!]?\s*$/u.exec(goal)?.[1]
  )
}

/** The choices of "billing, bug, feature or spam". */
export function labelsIn(text: string): string[] | undefined {
  const goal = text.replaceAll(/https?:\/\/\S+/g, (url) => ' '.repeat(url.length))
  const kinds = kindsIn(goal)
  if (kinds !== undefined) return kinds
  const last = lastListIn(goal)
  if (last !== undefined) return last
  const found =
    /((?:[\p{L}\p{N}][\p{L}\p{N} _-]{0,24}\s*[,/、，]\s*){1,11}[\p{L}\p{N} _-]{0,24}?)\s*(?:,?\s+(?:or|and|oder|und|o|y|ou|et)\s+|或|或者|か)([\p{L}\p{N}][\p{L}\p{N}_-]{0,24})/iu.exec(
      goal,
    )
  const pair =
    /(?:[:：]|\bas|\binto|\bals|\bas either|\beither)\s*([\p{L}\p{N}_-]{2,24})\s+(?:or|oder|o|ou|vs\.?)\s+([\p{L}\p{N}_-]{2,24})/iu.exec(
      goal,
    )
  const bare = /^\s*([\p{L}_-]{2,24})\s+(?:or|oder|o|ou|还是)\s+([\p{L}_-]{2,24})\s*[?？]/iu.exec(goal)
  if (found === null && pair === null && bare !== null) return [bare[1] ?? '', bare[2] ?? '']
  if (found === null) return pair === null ? listedIn(goal) : [pair[1] ?? '', pair[2] ?? '']
  const before = (found[1] ?? '')
    .split(/[,/、，]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  // The first of a list may carry the words before it along.
  const first = (before[0] ?? '').split(/\s+/)
  return [...(first.length > 2 ? [first.at(-1) ?? ''] : before.slice(0, 1)), ...before.slice(1), found[2] ?? '']
}

/** Labels of one or two words each after a colon at the end: "which of these is it: food, drinks or medicine". */
function lastListIn(goal: string): string[] | undefined {
  const listed = /[:：]\s*([^:：.?!;]{3,200})[.?!]?\s*$/u.exec(goal)?.[1]
  const labels = (listed ?? '')
    .split(/\s*[,/、，]\s*(?:(?:or|and|oder|und|o|y|ou|et)\s+)?|\s+(?:or|oder|ou|o)\s+|或者?|还是|または/)
    .map((label) => label.trim().replace(/^["'“”]|["'“”]$/g, ''))
  return labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,30}$/u.test(label) && label.split(' ').length < 3)
    ? labels
    : undefined
}

/** The labels of "which fits: spam, newsletter, personal" and of "spam / ham". */
function listedIn(goal: string): string[] | undefined {
  const listed =
    /[:：(]\s*([^:：()]{3,200})\)?[.?!]?\s*$/u.exec(goal)?.[1] ??
    /((?:[\p{L}\p{N}_-]+\s*\/\s*){1,8}[\p{L}\p{N}_-]+)/u.exec(
      goal.replaceAll(/https?:\S+|(?:[\w-]+\/)+[\w-]+\.\w+/g, ' '),
    )?.[1]
  const labels = (listed ?? '')
    .split(/\s*[,;/|、，]\s*/)
    .map((label) => label.trim().replace(/[.?!]$/, ''))
    .filter((label) => label !== '')
  return labels.length > 1 &&
    labels.every((label) => /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,30}$/u.test(label) && label.split(' ').length < 4)
    ? labels
    : undefined
}

export const actionIn = (goal: string) =>
  /\b(?:did|do|does|performed|executed|ran|carried out|completed|took|has done|action(?: is)?:?)\s+(?:the (?:action|step)\s+)?["'“]?(?=[\w.:-]*[_:.-])([\w.:-]*\w)/i.exec(
    goal,
  )?.[1] ??
  /\breceipts?\s*[:,]\s*(?:agent\s+)?[\w-]+\s+(\p{L}+ed\b.{3,120}?)(?:[.;,]|$)/iu.exec(goal)?.[1]?.trim() ??
  /\b(?:for|that(?: it)?|having|über|por|pour)[:\s]+(.{3,120}?)(?:[.;,]|$)/i.exec(goal)?.[1]?.trim()
