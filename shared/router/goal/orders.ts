import {
  LEADS,
  PLACE_LEAD,
  POLITE_LEADS,
  GAP,
  VERB,
  WANT_DONE,
  JOINT,
  SENTENCE_END,
  ASKS_TO,
  ONLY_ASKS,
  BEGINS_ASKING,
  SUPPOSES,
  TAKEN_BACK,
  CONDITION,
  TEXT_AHEAD,
  PERSON,
  TELLING,
  FINITE,
  HABIT,
  STORY,
  GOVERNS,
  OBJECT,
  UNSPACED_QUESTION,
  UNSPACED_ASKS_TO,
  UNSPACED_TOLD,
  JOINED,
  CONTINUES,
  ONLY_IF,
} from './orders.rules.ts'

/** What a goal orders by an imperative or a wish of its own: the verb, what follows it, and what stands before it. */
export type Order = {
  verb: string
  rest: string
  /** What the sentence says before, and the sentence before that: what a pronoun may stand for. */
  before: string
  /** Whether it is to be done in some case only. */
  isConditional: boolean
}

/**
 * Returns what a goal orders, strictly: what it asks, supposes, tells, forbids, quotes or makes hang on a condition is no
 * order. `text` is the goal as it is read: folded, with its values and quotations blank.
 */
export function ordersIn(text: string): Order[] {
  if (TAKEN_BACK.test(text)) return []
  let previous = ''
  return sentencesOf(text).flatMap(({ said, isQuestion }) => {
    const orders = isQuestion && !ASKS_TO.test(said) ? [] : ordersOf(said, previous, isQuestion)
    previous = said
    return orders
  })
}

/** Returns the sentences of a goal that neither ask nor suppose, tell of somebody's doing or make anything hang on a condition. */
export const statementsIn = (text: string): string[] =>
  TAKEN_BACK.test(text)
    ? []
    : sentencesOf(text).flatMap(({ said, isQuestion }) => {
        const [head = '', ...others] = said.split(/[:：]/)
        const isMeant =
          !(isQuestion || UNSPACED_QUESTION.test(said)) || ASKS_TO.test(said) || UNSPACED_ASKS_TO.test(said)
        if (
          !isMeant ||
          ONLY_ASKS.test(said) ||
          BEGINS_ASKING.test(said) ||
          SUPPOSES.test(said) ||
          HABIT.test(said) ||
          CONDITION.test(said)
        )
          return []
        if (UNSPACED_TOLD.test(said) || TELLING.test(said.trimStart())) return []
        return others.length > 0 && TEXT_AHEAD.test(head) ? [head] : [said]
      })

function ordersOf(sentence: string, previous: string, isQuestion: boolean): Order[] {
  if (SUPPOSES.test(sentence) || HABIT.test(sentence)) return []
  const onlyAsks = ONLY_ASKS.test(sentence)
  const beginsAsking = BEGINS_ASKING.test(sentence)
  const found: Order[] = []
  let before = ''
  for (const segment of sentence.split(/[:：](?=\s)/)) {
    if (before !== '' && TEXT_AHEAD.test(before)) break
    for (const { order, isPolite, isFirst, joint } of inSegment(segment, before, previous)) {
      const isAskedFor =
        isPolite ||
        (!onlyAsks && (!beginsAsking || (!isQuestion && !isFirst && JOINED.test(joint) && OBJECT.test(order.rest))))
      if (isAskedFor) found.push(order)
    }
    before += `${segment}: `
  }
  return found
}

type Said = { order: Order; isPolite: boolean; isFirst: boolean; joint: string }

function inSegment(segment: string, ahead: string, previous: string): Said[] {
  const found: Said[] = []
  const parts = partsOf(segment)
  const [first] = parts
  const opening = first === undefined ? '' : first.said.replace(GAP, '')
  let isTold = tellsIn(opening)
  const isStory = STORY.test(opening)
  for (const [index, { said, joint, at }] of parts.entries()) {
    const { text, isPolite, place } = withoutLeads(said)
    const before = segment.slice(0, at)
    const verb = VERB.exec(text)?.[0]
    if (verb === undefined) continue
    const rest = `${text.slice(verb.length)}${place === '' ? '' : ` ${place}`}`
    if (IS_SUBJECT.test(rest)) continue
    const isFree =
      isPolite ||
      (!tellsIn(said.replace(GAP, '')) &&
        (index === 0 || ((!isTold || (!isStory && joint.includes(','))) && !isGoverned(before, joint, rest))))
    if (!isFree) continue
    if (isPolite) isTold = false
    const after = parts.slice(index + 1)
    const follows = after.findIndex((part) => !CONTINUES.test(part.said))
    const tail = (follows === -1 ? after : after.slice(0, follows)).map((part) => part.said).join(',')
    const isConditional =
      CONDITION.test(before) || CONDITION.test(said) || after.some((part) => ONLY_IF.test(part.said))
    const add = (head: string, behind: string) =>
      found.push({
        order: { verb: head, rest: behind + tail, before: `${previous}. ${ahead}${before}`, isConditional },
        isPolite,
        isFirst: index === 0,
        joint,
      })
    // In German an order may have its verb at the end.
    const last = /(\p{L}{4,}(?:en|rn|ln))\s*$/u.exec(text)
    if (last !== null && !/\b(?:zu|nicht|ohne|kein\w*)\b/.test(said))
      add(last[1] ?? '', `${text.slice(0, last.index)} ${place}`)
    const passive = WANT_DONE.exec(said.replace(GAP, ''))
    if (passive === null) add(verb, rest)
    else add(passive[1] ?? verb, said)
  }
  return found
}

/** What stands behind a word that is no verb but does or has done something: "agent was allowed to". */
const IS_SUBJECT = /^\s+(?:was|were|is|are|has|had|have|did|does|should|must|will|would|could|might)(?![\p{L}'’])/u

const isGoverned = (before: string, joint: string, rest: string) =>
  GOVERNS.test(before) && !(JOINED.test(joint) && OBJECT.test(rest)) && !/\b(?:my|our|key|under)\b/.test(rest)

const tellsIn = (part: string) =>
  (TELLING.test(part) &&
    !/^(?:i|we)(?:['’]d| would)? (?:want|need|like|love|wish|require|have to|(?:hereby |herewith )?(?:vouch|attest|certify|notari[sz]e))\b/.test(
      part,
    ) &&
    !LEADS[3]?.test(part)) ||
  PERSON.test(part) ||
  (/^(?:the|my|our|your|his|her|their|its|this|that|these|those|an?|d(?:er|ie|as)|mein\w*|el|la|los|las|mi|le|les|mon|ma) /.test(
    part,
  ) &&
    FINITE.test(part))

function withoutLeads(part: string): { text: string; isPolite: boolean; place: string } {
  let text = part.replace(GAP, '')
  let isPolite = false
  let place = ''
  for (let round = 0; round < 8; round++) {
    const lead = LEADS.findIndex((pattern) => pattern.test(text))
    const ahead = lead === -1 ? PLACE_LEAD.exec(text)?.[0] : undefined
    if (ahead !== undefined) {
      place += ahead
      text = text.slice(ahead.length)
      continue
    }
    if (lead === -1) break
    if (POLITE_LEADS.has(lead)) isPolite = true
    text = text.replace(LEADS[lead] ?? '', '').replace(GAP, '')
  }
  return { text, isPolite, place }
}

/** Beyond this many parts a sentence orders nothing. */
const MOST_PARTS = 40

function partsOf(segment: string): { said: string; joint: string; at: number }[] {
  const parts: { said: string; joint: string; at: number }[] = []
  let start = 0
  let joint = ''
  for (const match of [...segment.matchAll(JOINT), { 0: '', index: segment.length }]) {
    if (parts.length === MOST_PARTS) break
    const said = segment.slice(start, match.index)
    if (/\p{L}/u.test(said)) {
      parts.push({ said, joint, at: start })
      joint = match[0]
    } else joint += match[0]
    start = match.index + match[0].length
  }
  return parts
}

function sentencesOf(text: string): { said: string; isQuestion: boolean }[] {
  const found: { said: string; isQuestion: boolean }[] = []
  let start = 0
  for (const match of [...text.matchAll(SENTENCE_END), { 0: '', index: text.length }]) {
    const said = text.slice(start, match.index)
    if (/\p{L}/u.test(said)) found.push({ said, isQuestion: /[?？]/.test(match[0]) })
    start = match.index + match[0].length
  }
  return found
}
