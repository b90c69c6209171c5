import type { Known } from '../values/known.ts'
import { namedMember } from '../members/named.ts'
import type { Draft } from './draft.ts'
import type { Part } from './part-evidence.ts'

/** What reads the thing that an address, an id or a path names. */
const READERS: Readonly<Record<string, string>> = {
  'note-id': 'notepad-read',
  'note-key': 'notepad-read',
  path: 'workspace-read',
  url: 'page-markdown',
  'tx-hash': 'base-tx-receipt',
  'solana-signature': 'tx-summary-lite',
}

const VERB =
  'open|read|fetch|take|pick|print|show(?: me)?|get(?: me)?|download|pull up|bring up|give me|visit|load|offne|lies|lese|zeig(?: mir)?|hol(?: mir)?|abre|lee|muestra(?:me)?|descarga|ouvre|lis|montre(?:[- ]moi)?|affiche|telecharge'
const WHICH =
  'first|second|third|last|latest|newest|top|best|most [a-z]+|oldest|1st|2nd|ersten?|zweiten?|letzten?|neuesten?|obersten?|primer[ao]?|segund[ao]|ultim[ao]|mejor|mas [a-z]+|premiere?|deuxieme|derniere?|meilleure?|plus [a-z]+'
const THING =
  'one|page|pages|transfer|transaction|payment|tx|job ad|posting|document|article|story|post|result|hit|link|file|note|filing|report|paper|text|entry|item|seite|artikel|dokument|beitrag|treffer|datei|notiz|bericht|pagina|articulo|documento|resultado|enlace|archivo|nota|informe|article|resultat|lien|fichier|note|rapport'
const THE = 'the|that|this|its|den|die|das|diese\\w*|el|la|los|las|ese|esa|este|esta|le|l|les|cette?|ce'

/** "open the most popular one", "read that page", "show me the first"; "open it" opens what was found. */
const OPENS = new RegExp(
  `^[\\s,]*(?:and |then |please |und |dann |y |luego |et |puis )*(?:${VERB})\\s+(?:(?:it|es|lo|la|le)(?=\\s*$)|(?:${THE})['’ ]\\s*(?:(?:${WHICH})(?:\\s+(?:${THING}))?|(?:${THING})(?!\\s+(?:of|at|on|in|from|von|de|du)\\b))(?![\\p{L}])|(?:each|both|all)(?: (?:of|the|these|those|them|first|top|two|three|four|\\d))*(?: (?:${THING}))?(?![\\p{L}]))`,
  'u',
)
const OPENS_UNSPACED =
  /(?:打开|阅读|读取|查看)(?:其中)?(?:第一|首|那|最)|(?:最初|一番上|先頭|その)[^、。]{0,8}(?:開い|読ん)/u

/** Whether a part of a goal asks to open what was found. */
export function opens({ start, end }: Part, { read: { text } }: Known): boolean {
  const said = text.slice(start, end)
  return OPENS.test(said) || OPENS_UNSPACED.test(said)
}

/** The outcome that reads what the steps before found, that of the last of them first. */
export function readerFor(part: Part, known: Known, before: readonly Draft[]): string | undefined {
  const { read } = known
  const own = { ...known, part: { text: read.text.slice(part.start, part.end), ranges: [part] } }
  for (const step of before.toReversed()) {
    const { tool } = step
    // What the words name is opened before what the step is for.
    const named = Object.keys(READERS).find((type) => namedMember(type, [step], own) !== undefined)
    const slug = named === undefined ? undefined : READERS[named]
    if (slug !== undefined) return slug
    const main = Object.values(tool.gives).flatMap((type) => READERS[type] ?? [])[0]
    // A file behind a short link is read as a file: see provide.ts.
    if (main === 'page-markdown' && read.mentions.has('@pdf')) return undefined
    if (main !== undefined) return main
    // What a step gives as a text is open already.
    if (Object.values(tool.gives).some((type) => type === 'text' || type === 'markdown')) return undefined
  }
  return undefined
}
