import type { Evidence } from '../intents/score-intents.ts'
import { type Known, valuesOf } from '../values/known.ts'
import { option } from '../values/options.ts'
import { hasFormOf } from '../shapes/fit-shape.ts'
import { fileOrderIn } from '../said/file-orders.ts'
import { isOfText } from '../said/languages.ts'
import { partsOf } from '../said/parts.ts'
import type { Dimension } from '../values/quantities.ts'
import { listsFields } from '../topics/schema-of-names.ts'
import { bareRegex, pastDate } from '../values/options.rules.ts'
import { currencies, datetimeOf, labelsIn, moneyOf } from '../values/meanings.ts'

/** What the atoms of intents may ask of goal and input, each found out once and only if asked. */
export function evidenceOf(known: Known): Evidence {
  const asked = new Map<string, boolean>()
  const hasMember = (name: string) => Object.hasOwn(known.input.members, name)
  const hasOne = (type: string): boolean => {
    if (type.startsWith('{')) return type.slice(1, -1).split(',').every(hasMember)
    return (
      DERIVED[type]?.(known) ??
      (known.has(type) ||
        hasFormOf(known.input.document, type) ||
        known.read.mentions.get(type)?.some(({ isNegated }) => !isNegated) === true)
    )
  }
  const has = (type: string) => {
    const answer = asked.get(type) ?? type.split('|').some(hasOne)
    asked.set(type, answer)
    return answer
  }
  return { goal: known.read, has, hasMember }
}

const SHORTENERS =
  /^https?:\/\/(?:bit\.ly|t\.co|lnkd\.in|tinyurl\.com|goo\.gl|cutt\.ly|is\.gd|ow\.ly|buff\.ly|rebrand\.ly|rb\.gy|t\.ly|shorturl\.at|youtu\.be|amzn\.to|tiny\.cc|v\.gd|s\.id)\//i

/** Words for what an outcome brings without any input: a text that another can be made of. */
const SOURCES = [
  '@news',
  '@encyclopedia',
  '@square',
  '@note',
  '@article',
  '@research',
  '@hn',
  '@summarize',
  '@feed',
  '@dictionary',
]

/** Whether a goal asks which of several names fits: three and more short ones with "or" before the last. */
const isChoice = (goal: string) =>
  (labelsIn(goal) ?? []).length >= 3 &&
  !labelsIn(goal)
    ?.slice(1)
    .every((label) => VERDICTS.has(label.toLowerCase())) &&
  /[,、，]\s*[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)?,?\s*(?:\s(?:or|oder|o|u|ou)\s|或者?|还是|か)\s*[\p{L}\p{N}_-]+/iu.test(
    goal,
  )

/** A sentence that says what is not to be done: what it lists is no choice. */
const FORBIDDING =
  /(?<=^|[.!?;]\s*)(?:please )?(?:do not|don['’]t|never|no need to|nicht|bitte nicht|no (?=\p{L}+(?:es|as)\b)|ne )[^.!?;]*/giu

/** Answers that a judge gives: a goal that lists them names no labels. */
const VERDICTS = new Set(
  'yes no maybe unsure go stop proceed probe reject accept allow deny block pass fail continue abort wait hold retry safe unsafe ja nein si oui non'.split(
    ' ',
  ),
)

/** What puts something into a note or makes one of it. */
const INTO_NOTE =
  /\b(?:(?:into|onto) (?:an?|my|the|our)|as (?:an?|my)) (?:new )?(?:note(?! (?:format|style|form))|notepad|notebook)\b|\bin (?:eine|meine) (?:neue )?notiz\b|\bals (?:neue )?notiz\b|\b(?:en|como) una (?:nueva )?nota\b|\b(?:dans|comme) une (?:nouvelle )?note\b/
/** What only tells of a note, or asks. */
const TOLD_OF_NOTE =
  /\b(?:what|which|who|when|how|why|look\w*|goes|went|got|read|dig|was|written|welche\w*|steht|stehen|lies|que|cual|dice|lee|quel\w*|dit|lis)\b[^.!;\n]{0,80}\b(?:note|notepad|notebook|notiz|nota)\b/

/** Whether a goal gives an address on a chain: the coins it names are what is there, not what is priced. */
const isOnChain = ({ has }: Known) => ['base-address', 'solana-address', 'tx-hash', 'solana-signature'].some(has)

/** Whether a goal names an amount of one of these. */
const measures =
  (...dimensions: readonly Dimension[]) =>
  (known: Known) =>
    partsOf(known)
      .own.quantities()
      .some(({ dimension }) => dimension !== null && dimensions.includes(dimension))

const says = (type: string) => (known: Known) => option(type, known) !== undefined

const DERIVED: Readonly<Record<string, (known: Known) => boolean>> = {
  domain: (known) => known.has('domain') || known.has('url'),
  money: (known) => moneyOf(known) !== undefined,
  'target-currency': (known) => currencies(known).to !== undefined,
  'quote-currency': ({ names }) => names.currency.length > 0,
  coin: (known) => known.names.coin.length > 0 && !isOnChain(known),
  'coin-list': (known) => new Set(known.names.coin.map(({ value }) => value)).size > 1 && !isOnChain(known),
  ticker: ({ names, goal, input }) =>
    names.ticker.length > 0 ||
    /\bticker\b|\$[A-Z]{1,5}\b|\([A-Z]{1,5}(?:\.[A-Z]{1,2})?\)/.test(goal) ||
    /^\s*(?:ticker:?\s*)?\$?[A-Z]{1,5}(?:\.[A-Z]{1,3})?\s*$/.test(input.text),
  'json-schema': ({ input, has }) => has('json-schema') || typeof input.members['schema'] === 'object',
  timezone: ({ names }) => names.timezone.length > 0,
  language: ({ names, goal }) => names.language.some(({ end }) => !/^[\s-]*wiki/i.test(goal.slice(end))),
  transforms: ({ values, input, read }) =>
    values.length > 0 || input.text !== '' || SOURCES.some((concept) => read.mentions.has(concept)),
  'iso-datetime': (known) => known.has('iso-datetime') || datetimeOf(known) !== undefined,
  'base-address-list': (known) => valuesOf(known, 'base-address').length > 1 && known.input.json === undefined,
  'text-list': (known) => known.has('text[]') || ['passages', 'documents'].some((name) => name in known.input.members),
  'label-list': ({ goal }) => labelsIn(goal) !== undefined,
  'target-language': (known) => known.names.language.some((name) => !isOfText(name, known.goal)),
  'choice-list': ({ goal }) => isChoice(goal.replaceAll(FORBIDDING, ' ')),
  // An input that is a digest already is not hashed again.
  digest: ({ input }) => /^\s*(?:0x|sha-?256[:=-])?[0-9a-f]{64}\s*$/i.test(input.text),
  removal: ({ read }) => fileOrderIn(read.text) !== undefined,
  'field-list': listsFields,
  'into-note': ({ read }) => INTO_NOTE.test(read.text) && !TOLD_OF_NOTE.test(read.text),
  'note-this': ({ read }) => /\bnote (?:this|it|that|these|the following)\b/.test(read.text),
  'to-path': ({ goal }) =>
    /\b(?:into|to|under|as|nach|en|dans)\s+(?:the |file |a )*["'“`]?(?:[\w-]+\/)*[\w-]+\.[a-z]{1,5}\b/i.test(goal),
  'regex-literal': ({ goal }) =>
    /(?<![\w/:.])\/(?=[^/\n]*[\\[({^$*+?|])[^/\s][^/\n]*\/[gimsuy]{0,4}(?![\w/])/.test(goal) ||
    bareRegex(goal) !== undefined,
  'past-date': ({ goal }) => pastDate(goal) !== undefined,
  'short-url': (known) => valuesOf(known, 'url').some(({ value }) => SHORTENERS.test(String(value))),
  'word-count': measures('words', 'sentences'),
  'model-name': says('model-name'),
  'note-key': says('note-key'),
  path: says('path'),
  usdc: measures('money'),
  cents: (known) => measures('money')(known) && /cents?|centavos|centimes|美分|セント/i.test(known.goal),
  'agent-id': says('agent-id'),
  competitor: ({ goal }) => /\b(?:with|against|versus|vs\.?|mit|gegen|con|contra|avec)\s+[A-Z]/.test(goal),
}
