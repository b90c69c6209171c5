import { fold } from '../goal/fold.ts'
import { FURTHER_PHRASES } from './further.rules.ts'
import { INTENTS } from './intents.rules.ts'

/**
 * An atom of a phrase: what has to be mentioned, or absent. A type may be several, of which one will do, as in
 * `tool-list|{tools}|usdc`: `{tools}` is a member of the input, and what is no type is a word.
 */
export type Atom =
  | { kind: 'mention'; keys: readonly string[] }
  | { kind: 'absent'; keys: readonly string[] }
  | { kind: 'type'; type: string; isAbsent: boolean }
  | { kind: 'members'; names: readonly string[]; isAbsent: boolean }

export type Phrase = { atoms: readonly Atom[]; weight: number; source: string }
export type Intent = { slug: string; stage: number; phrases: readonly Phrase[] }

/** What a phrase counts by how many words it asks for. */
const BY_WORDS = [0.45, 0.55, 0.74, 0.84, 0.9]
const TYPE_BONUS = 0.06

let known: readonly Intent[] | undefined

/** The intents, which are read at the first goal and kept. */
export function intents(): readonly Intent[] {
  if (known !== undefined) return known
  const more = new Map(
    FURTHER_PHRASES.trim()
      .split('\n')
      .map(readIntent)
      .map((intent) => [intent.slug, intent.phrases]),
  )
  known = INTENTS.trim()
    .split('\n')
    .map(readIntent)
    .map((intent) => ({ ...intent, phrases: [...intent.phrases, ...(more.get(intent.slug) ?? [])] }))
  return known
}

/** Reads one line of the intents. Throws when it has not their form. */
export function readIntent(line: string): Intent {
  const match = /^([\w-]+) (\d): (.+)$/.exec(line)
  if (match === null) throw new Error(`no intent: ${line.slice(0, 60)}`)
  const [, slug = '', stage = '', rest = ''] = match
  return { slug, stage: Number(stage), phrases: rest.split('; ').map(readPhrase) }
}

function readPhrase(source: string): Phrase {
  const parts = source.trim().split(/\s+/)
  const own = /^\.\d+$/.test(parts[0] ?? '') ? Number(parts.shift()) : null
  const atoms = parts.map(readAtom)
  const words = atoms.filter(({ kind }) => kind === 'mention').length
  const types = atoms.filter((atom) => (atom.kind === 'type' || atom.kind === 'members') && !atom.isAbsent).length
  const weight = own ?? Math.min(0.95, (BY_WORDS[Math.min(words, 4)] ?? 0) + TYPE_BONUS * types)
  return { atoms, weight, source }
}

function readAtom(text: string): Atom {
  const isAbsent = text.startsWith('-')
  const body = isAbsent ? text.slice(1) : text
  if (/^[<{].*\|/.test(body)) return { kind: 'type', type: body.replaceAll(/[<>]/g, ''), isAbsent }
  if (body.startsWith('<')) return { kind: 'type', type: body.slice(1, -1), isAbsent }
  if (body.startsWith('{')) return { kind: 'members', names: body.slice(1, -1).split(','), isAbsent }
  const keys = body.split('|').map((key) => (key.startsWith('@') ? key : fold(key)))
  return { kind: isAbsent ? 'absent' : 'mention', keys }
}
