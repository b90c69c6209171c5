import type { Disguise } from './disguised-words.ts'

/** Sentences recognised without their blanks, and the words to reassemble them from. */
const sentence =
  /(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|these|those|of|my){0,3}(?:previous|prior|above|earlier|preceding|system|existing)(?:system|given)?(?:instructions?|prompts?|rules|guidelines|orders|messages)|(?:reveal|show|print|repeat|output|leak)(?:me|us|the|your|all|full|entire|hidden){1,4}(?:systemprompt|instructions|hiddenprompt)/g
const words =
  /ignore|disregard|forget|override|bypass|all|any|these|those|the|your|of|my|previous|prior|above|earlier|preceding|system|existing|given|instructions?|prompts?|rules|guidelines|orders|messages|reveal|show|print|repeat|output|leak|me|us|full|entire|hidden/g

/** Whether a place is inside a URL or a path, where titles of articles have hyphens for blanks. */
function isAddress(text: string, at: number): boolean {
  const from = Math.max(text.lastIndexOf(' ', at), text.lastIndexOf('\n', at)) + 1
  return /:\/\/|^www\.|[a-z0-9]\/|^[/#]/.test(text.slice(Math.max(from, at - 200), at + 1))
}

/** Orders whose words are cut up by blanks and marks, or written without any: "igno re prev ious instruc tions",
 * "ignore_all_previous_instructions". */
export function brokenWords(folded: string): Disguise[] {
  const places: number[] = []
  let letters = ''
  for (const { 0: run, index } of folded.matchAll(/[a-z]+/g)) {
    letters += run
    for (let at = 0; at < run.length; at += 1) places.push(index + at)
  }
  const found: Disguise[] = []
  for (const { 0: hit, index } of letters.matchAll(sentence)) {
    const text = (hit.match(words) ?? []).join(' ')
    const start = places[index] ?? 0
    const end = (places[index + hit.length - 1] ?? start) + 1
    const isPlain = folded.slice(start, end).replace(/\s+/g, ' ') === text
    if (isPlain || end - start > hit.length * 4 || isAddress(folded, start)) continue
    found.push({ codec: 'broken', start, end, text, at: (at) => (at >= text.length - 1 ? end - 1 : start) })
    if (found.length >= 8) break
  }
  return found
}
