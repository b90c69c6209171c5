import { atomsIn } from '#shared/engines/facts/atoms.ts'
import { type Clause, clausesOf, roleOf } from '#shared/engines/facts/sentences.ts'
import type { Section } from './handoff-verdict.ts'
import type { Message } from './read-messages.ts'

/** A sentence of a transcript and where it belongs. */
export type Extracted = { section: Section; clause: Clause; text: string; ref: number }

const BLOCKED =
  /\b(?:blocked (?:on|by)|blocker|waiting (?:for|on)|stuck (?:on|at|because)|(?:cannot|can't) (?:proceed|continue|go on)|needs? approval)\b/i
const FINISHED =
  /\b(?:(?:is|are|was|were|has been|have been|now) (?:done|finished|complete[d]?|fixed|merged|deployed|shipped|implemented|installed|created|removed|updated)|(?:i|we)(?:'ve| have)? (?:just )?(?:finished|completed|implemented|fixed|merged|deployed|shipped|added|created|wrote|written|updated|removed|migrated|installed|configured|renamed|refactored)|(?:all )?tests? (?:now )?pass(?:ed|es)?|done:|✅|\[x\])/i
const NOT_YET = /\b(?:not|isn't|aren't|n't|never|yet to|will|should|must|todo|to-do|before|once|after)\b/i
const ASKED = /\?["')\]]?\s*$/
const FAILED = /\b(?:error|exception|fail(?:s|ed|ure|ing)?|timed? ?out|refused|denied|exit code [1-9])\b/i
/** What somebody says of a date or an amount binds, whatever the verb. */
const FIXED =
  /\b(?:deadline|due date|launch date|release date|go-live|budget|price limit)\b[^.?]{0,40}\b(?:is|are|was|will be|moved?|now)\b|\bdue (?:by|on)\b/i
const MOST_CHARS = 400
const MOST_ARTIFACTS = 100

/** What a transcript says, sentence by sentence, verbatim. A tool's words are reports: never rules, decisions or tasks. */
export function extractItems(messages: readonly Message[]): Extracted[] {
  const found: Extracted[] = []
  for (const message of messages) {
    for (const clause of clausesOf(message.text, false)) {
      const section = sectionOf(clause.text, message.voice)
      if (section !== null) found.push({ section, clause, text: tidy(clause.text), ref: message.index })
    }
    found.push(...artifactsIn(message))
  }
  return [...found, ...lastState(messages)]
}

function sectionOf(text: string, voice: Message['voice']): Section | null {
  if (text.length < 4) return null
  if (voice === 'tool') return FAILED.test(text) ? 'state' : null
  if (BLOCKED.test(text) && !ASKED.test(text)) return 'blockers'
  if (ASKED.test(text)) return 'open_questions'
  if (FINISHED.test(text) && !NOT_YET.test(text)) return 'done'
  const role = roleOf(text)
  if (role === 'decision') return 'decisions'
  if (role === 'open_item') return 'next'
  // An agent that says it cannot find something sets no rule; only those it works for do.
  if (voice === 'principal' && (role === 'constraint' || role === 'preference' || FIXED.test(text)))
    return 'constraints'
  return FAILED.test(text) ? 'state' : null
}

function artifactsIn({ text, index }: Message): Extracted[] {
  return atomsIn(text)
    .filter(({ category }) => category === 'path' || category === 'url')
    .slice(0, MOST_ARTIFACTS)
    .map(({ said, start }) => ({
      section: 'artifacts',
      clause: { text: said, start, words: new Set([said]), isNegative: false, strength: 'plain' },
      text: tidy(said),
      ref: index,
    }))
}

/** Where things stand is what the agent said last, where it says no more than where things stand. */
function lastState(messages: readonly Message[]): Extracted[] {
  const last = messages.findLast(({ voice }) => voice === 'agent')
  if (last === undefined) return []
  return clausesOf(last.text, false)
    .filter(({ text }) => sectionOf(text, 'agent') === null && text.length >= 12)
    .slice(-3)
    .map((clause) => ({ section: 'state', clause, text: tidy(clause.text), ref: last.index }))
}

const tidy = (text: string) => {
  const line =
    text
      .replace(/^[\s\-*•>#\d.)]{0,8}(?=\S)/, '')
      .replace(/\s+/g, ' ')
      .trim() || text.trim()
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 1).toWellFormed()}…` : line
}
