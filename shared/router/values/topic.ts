import type { Known } from './known.ts'

/** Words that say what to do, at the head of a goal, and after which its topic begins. */
const LEADS =
  /^(?:please\s+|pls\s+|can you\s+|could you\s+|i(?:'d| would) like(?: you)? to\s+|i want(?: you)? to\s+|i need(?: you)? to\s+|bitte\s+|por favor\s+|s'il (?:te|vous) pla[iî]t\s+)*(?:find|search(?: the (?:web|internet|net))?(?: for)?|look up|look for|look|google|give me|get(?: me)?|show me|tell me|fetch|grab|read|list|research|what is|what's|what are|who is|suche?(?: mir)?(?: im (?:netz|web|internet))?(?: nach)?|finde|such mir|busca(?:r|me)?|encuentra|cherche[rz]?|trouve[rz]?|recherche[rz]?|paint|draw|generate|create|make|illustrate|render|male|zeichne|dibuja|pinta|dessine|define)\s+(?:me\s+)?/iu
const ABOUT =
  /(?:(?<![\p{L}\p{N}])(?:(?:about|regarding|concerning|on the topic of|on the subject of|über|sobre|acerca de|au sujet de|à propos d[eu]|zum thema|zu|sur|on(?! (?:mon|tues|wednes|thurs|fri|satur|sun)day| (?:the )?(?:web|internet|net|line|base|solana|wikipedia|hacker news|hn)\b))(?![\p{L}\p{N}])|à propos d['’])|关于|に関する|について)\s*[:：]?\s*/iu
/** What pages are to say: "the paragraphs that say how long a lease may be", "where people explain how to prune". */
const TOLD =
  /\b(?:that|which|where (?:people|they|someone|somebody|developers|experts)|who) (?:say|says|explain|explains|describe|describes|discuss|discusses|tell|tells|show|shows|answer|answers|cover|covers)\s+(?:me\s+)?((?:how|why|what|when|whether|where|which|who|about)?\s*[^.;!?]{6,200})/iu

/** An encyclopedia's entry, by its title. */
const ENTRY =
  /(?<![\p{L}])(?:summary|article|artikel|entry|intro(?:duction)?|extract|lead|wikipedia|wiki)\s+(?:page\s+)?(?:of|for|von|zu)\s+(?:(?:the|an?)\s+)?(\p{L}.*)$/isu
const TAIL =
  /(?:[,;.!?]|\s[-–—]\s|\band\b\s+(?:then|give|make|tell|turn|translate|summari[sz]e|put|order|rank|read|sum|save|send)|\bthen\b|\bund (?:dann|fasse|übersetze)|\by (?:luego|después|traduce|resume)|\bet (?:puis|traduis|résume)|\b(?:as|als|en|comme) (?:an? )?(?:spoken|audio|speech|mp3|wav|ogg)\b|\bread (?:aloud|out)\b|\b(?:into|as|in|to) (?:an?|my|the|our) (?:note\w*|workspace)\b|\bunder (?:the )?(?:key|note)\b|，|。|、|然后).*$/isu

/**
 * What a goal is about, for searches, encyclopedias and pictures: the input where that is prose, else what is quoted,
 * else what follows "about", else the goal without the words that order.
 */
export function topicOf(known: Known, kind: 'query' | 'title' | 'prompt' | 'question'): string | undefined {
  const { goal, input, quoted } = known
  const prose = isProse(known)
  if (prose && kind !== 'prompt') return '$input'
  if (prose && kind === 'prompt' && input.text.length > 8) return '$input'
  const [first] = quoted
  if (first !== undefined && first.length > 2 && !isOfLaterWish(goal, first)) return first
  const text = goal.replaceAll(/https?:\/\/\S+/g, ' ').trim()
  if (kind === 'question') {
    const asked = /[:：]\s*([^:：]{5,})$/u.exec(text)?.[1] ?? text
    return clean(asked)
  }
  if (kind === 'prompt')
    return clean(
      text
        .replace(LEADS, '')
        .replace(/,?\s*\d{3,4}x\d{3,4}\b/g, '')
        .replace(/\b(?:,? ?and)? (?:make sure|check|then|verify)\b.*$/i, ''),
    )
  const colon = /[:：]\s*([^:：]{4,})$/u.exec(text)?.[1]
  if (colon !== undefined && !/^\s*(?:title|source|format|json|only)/i.test(colon))
    return clean(kind === 'title' ? colon.replace(TAIL, '') : colon)
  const entry = kind === 'title' ? ENTRY.exec(text)?.[1] : undefined
  if (entry !== undefined) return clean(entry.replace(TAIL, ''))
  const told = kind === 'query' ? TOLD.exec(text)?.[1] : undefined
  const about = ABOUT.exec(text)
  if (told !== undefined) {
    const rest = about === null || about.index > text.indexOf(told) ? '' : text.slice(about.index + about[0].length)
    return clean(
      `${rest
        .replace(TAIL, '')
        .replace(/\band (?:pull|quote|give|bring|extract|show)\b.*$/i, '')
        .trim()} ${told}`,
    )
  }
  if (about !== null && (kind === 'title' || about.index > 3)) {
    const rest = text.slice(about.index + about[0].length).replace(TAIL, '')
    const cleaned = clean(rest)
    if (cleaned !== undefined && cleaned.length > 1)
      return kind === 'title'
        ? cleaned.replace(/^(?:(?:the|an?|der|die|das|el|la|los|las|les?)\s+|l['’]\s*)/iu, '')
        : cleaned
  }
  return clean(text.replace(LEADS, ''))
}

/** Whether what is quoted belongs to a wish that stands after the one that says what it is about. */
function isOfLaterWish(goal: string, quotation: string): boolean {
  const about = ABOUT.exec(goal)
  const at = goal.indexOf(quotation)
  return about !== null && about.index < at && /[,;.]\s|\bthen\b/.test(goal.slice(about.index, at))
}

const clean = (text: string) => {
  const cleaned = text
    .trim()
    .replace(/^[\s:,.-]+|[\s?.!,:;]+$/gu, '')
    .slice(0, 300)
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
