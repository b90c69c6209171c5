import { brokenWords } from './broken-words.ts'

/** Text that is written in another way, letter by letter, and what it says. Places are indices of the folded text. */
export type Disguise = {
  codec: 'caesar' | 'reversed' | 'leetspeak' | 'spaced' | 'broken' | 'morse'
  start: number
  end: number
  text: string
  at: (index: number) => number
}

/** Words that an injection can hardly do without; they tell in which way a text is disguised. */
const telling = [
  'ignore',
  'previous',
  'instructions',
  'instruction',
  'system',
  'prompt',
  'disregard',
  'forget',
  'reveal',
  'password',
  'override',
  'secret',
  'above',
  'everything',
  'assistant',
  'following',
  'print',
  'state',
  'send',
]
const WINDOW = 240

const shifted = (word: string, shift: number) =>
  word.replace(/[a-z]/g, (char) => String.fromCharCode(((char.charCodeAt(0) - 97 + shift + 26) % 26) + 97))
const reversed = (text: string) => [...text].toReversed().join('')

/** The form of each indicative word under each disguise: `r` is reversed, a number is a Caesar shift. */
const disguised = new Map<string, { key: number | 'r'; weight: number }>()
for (const word of telling) {
  const weight = word.length >= 6 ? 2 : 1
  for (let shift = 1; shift < 26; shift += 1) disguised.set(shifted(word, shift), { key: shift, weight })
  disguised.set(reversed(word), { key: 'r', weight })
}
for (const word of telling) disguised.delete(word)

/** Caesar shifts (ROT13 is one), reversed text, leetspeak, spaced-out letters and Morse code in folded text. */
export function disguisedWords(folded: string): Disguise[] {
  return [...keyed(folded), ...leet(folded), ...spacedOut(folded), ...brokenWords(folded), ...morse(folded)]
}

/** Two telling words under the same disguise within a window, and all around them is read that way. */
function keyed(folded: string): Disguise[] {
  const hits: { key: number | 'r'; weight: number; at: number }[] = []
  for (const { 0: word, index } of folded.matchAll(/[a-z]{5,12}/g)) {
    const hit = disguised.get(word)
    if (hit !== undefined) hits.push({ ...hit, at: index })
  }
  const found: Disguise[] = []
  for (const hit of hits) {
    if (found.some(({ start, end }) => hit.at >= start && hit.at < end)) continue
    const near = hits.filter(({ key, at }) => key === hit.key && Math.abs(at - hit.at) < WINDOW)
    if (near.reduce((sum, { weight }) => sum + weight, 0) < 3) continue
    const start = Math.max(0, hit.at - WINDOW)
    const end = Math.min(folded.length, hit.at + 2 * WINDOW)
    const piece = folded.slice(start, end)
    found.push(
      hit.key === 'r'
        ? { codec: 'reversed', start, end, text: reversed(piece), at: (index) => Math.max(start, end - 1 - index) }
        : { codec: 'caesar', start, end, text: shifted(piece, -hit.key), at: (index) => start + index },
    )
    if (found.length >= 8) break
  }
  return found
}

const digits: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const leetWord = /[a-z0-9@$!]{4,20}/g

function leet(folded: string): Disguise[] {
  let changed = 0
  const text = folded.replace(leetWord, (word) => {
    if (!/[a-z]/.test(word) && !/[@$]/.test(word)) return word
    if (!/[0-9@$!][a-z]|[a-z][0-9@$][a-z]/.test(word) || (word.match(/[0-9]/g)?.length ?? 0) > word.length * 0.6)
      return word
    changed += 1
    return word.replace(/[01345789@$]|!(?=.)/g, (char) => digits[char] ?? char)
  })
  return changed < 2 ? [] : [{ codec: 'leetspeak', start: 0, end: folded.length, text, at: (index) => index }]
}

/** "i g n o r e" and "i.g.n.o.r.e": six or more single letters with one mark between them. */
function spacedOut(folded: string): Disguise[] {
  const found: Disguise[] = []
  for (const { 0: run, index } of folded.matchAll(/\b[a-z](?:[ .*_|-]{1,3}[a-z]\b){7,400}/g)) {
    const places: number[] = []
    let text = ''
    for (const { 0: piece, index: at } of run.matchAll(/[a-z]|[ .*_|-]{1,3}/g)) {
      const isLetter = /[a-z]/.test(piece)
      if (!isLetter && piece.length === 1) continue
      text += isLetter ? piece : ' '
      places.push(index + at)
    }
    found.push({
      codec: 'spaced',
      start: index,
      end: index + run.length,
      text: withBlanks(text),
      at: (at) => places[Math.min(at, places.length - 1)] ?? index,
    })
    if (found.length >= 8) break
  }
  return found
}

/** Letters without any blank between words: the words that tell are parted from the rest. */
function withBlanks(text: string): string {
  if (text.includes(' ')) return text
  return text
    .replace(
      /(ignore|all|previous|instructions|reveal|your|system|prompt|password|forget|disregard|the|and|above)/g,
      ' $1 ',
    )
    .replace(/ {2,}/g, ' ')
    .trim()
}

const code: Record<string, string> = Object.fromEntries(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'
    .split(' ')
    .map((signs, letter) => [signs, String.fromCharCode(97 + letter)]),
)

function morse(folded: string): Disguise[] {
  const found: Disguise[] = []
  for (const { 0: run, index } of folded.matchAll(/[.-]{1,6}(?:[ /]{1,3}[.-]{1,6}){7,2000}/g)) {
    const text = run
      .replace(/[.-]+/g, (signs) => code[signs] ?? '?')
      .replace(/ ?\/ ?/g, '_')
      .replaceAll(' ', '')
      .replaceAll('_', ' ')
    if ((text.match(/\?/g)?.length ?? 0) > text.length * 0.1 || !/[a-z]{3}/.test(text)) continue
    found.push({ codec: 'morse', start: index, end: index + run.length, text, at: () => index })
    if (found.length >= 8) break
  }
  return found
}
