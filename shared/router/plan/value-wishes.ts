import { clausesOf } from '../goal/clauses.ts'
import type { Mention } from '../goal/read-goal.ts'
import type { Evidence } from '../intents/score-intents.ts'
import { strictly } from '../members/strict.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { labelsIn } from '../values/meanings.ts'
import { type Named, standsIn } from '../values/names.ts'
import { bind } from './bind.ts'
import { areExclusive, type Candidate } from './choose-intents.ts'
import { referencesOf } from './draft.ts'
import { draftOf, inOrder } from './in-order.ts'
import { type Part } from './part-evidence.ts'
import { FOLLOW_ON } from './weights.ts'

/** What a goal names that only one outcome takes: where it stands, and what shows that it is taken already. */
type Rule = {
  slug: string
  find: (known: Known, evidence: Evidence) => Part | undefined
  /** Types of inputs: a chosen outcome that has one of them may take what is named. */
  takenAs: readonly string[]
}

/** What stands before a name in which something is wanted. */
const WANTED_IN =
  /(?:\b(?:into|in|to|as|as an?|ins|auf|als|nach|al|en|au|comme)|->|→|=>|用|成|为|以)\s*(?:the\s+|el\s+|l['’]\s*)?$/iu
/** Who is to have it understands nothing else. */
const UNDERSTOOD =
  /(?:\bonly (?:speaks?|reads?|understands?|knows?)|\b(?:speaks?|reads?|understands?|knows?) only|\b(?:spricht|spreche|lese|liest|versteht|verstehe|kann) nur|\bs[oó]lo (?:habla|lee|entiende|hablo|leo|entiendo)|\bne (?:parle|lit|lis|comprend) qu(?:e l['’]|['’]))\s*$/iu
const WANTED_UNSPACED = /^(?:で(?!す|は|も)|に(?:して|訳)|版|へ)/u
const isWantedIn = (name: Named, goal: string) => {
  if (!standsIn(name, goal)) return false
  const { start, end } = name
  const before = goal.slice(Math.max(0, start - 24), start)
  return WANTED_IN.test(before.slice(-12)) || UNDERSTOOD.test(before) || WANTED_UNSPACED.test(goal.slice(end))
}

/** How long an answer is to be: "in two sentences", "a few bullets". */
const SHORT =
  /(?:\b(?:one|two|three|four|five|six|seven|[1-9]|a few|a couple of|single|ein|einem|zwei|drei|vier|funf|wenigen|una?|dos|tres|cuatro|cinco|pocas|une|deux|trois|quatre|cinq|quelques)[\s-](?:\p{L}+\s)?(?:bullets?|bullet points|sentences?|lines|paragraphs?|takeaways|satze?n?|stichpunkten?|zeilen|absatz|frases?|lineas|puntos|parrafos?|phrases?|lignes|paragraphes?)\b)|[一二三四五两几1-9]\s*(?:句话|句|段话|个?要点)|[一二三四五1-5]\s*(?:文で|行で|点に)/u
/** The form in which an answer is wanted that is to be heard. */
const TO_HEAR =
  /(?:\b(?:as|into|als|como|comme|en)|->|→)\s+(?:(?:an?|eine?n?|una?|une|the|my|short|brief|quick)\s+)*(?:\p{L}+\s+){0,2}?(?:spoken|audio|voice|sound|mp3|wav|podcast|sprachnachricht|audiodatei|horfassung|nota de voz|mensaje de voz|message vocal|fichier audio|note vocale)\b|\b(?:let|want to|like to|can|could)\s(?:\p{L}+\s)?(?:hear|listen to)\b|(?:做成|变成|转成)(?:语音|音频)|音声(?:に|メッセージ)/u

const RULES: readonly Rule[] = [
  {
    slug: 'classify-text',
    find: ({ goal, read }, { has }) => {
      const labels = has('choice-list') || SLASHES.test(goal) ? labelsIn(goal) : undefined
      const at = labels === undefined ? -1 : read.text.indexOf((labels[0] ?? '').toLowerCase())
      return at === -1 || labels === undefined ? undefined : { start: at, end: at + (labels[0] ?? '').length }
    },
    takenAs: ['label[]', 'competitor[]', 'choice'],
  },
  {
    slug: 'translate-text',
    find: ({ names, goal }) => names.language.findLast((name) => isWantedIn(name, goal)),
    takenAs: ['language', 'news-language', 'wiki-language', 'speech-language'],
  },
  {
    slug: 'currency-convert',
    find: ({ names, goal }) => names.currency.findLast((name) => isWantedIn(name, goal)),
    takenAs: ['target-currency', 'quote-currency'],
  },
  {
    slug: 'summarize-text',
    find: ({ read }) => {
      const found = SHORT.exec(read.text)
      return found === null ? undefined : { start: found.index, end: found.index + found[0].length }
    },
    takenAs: ['word-count', 'summary-style', 'depth', 'image-detail'],
  },
  {
    slug: 'json-schema-validate',
    find: ({ input, read }) => {
      const found = typeof input.members['schema'] === 'object' ? SCHEMA.exec(read.text) : null
      return found === null ? undefined : { start: found.index, end: found.index + found[0].length }
    },
    takenAs: ['json-schema'],
  },
  {
    slug: 'speech-synthesize',
    find: ({ read, has }) => {
      const found = has('audio-url') ? null : TO_HEAR.exec(read.text)
      return found === null ? undefined : { start: found.index, end: found.index + found[0].length }
    },
    takenAs: ['audio-format', 'speech-language'],
  },
]

const SCHEMA = /\b(?:schemas?|schemata|esquemas?|shape|contract)\b|模式|架构|スキーマ/u

/** "which of billing / legal / product" */
const SLASHES = /\b(?:which|whether|is it|one of|as|into)\b[^.?!/]{0,30}?[\p{L}-]+(?:\s+\/\s+[\p{L}-]+)+/iu

/**
 * Adds the outcome that alone takes what a goal names (a language, a currency, a choice of labels, a form to be heard) when
 * no chosen one takes it, and when an earlier wish gives all else that it needs.
 */
export function withValueWishes(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  known: Known,
  evidence: Evidence,
  tools: ReadonlyMap<string, Tool>,
): Candidate[] {
  if (!chosen.some(({ isOffered, missing }) => isOffered && missing.length === 0)) return [...chosen]
  let all = [...chosen]
  for (const { slug, find, takenAs } of RULES) {
    const tool = tools.get(slug)
    const candidate = candidates.find(({ intent, isOffered }) => isOffered && intent.slug === slug)
    if (tool === undefined || candidate === undefined || all.some(({ intent }) => intent.slug === slug)) continue
    const isTaken = ({ intent }: Candidate) =>
      Object.entries(tools.get(intent.slug)?.takes ?? {}).some(
        ([field, type]) =>
          takenAs.includes(type) &&
          (type !== 'json-schema' || tools.get(intent.slug)?.required.includes(field) === true),
      )
    if (all.some((one) => isTaken(one) || areExclusive(one.intent.slug, slug))) continue
    const part = find(known, evidence)
    if (part === undefined) continue
    // What lacks its input was taken for this.
    const rest = all.filter(
      ({ missing, on }) => missing.length === 0 || !on.some((one) => one.start < part.end && one.end > part.start),
    )
    const before = inOrder(
      rest.filter(({ isOffered, writes }) => isOffered && !writes),
      known,
      tools,
    )
      .flatMap(({ intent }) => tools.get(intent.slug) ?? [])
      .map(draftOf)
    const { inputs, missing, before: added } = bind(tool, strictly(known), before, tools, new Map())
    const isChained = [inputs, ...added.map((step) => step.inputs)].some((given) =>
      referencesOf(given).some(({ step }) => before.includes(step)),
    )
    if (missing.length > 0 || !isChained) continue
    all = [
      ...rest,
      { ...candidate, on: [mentionAt(part, known)], score: Math.max(candidate.score, FOLLOW_ON.score), missing: [] },
    ]
  }
  return all
}

const mentionAt = ({ start, end }: Part, { read }: Known): Mention => ({
  start,
  end,
  sentence: 0,
  part: 0,
  clause: clausesOf(read.text).findLastIndex((clause) => clause.start <= start),
  isNegated: false,
  isRespelt: false,
})
