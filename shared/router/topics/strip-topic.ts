import { SEALED } from './spoken.ts'
import {
  AFTER_UNSPACED,
  AFTER_WORD,
  ASKING,
  BEFORE_UNSPACED,
  CARRIERS,
  CHOICES,
  DETERMINERS,
  JOINTS,
  PARTICLES,
  PICTURE_TAILS,
  PLACES,
  POINTERS,
  POLITE,
  TAILS,
  type TopicKind,
  VERBS,
} from './topic.rules.ts'

/** The alternatives of a list, which may stand on several lines. */
export const alternatives = (list: string): string => list.replaceAll(/\|?\s*\n\s*/g, '|')

const END = '(?![\\p{L}\\p{N}])'
const GAP = '[\\s,]+'
const head = (list: string) => new RegExp(`^(?:${alternatives(list)})${END}`, 'u')
const tail = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(list)})$`, 'u')

const EDGE = /^[\s,.;:!?¿¡"'“”(–—-]+/u
const [POLITE_HEAD, PLACE_HEAD, JOINT_HEAD] = [head(POLITE), head(PLACES), head(JOINTS)]
const VERB_HEAD = new RegExp(`^(?:${alternatives(VERBS)})${END}(?:[\\s-]+(?:${alternatives(PARTICLES)})${END})*`, 'u')
const [PLACE_TAIL, TAIL, PICTURE_TAIL] = [tail(PLACES), tail(TAILS), tail(PICTURE_TAILS)]
const POLITE_TAIL = tail(`please|pls|plz|thanks|bitte|danke|por favor|gracias|s['’]il (?:te|vous) plait|merci`)
const POINTER = new RegExp(`^(?:${alternatives(POINTERS)})(?:\\s+(?:${alternatives(POINTERS)}))*$`, 'u')
const WORD_TAIL = tail(AFTER_WORD)
const BEFORE = new RegExp(`^(?:${BEFORE_UNSPACED})`, 'iu')
const AFTER = new RegExp(`(?:${AFTER_UNSPACED})$`, 'iu')
const UNSPACED = /[\u3040-\u30FF\u3400-\u9FFF]/

const byKind = new Map<TopicKind, { asking: RegExp; group: RegExp; empty: RegExp; carrierTail: RegExp }>()
function formsOf(kind: TopicKind) {
  const made = byKind.get(kind)
  if (made !== undefined) return made
  const own =
    kind === 'any' ? ['web', 'news', 'research', 'title'].map((name) => CARRIERS[name]).join('|') : CARRIERS[kind]
  const carrier = alternatives(own === undefined ? (CARRIERS['any'] ?? '') : `${own}|${CARRIERS['any']}`)
  const before = `(?:(?:which|what|where are|whose|welche[rsn]?|que|quel(?:le)?s?|cuales|${alternatives(DETERMINERS)})(?:${GAP}|(?<=['’])))*(?:(?:${alternatives(CHOICES)})(?:${GAP}|-)(?:of${GAP}(?:the${GAP})?)?)*`
  const forms = {
    asking: head([ASKING[kind], ASKING['any']].filter(Boolean).join('|')),
    group: new RegExp(
      `^${before}(?:${carrier})${END}(?:[\\s/,]+(?:and |or |und |y |et )?(?:${alternatives(DETERMINERS)} )?(?:${carrier})${END})*(?<rest>(?:${GAP}(?:mas |plus |les plus )?(?:recientes?|nuevas?|ultimas?|importantes?|recents?|recentes?|actuel(?:le)?s?))?(?:${GAP}(?:en|in|auf) \\w+(?=${GAP}(?:${alternatives(JOINTS)})${END}))?(?:${GAP}(?:${alternatives(PLACES)})${END})*(?:${GAP}(?:${alternatives(TAILS)})${END}(?=${GAP}(?:${alternatives(JOINTS)})${END}))?(?<joint>${GAP}(?:${alternatives(JOINTS)})${END})?)`,
      'u',
    ),
    empty: head([carrier, CHOICES, DETERMINERS, JOINTS, POLITE, PLACES, POINTERS, TAILS, VERBS].join('|')),
    carrierTail: tail(
      kind === 'news'
        ? 'news|headlines|stories|coverage|nachrichten|meldungen|schlagzeilen'
        : kind === 'title'
          ? `(?:(?:${CARRIERS['title']})\\s*)+(?:on wikipedia)?|(?:on|from|in) (?:the )?(?:\\w+ )?wikipedia`
          : kind === 'word'
            ? `(?:${CARRIERS['word']})`
            : '(?!)',
    ),
  }
  byKind.set(kind, forms)
  return forms
}

/** No frame is longer. */
const [HEAD_LENGTH, TAIL_LENGTH, UNSPACED_LENGTH] = [160, 100, 40]

export type Stripped = { start: number; end: number; isPointer: boolean; isJoined: boolean }

/** What of a part of a goal says what it is about: without what orders at its head and the options at its end. */
export function stripTopic(
  text: string,
  from: number,
  to: number,
  kind: TopicKind,
  isQuestion: boolean,
  languages: RegExp | null,
): Stripped | null {
  const forms = formsOf(kind)
  let start = from
  let end = to
  const rest = () => text.slice(start, end)
  const skip = () => {
    start += EDGE.exec(text.slice(start, Math.min(end, start + HEAD_LENGTH)))?.[0].length ?? 0
  }
  let isAsked = isQuestion
  let isFramed = false
  let isJoined = false
  for (let round = 0; round < 14; round++) {
    skip()
    const said = text.slice(start, Math.min(end, start + HEAD_LENGTH))
    const polite = POLITE_HEAD.exec(said)
    const asking = polite === null && kind !== 'question' ? forms.asking.exec(said) : null
    const carried = polite === null && asking === null && kind !== 'question' ? forms.group.exec(said) : null
    const group = carried !== null && isCarried(said, carried, kind) ? carried : null
    if (polite !== null) {
      isAsked = false
      start += polite[0].length
    } else if (group !== null) {
      isFramed = true
      isJoined = group.groups?.['joint'] !== undefined
      start += group[0].length
    } else if (asking !== null) {
      isAsked = false
      isFramed = true
      isJoined = true
      start += asking[0].length
    } else {
      const place = PLACE_HEAD.exec(said)
      const verb = isAsked ? null : VERB_HEAD.exec(said)
      const joint = isFramed || round > 0 ? JOINT_HEAD.exec(said) : null
      if (place !== null && place[0] !== 'web') {
        start += place[0].length
        isFramed = true
      } else if (verb !== null && round < 8 && !isFramedBefore(isFramed, kind)) {
        start += verb[0].length
        isFramed = kind === 'prompt' ? isFramed : true
        if (kind === 'prompt') isFramed = false
      } else if (joint !== null && isFramed) {
        start += joint[0].length
      } else break
    }
    if (start >= end) break
  }
  for (let round = 0; round < 10; round++) {
    end = lastOf(text, start, end)
    const from = Math.max(start, end - TAIL_LENGTH)
    const said = text.slice(from, end)
    const isAfterComma = (found: RegExpExecArray) =>
      /[,，;–—(]\s*$/.test(said.slice(0, found.index)) || found.index === 0
    const found = [
      kind === 'prompt' ? PICTURE_TAIL.exec(said) : null,
      POLITE_TAIL.exec(said),
      ...(kind === 'prompt'
        ? []
        : [
            only(TAIL.exec(said), isQuestion && kind !== 'news' ? isAfterComma : () => true),
            only(PLACE_TAIL.exec(said), (one) => one[0] !== 'web'),
            languages === null ? null : languages.exec(said),
            kind === 'word' ? WORD_TAIL.exec(said) : null,
            forms.carrierTail.exec(said),
          ]),
    ].find((one) => one !== null && one[0] !== '')
    if (found === undefined || found === null) break
    end = from + found.index
  }
  if (UNSPACED.test(rest())) {
    for (let round = 0; round < 12; round++) {
      const before = BEFORE.exec(text.slice(start, Math.min(end, start + UNSPACED_LENGTH)))
      if (before === null || before[0].length >= end - start) break
      start += before[0].length
      skip()
    }
    for (let round = 0; round < 16; round++) {
      end = lastOf(text, start, end)
      const from = Math.max(start, end - UNSPACED_LENGTH)
      const after = AFTER.exec(text.slice(from, end))
      if (after === null) break
      end = from + after.index
      if (end <= start) break
    }
  }
  skip()
  end = lastOf(text, start, end)
  const said = rest()
  if (!new RegExp(`[\\p{L}\\p{N}${SEALED}]`, 'u').test(said)) return null
  return !POINTER.test(said) && isEmpty(said, forms.empty)
    ? null
    : { start, end, isPointer: POINTER.test(said), isJoined }
}

const only = (found: RegExpExecArray | null, holds: (found: RegExpExecArray) => boolean) =>
  found !== null && holds(found) ? found : null

/** A noun for what is wanted carries the topic only if a joint, a stop or nothing follows: "press freedom" is a topic. */
const isCarried = (said: string, group: RegExpExecArray, kind: TopicKind) =>
  kind === 'title' ||
  group.groups?.['joint'] !== undefined ||
  (group.groups?.['rest'] ?? '') !== '' ||
  /^\s*(?:[,.;!?(–—-]|:(?!\p{L})|$|ƿ)/u.test(said.slice(group[0].length))

/** One verb orders; what follows it is about something. */
const isFramedBefore = (isFramed: boolean, kind: TopicKind) => isFramed && kind !== 'word'

/** Where a further topic of the same kind begins: "news on tea and news on coffee", "pages about tea and about coffee". */
export function furtherTopic(
  text: string,
  from: number,
  to: number,
  kind: TopicKind,
): { at: number; next: number } | null {
  const { group } = formsOf(kind)
  for (const { 0: joint, index } of text
    .slice(from, to)
    .matchAll(
      /(?:\s*[,;]\s*|\s+)(?:(?:and|plus|und|y|et)\s+)?(?:(?:then|also|separately|another|one more|the same|likewise|again|getrennt|ebenso|por separado|separement)[\s,]+)*/gu,
    )) {
    if (index === 0 || !/[,;]|and|plus|und|\sy\s|et/.test(joint)) continue
    const next = from + index + joint.length
    const said = text.slice(next, Math.min(to, next + HEAD_LENGTH))
    const found = group.exec(said)
    const about = found?.groups?.['joint'] === undefined ? ABOUT_AGAIN.exec(said) : found
    if (about !== null && about[0].length < to - next) return { at: from + index, next: next + about[0].length }
  }
  return null
}
const ABOUT_AGAIN = /^(?:about|on|for|regarding|uber|zu|sobre|sur)\s+/u

/** Where a stretch ends without the marks and spaces at its end. */
function lastOf(text: string, start: number, end: number): number {
  let last = end
  while (last > start && /[\s,.;:!?。！？、，–—-]/u.test(text[last - 1] ?? '')) last--
  return last
}

/** Whether nothing is left but the words around a topic. */
function isEmpty(said: string, empty: RegExp): boolean {
  if (said.length > HEAD_LENGTH) return false
  let rest = said
  for (let round = 0; round < 10 && rest !== ''; round++) {
    const found = empty.exec(rest)
    if (found === null || found[0] === '') return false
    rest = rest.slice(found[0].length).replace(/^[\s,.;:!?'’()–—-]+/u, '')
  }
  return rest === ''
}
