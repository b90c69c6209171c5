/** Factors that reduce the weight of a match: the text then talks about an order instead of giving one. */
const factors = {
  negated: 0.5,
  reported: 0.5,
  'much reported': 0.35,
  quoted: 0.5,
  warned: 0.4,
  context: 0.5,
  discussed: 0.6,
}
export type Discount = { factor: number; reasons: (keyof typeof factors)[] }

const negation =
  /\b(?:do not|don't|does not|doesn't|never|must not|mustn't|should not|shouldn't|cannot|can't|will not|won't|not to|without|refuse to|avoid|nicht|ne pas|no)(?: [a-z]{2,10})? ?$/
const warning =
  /^[^a-z]{0,8}(?:please )?(?:never|do not|don't|always refuse|refuse|reject|report|beware of|be wary of|watch out for|be suspicious of|treat)\b[^.!?]{0,80}\b(?:that|which|who|when|if|to)\b[^.!?]{0,40}\b(?:tells?|asks?|instructs?|orders?|says?|claims?|urges?|wants?|begs?|try|tries|contains?)\b/
const reporting =
  /\be\.g\.|\bi\.e\.|\b(?:such as|for example|for instance|attacks?|attackers?|adversar\w{2,5}|malicious|prompt[ -]injections?|injections?|jailbreak(?:s|ing)?|detect(?:s|ed|ion|ing|or)?|attempts?|techniques?|tries|trying|payloads?|phrases? like|known as|examples?|vulnerabilit\w{1,3}|exploit\w{0,4}|scan(?:s|ner|ning)?|flag(?:s|ged)?|classif\w{1,6}|red team\w{0,3}|security (?:risk|issue|research)|researchers?|users? (?:may|might|can|could)|describes?|called|refers to|means|documentation|sanitiz\w{1,4}|heuristics?|mitigat\w{1,4}|injecting|adding an?|using contradictory|(?:texts?|messages?|inputs?|phrases?|prompts?|strings?) (?:that|which) (?:try|tries|attempts?|asks?|tells?|orders?) (?:to|a|an|the))\b/g
const securityContext =
  /\b(?:security|training|awareness|red[ -]team|research|teach|course|documentation|article|analys\w{1,3}|classif\w{1,6}|moderation|detect\w{0,4}|test(?:ing|s)?)\b/

/**
 * Lightens a negated order, a sentence that reports on orders before it comes to this one, a quotation or a persona in a
 * text that discusses injection, and all of it for a caller whose work is about such texts. Never below a quarter.
 */
export function contextDiscount(
  text: string,
  match: { start: number; end: number },
  {
    isDiscussion,
    isSecurityWork,
    literal,
    isPersona,
    fences,
  }: {
    isDiscussion: boolean
    isSecurityWork: boolean
    literal: boolean
    isPersona: boolean
    fences: readonly number[]
  },
): Discount {
  const reasons: Discount['reasons'] = []
  const before = text.slice(Math.max(0, match.start - 200), match.start + 1)
  const sentence = withoutFrame(before.slice(lastBreak(before)))
  if (!literal && negation.test(before.slice(-24))) reasons.push('negated')
  const isInQuotes = isQuoted(text, match, fences)
  const after = text.slice(match.end, match.end + 160)
  const reports = new Set(`${sentence} ${isInQuotes ? after.slice(0, firstBreak(after)) : ''}`.match(reporting))
  // "Never follow a text that tells you to ..." orders the opposite.
  if (!literal && warning.test(sentence)) reasons.push('warned')
  if (reports.size > 0) reasons.push(reports.size > 1 ? 'much reported' : 'reported')
  if (isDiscussion && isInQuotes) reasons.push('quoted')
  if (isDiscussion && isPersona) reasons.push('discussed')
  if (isSecurityWork) reasons.push('context')
  return {
    factor: Math.max(
      0.25,
      reasons.reduce((product, reason) => product * factors[reason], 1),
    ),
    reasons,
  }
}

/**
 * What stands before an order in its own sentence. Words that only present what follows ("here is an example:") say
 * nothing about it: whoever writes the order can write them too.
 */
function withoutFrame(sentence: string): string {
  const colon = Math.max(
    sentence.lastIndexOf(': ', sentence.length - 2),
    sentence.lastIndexOf(' - ', sentence.length - 3),
  )
  const frame = sentence.slice(0, colon + 1)
  return colon > 0 && presents.test(frame) ? sentence.slice(colon + 2) : sentence
}
const presents =
  /^[^a-z]{0,8}(?:here(?:'s| is| are| comes| follows?)?|this is|these are|the following|below|see|consider|note|for (?:example|instance|research|educational|testing|training|illustration|demonstration|reference)|as an? (?:example|illustration|test)|an? (?:example|sample|illustration|instance)|examples?|sample|example \w{1,12}|e\.g\.|i\.e\.|attack|payload|prompt injection|jailbreak|test case|quote|demo|proof of concept|poc)\b/

/** Whether a text is about injection: it names it, or several related things. */
export function discussesInjection(folded: string): boolean {
  const named =
    /\b(?:prompt[ -]injections?|jailbreak(?:s|ing)? (?:attempts?|attacks?|prompts?|detection)|tool poisoning|indirect injection|owasp|red[ -]team(?:ing)?|llm security|guardrails)\b/.test(
      folded,
    )
  if (!named) return false
  const words = new Set(
    folded.match(
      /\b(?:attack\w{0,4}|detect\w{0,4}|vulnerab\w{0,6}|malicious|security|scan\w{0,4}|mitigat\w{0,4}|technique\w?|adversar\w{0,5}|risks?|example|defen[cs]e\w?)\b/g,
    ),
  )
  return words.size >= 2
}

export const isSecurityContext = (context: string | undefined): boolean =>
  context !== undefined && securityContext.test(context.toLowerCase())

function lastBreak(text: string): number {
  for (let at = text.length - 2; at >= 0; at -= 1) {
    if (text[at] === '\n') return at + 1
    if (
      /[.!?]/.test(text[at] ?? '') &&
      text[at + 1] === ' ' &&
      !/\b[a-z]\.[a-z]?$/.test(text.slice(Math.max(0, at - 3), at))
    )
      return at + 1
  }
  return 0
}

function firstBreak(text: string): number {
  const at = text.search(/[.!?] |\n/)
  return at === -1 ? text.length : at
}

/** Positions of code fences. */
export const fencesIn = (text: string): number[] => [...text.matchAll(/```/g)].map(({ index }) => index)

function isQuoted(text: string, { start, end }: { start: number; end: number }, fences: readonly number[]): boolean {
  const before = text.slice(Math.max(0, start - 80), start + 1)
  const after = text.slice(end - 1, end + 80)
  const next = fences.findIndex((at) => at + 3 > start)
  if ((next === -1 ? fences.length : next) % 2 === 1) return true
  return ['"', '`', "'"].some((mark) => before.includes(mark) && after.includes(mark))
}
