import { createHash } from 'node:crypto'

import { wordlist } from '@scure/bip39/wordlists/english.js'

import type { RawSecret } from './shaped-values.ts'

const indexOf = new Map(wordlist.map((word, index) => [word, index]))
const lengths = [24, 21, 18, 15, 12]

/**
 * BIP-39 recovery phrases: 12 to 24 words of the English list whose last bits are the checksum of the rest. Words may be
 * numbered, and parted by blanks, commas or lines.
 */
export function recoveryPhrases(text: string): RawSecret[] {
  const found: RawSecret[] = []
  let run: { index: number; start: number; end: number }[] = []
  let last = 0
  for (const { 0: word, index: start } of text.matchAll(/[A-Za-z]+/g)) {
    const index = indexOf.get(word.toLowerCase())
    const isNext = /^(?:[\s,"'[\]|;:*-]|\d{1,2}[.)]?){0,12}$/.test(text.slice(last, start))
    last = start + word.length
    if (index === undefined || !isNext) {
      found.push(...inRun(text, run))
      run = []
    }
    if (index !== undefined) run.push({ index, start, end: last })
  }
  return [...found, ...inRun(text, run)]
}

/** Runs longer than a phrase that go through the list in its order are the list itself. */
const LONGEST_PHRASES = 200

function inRun(text: string, run: readonly { index: number; start: number; end: number }[]): RawSecret[] {
  if (run.length > LONGEST_PHRASES && isList(run)) return []
  const found: RawSecret[] = []
  let at = 0
  // Prose does not go on for long in these words, but a file of them does.
  const most = Math.min(run.length, 5_000)
  while (at + 12 <= most) {
    const length = lengths.find(
      (length) => at + length <= most && hasChecksum(run.slice(at, at + length).map(({ index }) => index)),
    )
    const first = run[at]
    const final = length === undefined ? undefined : run[at + length - 1]
    if (length === undefined || first === undefined || final === undefined) {
      at += 1
      continue
    }
    found.push({
      rule: 'bip39-phrase',
      provider: 'BIP-39',
      severity: 'critical',
      confidence: 'high',
      start: first.start,
      end: final.end,
      value: text.slice(first.start, final.end),
    })
    at += length
  }
  return found
}

const isList = (run: readonly { index: number }[]) =>
  run.filter(({ index }, at) => index === (run[at - 1]?.index ?? -2) + 1).length > run.length / 2

function hasChecksum(words: readonly number[]): boolean {
  if (new Set(words).size < 6) return false
  const bits = words.map((index) => index.toString(2).padStart(11, '0')).join('')
  const checked = (words.length * 11 * 32) / 33
  const bytes = Buffer.from((bits.slice(0, checked).match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const sum = createHash('sha256').update(bytes).digest()
  const expected = [...sum]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .slice(0, words.length * 11 - checked)
  return bits.slice(checked) === expected
}
