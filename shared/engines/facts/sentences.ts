/** One clause of a text: its content words, whether it negates, and how strictly it demands. */
export type Clause = {
  text: string
  start: number
  words: ReadonlySet<string>
  isNegative: boolean
  strength: 'must' | 'should' | 'may' | 'plain'
}

const stop = new Set(
  'the a an and or but of to in on at by for from with is are was were be been being it its this that these those as if then than so we you they he she i our your their his her my me us them do does did not no never always only must should shall will would can could may might have has had there here also just very any all each both more most some such other into over under about which who whom what when where how before after during until while please let lets ok decided decide decision chose chosen choose agreed agree approved selected picked going went use used using settled opted todo tbd pending open next step steps prefer prefers preferred like likes want wants need needs required require requires mandatory'.split(
    ' ',
  ),
)

const negative =
  /\b(?:not|never|no|none|nothing|nobody|neither|nor|without|cannot|can't|don't|doesn't|didn't|won't|isn't|aren't|wasn't|shouldn't|mustn't|couldn't|wouldn't|avoid|forbidden|prohibited|refuse|exclude|stop|disallow|banned|except|prevent|decline|skip|leave out|nicht|nie|kein\w{0,2})\b/gi
/** Words that deny nothing: they set a bound. */
const bounded = /\b(?:(?:no|not) (?:more|less|fewer|later|earlier|longer) than|not only|nothing but)\b/gi
const strong =
  /\b(?:must|shall|never|always|only|required?|requires|mandatory|forbidden|prohibited|have to|has to|need(?:s)? to|do not|don't|cannot|can't|at (?:most|least)|up to|no more than|no less than|may not|under no circumstances|strictly|not allowed|exactly|essential|critical|max(?:imum)?|min(?:imum)?|limit(?:ed)? to)\b/i
const weak =
  /\b(?:should|prefer(?:ably|red)?|ideally|try to|recommended|aim to|ought to|if possible|usually|generally|better to|avoid)\b/i
const optional = /\b(?:may|might|can|could|optional(?:ly)?|feel free|allowed to|possible to)\b/i

const MAX_CLAUSES = 20_000

/** Words that carry meaning, cut to their stem so that "emailing" and "email" are one. */
export const contentWords = (text: string): Set<string> =>
  new Set(
    (
      text
        .toLowerCase()
        .replace(/(\d)(?=[a-z])/g, '$1 ')
        .match(/[\p{L}\p{N}][\p{L}\p{N}'’_.-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu) ?? []
    )
      .filter((word) => !stop.has(word) && word.length > 1)
      .map((word) =>
        word
          .replace(/(?:'s|’s)$/, '')
          .replace(/(?:ing|ed|es|s|e|ly)$/, (ending, at: number) => (at >= 3 ? '' : ending)),
      ),
  )

/** Sentences of a text, and where `parts` is set also the clauses between commas and semicolons. */
export function clausesOf(text: string, parts: boolean): Clause[] {
  const found: Clause[] = []
  for (const { 0: sentence, index } of text.matchAll(/[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]*/g)) {
    if (sentence.trim() === '') continue
    if (found.length >= MAX_CLAUSES) break
    found.push(clause(sentence, index))
    if (!parts || !/[,;:–—]| and | but /.test(sentence)) continue
    let from = 0
    for (const piece of sentence.split(/([,;:–—]\s| and | but )/)) {
      if (piece.trim().length > 2 && piece.length < sentence.length) found.push(clause(piece, index + from))
      from += piece.length
    }
  }
  return found
}

function clause(text: string, start: number): Clause {
  const denials = text.replace(bounded, ' ').match(negative)?.length ?? 0
  return {
    text: text.trim(),
    start: start + (/^\s*/.exec(text)?.[0].length ?? 0),
    words: contentWords(text.replace(negative, ' ')),
    isNegative: denials % 2 === 1,
    strength: strong.test(text) ? 'must' : weak.test(text) ? 'should' : optional.test(text) ? 'may' : 'plain',
  }
}

export type Role = 'constraint' | 'decision' | 'open_item' | 'preference'

const roles: readonly { role: Role; pattern: RegExp }[] = [
  {
    role: 'open_item',
    pattern:
      /\b(?:todo|to-do|tbd|fixme|next steps?|pending|open (?:question|issue|item)|blocked (?:on|by)|waiting (?:for|on)|follow(?:ing)? up|still (?:need|have|to)|remaining|unresolved|outstanding|not yet (?:done|decided|clear))\b|\?\s*$/i,
  },
  {
    role: 'decision',
    pattern:
      /\b(?:decided|decision|chose|chosen|agreed|approved|selected|picked|going with|went with|we(?:'ll| will) (?:use|go with|keep|switch)|settled on|opted (?:for|to)|rejected|ruled out|concluded)\b/i,
  },
  {
    role: 'constraint',
    pattern:
      /\b(?:must(?: not)?|never|do not|don't|at most|at least|no more than|no less than|may not|cannot|can't|shall(?: not)?|required|requires?|mandatory|forbidden|prohibited|not allowed|under no circumstances|without (?:asking|approval|permission|consent)|has to|have to|always|^only (?=\w)|only (?:use|if|when|after|the|with|in|on)|limit(?:ed)? to|max(?:imum)? of|strictly|needs to be)\b/i,
  },
  {
    role: 'preference',
    pattern: /\b(?:prefers?|preferred|would (?:like|rather)|likes|wants|rather than|favou?rite|ideally|should)\b/i,
  },
]

/** What a sentence is for; null for plain statements. */
export const roleOf = (text: string): Role | null => roles.find(({ pattern }) => pattern.test(text))?.role ?? null
