import { SEALED } from './spoken.ts'
import { OBJECTS, POLITE, VERBS } from './topic.rules.ts'
import { alternatives } from './strip-topic.ts'

/** A part of a goal: one order, question, or thing that is named, with all that is said of it. */
export type Part = {
  start: number
  end: number
  /** What stands between it and the part before. */
  joint: string
  isOrder: boolean
  isQuestion: boolean
  isOwn: boolean
  /** Whether another wish stands on it, and not this one. */
  isOthers: boolean
}

type Span = { start: number; end: number }

const HAN = String.raw`[\u3040-\u30FF\u3400-\u9FFF]`
const STOP = String.raw`[.!?…]+(?=[\s"'”’)]|$)|[!?](?=${HAN})|[;\n]+|。|[:](?=\s|$|${HAN})|(?<=${HAN}):`
const THEN = String.raw`\s[-–—]\s|\s*(?:->|→|=>)\s*|(?:[,;] )?(?<![\p{L}])(?:and then|and afterwards|and after that|and finally|then|und dann|und danach|dann|danach|y luego|y despues|luego|et puis|et ensuite|puis|ensuite)(?![\p{L}])|[，、,]?(?:然后|接着|再(?=翻|用|把|总|存|译)|并且|并(?=把|翻|用|总|存|朗|译)|それから|その後|そして|その(?=要約|内容|結果))`
const AND = String.raw`,(?=${HAN})|(?<=${HAN}),|\s\+\s|,(?=\s)(?: (?:and|und|y|et)(?= ))?|，|、|(?<![\p{L}])(?:and|plus|und|y|e|et)(?![\p{L}])|(?<=[て])、?`
const BETWEEN = new RegExp(`(?<stop>${STOP})|(?<then>${THEN})|(?<and>${AND})`, 'gu')
/** Points that end no sentence: "vs.", "U.S.", "No. 5". */
const ABBREVIATED =
  /(?:^|[\s(])(?:vs|etc|dr|mr|mrs|st|inc|ltd|co|corp|no|approx|e\.g|i\.e|z\.b|bzw|p\.ej|\p{L}|(?:\p{L}\.)+\p{L})$/u

const ORDER = new RegExp(
  `^[\\s,"'(]*(?:(?:${alternatives(POLITE)})[\\s,]+)*(?:${alternatives(VERBS)})(?![\\p{L}])`,
  'u',
)
const POLITELY = new RegExp(
  `^[\\s,"'(]*(?:please|pls|plz|(?:can|could|would|will) you|kannst du|konntest du|puedes|podrias|peux[- ]tu|pouvez[- ]vous|bitte|por favor|s['’]il (?:te|vous) plait)\\s`,
  'u',
)
const WITH_OBJECT = new RegExp(`^\\s*(?:$|[-,]|(?:${alternatives(OBJECTS)}|[${SEALED}\\d])(?![\\p{L}]))`, 'u')
/** "..., ordered by date", "..., read aloud", "..., the summary in Polish". */
const MADE =
  /^\s*(?:(?:all |each |then |and |both )*(?:ordered|sorted|ranked|reranked|translated|summari[sz]ed|condensed|shortened|saved|stored|posted|read aloud|spoken|converted|turned|rendered|put|cut|boiled|narrated|dubbed|sorted|grouped|labelled|classified|delivered|told|written|handed|sortiert|geordnet|ubersetzt|zusammengefasst|gekurzt|vorgelesen|ordenad[oa]s?|traducid[oa]s?|resumid[oa]s?|traduit[es]*|resume[es]*|triee?s?|classee?s?)(?![\p{L}])|(?:that|the|its|this|whose|a|an) (?:\w+ )?(?:answer|summary|result|digest|gist|translation|text|page|document|story|article|top one)(?: of (?:it|that|them))? (?:in|as|into|to|read|under|for|translated)(?![\p{L}]))/u
const CJK_ORDER =
  /^\s*(?:(?:请|再|并|把|将|用|帮我)*(?:翻译|译成|总结|概括|朗读|读出|保存|存|转换|提取|发布|生成语音|打开)|.{0,12}(?:要約し|翻訳し|訳し|読み上げ|保存し|まとめて|変換し|並べ))/u
/** Verbs that are no nouns: they order whatever follows. */
const PLAIN =
  /^\s*(?:and |then |also |please )*(?:find|search (?:for|the)|look up|translate|summari[sz]e|tell|give|fetch|define|extract|finde|suche|ubersetze|fasse|gib|zeig|encuentra|busca|traduce|dame|dime|cherche|trouve|traduis|donne|resumez)(?![\p{L}])/u
/** An order that speaks of what was there before. */
const BACK = /\b(?:for|of|from|about|to|with|on|in|into) (?:it|them|that|this|these)\b/
const ASKS = /^\s*(?:and |also )*(?:what|who|which|where|when|how|why|was|wer|wie|que|qui|quel)(?![\p{L}])/u
const JAPANESE_TE = /て、?$/

/** Splits a goal, as patterns read it, into its parts. `own` and `others` are where this wish and the others stand. */
export function partsOf(text: string, own: readonly Span[], others: readonly Span[]): Part[] {
  const holds = (spans: readonly Span[], start: number, end: number) =>
    spans.some((span) => span.start < end && span.end > start)
  const cuts: { start: number; end: number; joint: string; kind: 'stop' | 'then' | 'and' }[] = []
  let depth = 0
  let seen = 0
  for (const match of text.matchAll(BETWEEN)) {
    for (const char of text.slice(seen, match.index))
      depth = Math.max(0, depth + (/[(（]/.test(char) ? 1 : /[)）]/.test(char) ? -1 : 0))
    seen = match.index
    if (depth > 0 && text.slice(match.index).search(/[)）]/) !== -1) continue
    if (match[0].startsWith('.') && ABBREVIATED.test(text.slice(0, match.index))) continue
    const kind = match.groups?.['stop'] !== undefined ? 'stop' : match.groups?.['then'] !== undefined ? 'then' : 'and'
    cuts.push({ start: match.index, end: match.index + match[0].length, joint: match[0], kind })
  }
  const pieces = [{ start: 0, end: 0, joint: '', kind: 'stop' as const }, ...cuts].map((cut, index, all) => ({
    start: cut.end,
    end: all[index + 1]?.start ?? text.length,
    joint: cut.joint,
    kind: cut.kind,
    after: all[index + 1]?.joint ?? '',
  }))
  const parts: Part[] = []
  for (const { start, end, joint, kind, after } of pieces) {
    const said = text.slice(start, end)
    if (!/[\p{L}\p{N}]/u.test(said)) continue
    const isOwn = holds(own, start, end)
    const isOthers = !isOwn && holds(others, start, end)
    const isQuestion = /[?？]/.test(after)
    const order = isQuestion && kind === 'stop' && !POLITELY.test(said) ? null : ORDER.exec(said)
    const isOrder =
      CJK_ORDER.test(said) ||
      (kind !== 'stop' && MADE.test(said)) ||
      (order !== null &&
        (kind !== 'and' ||
          POLITELY.test(said) ||
          PLAIN.test(said) ||
          WITH_OBJECT.test(said.slice(order[0].length)) ||
          BACK.test(said)))
    const last = parts.at(-1)
    const isFurther =
      last === undefined ||
      kind !== 'and' ||
      isOrder ||
      isOthers ||
      (isOwn && !last.isOwn && (last.isOthers || ASKS.test(said))) ||
      (JAPANESE_TE.test(joint) && /、/.test(joint))
    if (isFurther) parts.push({ start, end, joint, isOrder, isQuestion, isOwn, isOthers })
    else {
      last.end = end
      last.isOwn ||= isOwn
      last.isQuestion = isQuestion
      last.isOthers &&= !isOwn
    }
  }
  return parts
}
