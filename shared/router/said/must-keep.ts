import { own, type Way } from './ways.ts'

const ARTICLE =
  /^(?:(?:but|and|also|only|please|that|the|a|an|any|our|my|all|dass|der|die|das|den|el|la|los|las|que|le|les)\s+)+/i
/** "the deadline must not be lost", "whatever happens, the limit of 40 has to stay" */
const SUBJECT =
  /(?:^|[.;:,!?]\s+|\b(?:and|but|that)\s+)([^.;:,!?]{3,80}?)\s+(?:must|may|should|has to|have to|can|needs? to|darf|durfen|muss|mussen|debe[n]?|no (?:puede|debe)n?|doit|doivent|ne doi(?:ven)?t)\s*(?:under no circumstances |never |not |nicht |auf keinen fall |no |pas )?(?:get |go |be |still be |have |verloren ?|perderse|se perdre)?\s*(?:lost|dropped|missing|forgotten|left out|kept|preserved|there|stay|survive|remain|gehen|fehlen|bleiben|erhalten|perder|conservar\w*|quedar\w*|perdre|rester|disparaitre)/i
/** "do not lose the deadline", "make sure the limit of 40 is still there" */
const OBJECT =
  /\b(?:do not|don['’]t|never|without) (?:lose|losing|drop|dropping|forget(?:ting)?) ([^.;:!?]{3,80})|\b(?:make sure|see|check) (?:that )?([^.;:,!?]{3,60}?) (?:is|are) (?:still (?:there|in it|in)|kept|preserved|not lost)/i

/** What may not be lost where a text is made shorter, as a goal says it without quotation marks. */
export const mustKeep: Way = own('must keep', ({ raw }) => {
  const said = SUBJECT.exec(raw)?.[1] ?? OBJECT.exec(raw)?.slice(1).find(Boolean)
  const things = (said ?? '')
    .split(/\s*,\s*(?:and |or )?|\s+(?:and|or|und|oder|y|o|et|ou)\s+/i)
    .map((thing) => thing.replace(ARTICLE, '').trim())
    .filter((thing) => thing.length > 2 && !VAGUE.test(thing))
  return things.length === 0 ? undefined : things
})
const VAGUE =
  /^(?:it|this|that|they|them|nothing|something|anything|everything|what|which|who|i|we|you|he|she|numbers?|facts?|details?|meaning)$/i
