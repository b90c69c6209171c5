import { clausesOf } from './clauses.ts'

/** A part of a goal that orders something: the verb at its head, and what follows it. */
export type Request = { start: number; end: number; verb: string; rest: string }

/** What may stand before the verb of an order. */
const POLITE =
  /^[\s,"'(-]*(?:please|pls|plz|kindly|(?:can|could|would|will) you(?: please)?|i(?:['’]d| would) like you to|i (?:want|need) you to|you (?:should|must|can|may|have to)|kannst du|konntest du|konnen sie|wurdest du|puedes|podrias|peux[- ]tu|pouvez[- ]vous|tu peux|bitte|por favor|s['’]il (?:te|vous) plait)(?![\p{L}\p{N}])/iu
const FILLER =
  /^[\s,"'(-]*(?:hey|hi|hello|ok|okay|so|now|then|also|and|just|quickly|quick|finally|next|first|firstly|afterwards|go ahead and|help me to|help me|let['’]?s|bot|router|mal|jetzt|dann|danach|und|luego|despues|ahora|y|puis|ensuite|et|after that|once done|when done|for me|directly|simply|right away|immediately)(?![\p{L}\p{N}])/iu
const FIRST_PERSON =
  /^[\s,]*(?:i|we)(?:['’]d)? (?:want|need|would like|like|have|wish) to\s|^[\s,]*(?:ich (?:will|mochte|muss)|quiero|necesito|je veux|je voudrais)\s/iu
/** Words with which a sentence begins that orders nothing. */
const NO_ORDER = new Set(
  `my our your his her their the a an i we he she it they you this that these those is are was were does do did has have had
  should may might must who what which where when why how whose if whether before after in on at since while because every
  each some any there one two three both all from for with about as of no not never don dont mein meine unser unsere der die
  das ein eine ich wir er sie es ist sind hat haben wer was welche welcher wo wann warum wie ob mi mis nuestro nuestra el la
  los las un una yo es son quien que cual donde cuando por como mon ma mes notre nos le les une je nous il elle est sont qui
  quel quelle ou quand pourquoi comment si`.split(/\s+/),
)
const OBJECT = /^\s*(?:it|this|that|these|those|them|him|her|me|us|my|our|the|all|both|everything)\b/i

/** Returns the parts of a goal that order something. `text` is the goal as it is read: folded, with its values blank. */
export function requestsIn(text: string): Request[] {
  const found: Request[] = []
  const isOneSentence =
    [...text.matchAll(/[.!?;](?=\s|$)/g)].filter(({ index }) => index < text.trimEnd().length - 1).length === 0
  for (const sentence of sentencesOf(text)) {
    const whole = text.slice(sentence.start, sentence.end)
    const inner = clausesOf(whole)
    const clauses = inner.length === 0 ? [{ start: 0, end: whole.length }] : inner
    const isAsked = sentence.isQuestion
    let ordersFirst = false
    for (const [index, clause] of clauses.entries()) {
      const said = whole.slice(clause.start, clause.end)
      const head = headOf(said, isOneSentence && !isAsked)
      if (head === null) continue
      const joint = whole.slice(clauses[index - 1]?.end ?? 0, clause.start)
      const isComma = /[,;:，、]/.test(joint) || /then|after|dann|luego|puis|然后/i.test(joint)
      const orders: boolean =
        index === 0
          ? !NO_ORDER.has(head.verb) && (!isAsked || head.isPolite)
          : (ordersFirst && !NO_ORDER.has(head.verb)) ||
            head.isPolite ||
            (isComma && !isAsked && OBJECT.test(head.rest))
      if (index === 0) ordersFirst = orders
      if (!orders) continue
      const start = sentence.start + clause.start
      found.push({ start, end: sentence.start + clause.end, verb: head.verb, rest: head.rest })
    }
  }
  return found
}

/** Returns the sentences that ask for nothing: they say what the others are about. */
export function contextIn(text: string): { start: number; end: number; isContext: true }[] {
  const orders = requestsIn(text)
  return sentencesOf(text)
    .filter(
      ({ start, end, isQuestion }) =>
        !isQuestion &&
        !orders.some((order) => order.start < end && order.end > start) &&
        /^\s*(?:i|we|he|she|they|it|my|our|the|this|that|there)\b/i.test(text.slice(start, end)) &&
        !/\b(?:need|want|would like|looking for|like to|wonder)\b/i.test(text.slice(start, end)),
    )
    .map(({ start, end }) => ({ start, end, isContext: true }))
}

function headOf(clause: string, mayBeFirstPerson: boolean): { verb: string; rest: string; isPolite: boolean } | null {
  let text = clause
  let isPolite = false
  for (let round = 0; round < 6; round++) {
    const polite = POLITE.exec(text)
    if (polite !== null) isPolite = true
    const lead = polite ?? FILLER.exec(text) ?? (mayBeFirstPerson ? FIRST_PERSON.exec(text) : null)
    if (lead === null) break
    text = text.slice(lead[0].length)
  }
  const verb = /^[\s,"'(-]*(\p{L}[\p{L}-]*)/u.exec(text)
  return verb === null ? null : { verb: verb[1] ?? '', rest: text.slice(verb[0].length), isPolite }
}

function sentencesOf(text: string): { start: number; end: number; isQuestion: boolean }[] {
  const found: { start: number; end: number; isQuestion: boolean }[] = []
  let start = 0
  for (const match of [
    ...text.matchAll(/[.!?:;…]+(?=\s|$)|[。！？；：\n]+|\s[-–—]\s/g),
    { index: text.length, 0: '' },
  ]) {
    if (/\p{L}/u.test(text.slice(start, match.index)))
      found.push({ start, end: match.index, isQuestion: /[?？]/.test(match[0]) })
    start = match.index + match[0].length
  }
  return found
}
