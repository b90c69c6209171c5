import { maskSecrets } from '#shared/engines/secrets/mask-secrets.ts'
import type { Entry } from './entry-hash.ts'
import type { Contradiction } from './integrity-verdict.ts'

type Claim = { id: string; index: number; at: number; subject: string; value: string; said: string }

const MAX_CLAIMS = 20_000
const MAX_FOUND = 100
const MAX_SENTENCE = 400
const pattern =
  /^(?:the |our |my |your |a |an |new |current )*([\p{L}\d][\p{L}\d '_./-]{1,48}?)(?:\s+(?:is|are|was|will be|is now|equals|=)\s+|\s*[:=]\s+)(?:the |a |an |now |at |on |in |set to |currently |about )*([^;]{1,60})$/iu
/** Verbs of which one object at a time holds. */
const held =
  /^(?:the |our |my )?([\p{L}][\p{L} '-]{0,30}?) (?:now )?(lives? in|works? (?:at|for)|is based in|moved to|prefers?) (?:the |a |an )?([\p{L}\d][^;,]{1,40})$/iu
const pronouns =
  /^(?:it|this|that|these|those|he|she|they|we|i|you|there|here|what|which|who|where|when|why|how|one|some|all|note|example|todo|answer|question|http|https|user|assistant|system|below|above|following|result|step \d+)$/i

/**
 * Entries that give different values for the same thing ("deadline is ...", "port: ..."). Only short values count, and for
 * words only such as cannot both hold; newer is advice.
 */
export function findContradictions(entries: readonly Entry[]): Contradiction[] {
  const bySubject = new Map<string, Claim[]>()
  let count = 0
  for (const [index, entry] of entries.entries()) {
    if (typeof entry.content !== 'string') continue
    for (const claim of claimsIn(entry, entry.content, index)) {
      if ((count += 1) > MAX_CLAIMS) break
      const same = bySubject.get(claim.subject)
      if (same === undefined) bySubject.set(claim.subject, [claim])
      else same.push(claim)
    }
  }
  const found: Contradiction[] = []
  for (const [subject, claims] of bySubject) {
    const values = [...new Map(claims.map((claim) => [claim.value, claim])).values()]
    if (values.length < 2 || new Set(claims.map(({ id }) => id)).size < 2 || !areExclusive(values)) continue
    const [newest] = [...claims].sort((a, b) => b.at - a.at || b.index - a.index)
    found.push({
      ids: [...new Set(claims.map(({ id }) => id))],
      subject,
      values: values.map(({ said }) => maskSecrets(said, subject)),
      newer: newest?.id ?? null,
    })
    if (found.length >= MAX_FOUND) break
  }
  return found
}

function claimsIn(entry: Entry, content: string, index: number): Claim[] {
  const at = typeof entry.ts === 'number' ? entry.ts : Date.parse(entry.ts ?? '')
  return content
    .slice(0, 20_000)
    .split(/(?<=[.!?])\s+|\n|;\s/)
    .slice(0, 200)
    .flatMap((sentence): Claim[] => {
      const text = sentence
        .trim()
        .slice(0, MAX_SENTENCE)
        .replace(/[.!?]+$/, '')
      const claimed = statedIn(text) ?? heldIn(text)
      if (claimed === null) return []
      const { subject, said } = claimed
      return [
        {
          id: entry.id,
          index,
          at: Number.isNaN(at) ? 0 : at,
          subject,
          value: normal(said),
          said: said.trim().slice(0, 60),
        },
      ]
    })
}

function statedIn(text: string): { subject: string; said: string } | null {
  const [, subject = '', said = ''] = pattern.exec(text) ?? []
  const name = subject
    .toLowerCase()
    .replace(/[_\s-]+/g, ' ')
    .trim()
  return name === '' || pronouns.test(name) || name.split(' ').length > 6 ? null : { subject: name, said }
}

/** Who lives, works or is somewhere; of what is preferred only two of a kind (dark mode, light mode) exclude each other. */
function heldIn(text: string): { subject: string; said: string } | null {
  const [, who, verb, said] = held.exec(text) ?? []
  if (who === undefined || verb === undefined || said === undefined) return null
  const name = `${who} ${verb}`.toLowerCase().replace(/\bmoved to$|\blives? in$|\bis based in$/, 'lives in')
  // "works for" and "moved to" say that of people and places, which have names.
  if (!/prefers?$/.test(name)) return /^\p{Lu}/u.test(said) ? { subject: name, said } : null
  const words = said.toLowerCase().trim().split(/\s+/)
  return words.length === 2 ? { subject: `${name} … ${words[1]}`, said } : null
}

/** Numbers without separators, dates as ISO days, words in lower case without quotes. */
function normal(said: string): string {
  const text = said
    .trim()
    .toLowerCase()
    .replace(/^["'`]|["'`]$/g, '')
  const number = /^([$€£])?\s?(-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?)\s?(%|[a-z]{1,6})?$/.exec(text)
  if (number !== null) return `${number[1] ?? ''}${Number((number[2] ?? '').replaceAll(',', ''))}${number[3] ?? ''}`
  return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? writtenDay(text) ?? text.replace(/\s+/g, ' ')
}

/** "March 1, 2026" as an ISO day, whatever the zone of this machine; undefined where no year and month are named. */
function writtenDay(text: string): string | undefined {
  if (!/\d{4}/.test(text) || !/\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/.test(text)) return undefined
  const at = Date.parse(`${text} UTC`)
  return Number.isNaN(at) ? undefined : new Date(at).toISOString().slice(0, 10)
}

/** Values that cannot both hold: numbers, dates, yes and no, or single words and names. */
function areExclusive(claims: readonly Claim[]): boolean {
  const kinds = claims.map(({ value }) =>
    /^[$€£]?-?\d/.test(value)
      ? 'number'
      : /^(?:true|false|yes|no|on|off|enabled|disabled|active|inactive)$/.test(value)
        ? 'switch'
        : value.split(' ').length <= 2 && /^[\p{L}\d@._/:-]+(?: [\p{L}\d._-]+)?$/u.test(value)
          ? 'word'
          : 'text',
  )
  return kinds.every((kind) => kind === kinds[0]) && kinds[0] !== 'text'
}
