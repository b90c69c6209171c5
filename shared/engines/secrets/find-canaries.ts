import { createHash } from 'node:crypto'

import { fingerprintOf } from './preview.ts'

/** A string that must not leave was found, in some form. */
export type CanaryFinding = { index: number; form: string; start: number; end: number; fingerprint: string }

const MAX_REFS = 1_000
const hexDigest = /^[0-9a-f]{64}$/i

/**
 * Looks for strings that must not leave a memory: as they are, without regard to case, reversed, in base64 and hex, and
 * with separators taken out. A reference that is a SHA-256 is compared with the digest of every word and line of the text.
 * Places are UTF-16 indices; where the form has no place of its own they cover the whole text.
 */
export function findCanaries(text: string, references: readonly string[]): CanaryFinding[] {
  const found: CanaryFinding[] = []
  const lower = text.toLowerCase()
  const bare = bareOf(text)
  let digests: ReadonlyMap<string, { start: number; end: number }> | null = null
  for (const [index, reference] of references.slice(0, MAX_REFS).entries()) {
    if (hexDigest.test(reference)) {
      digests ??= digestsOf(text)
      const place = digests.get(reference.toLowerCase())
      if (place !== undefined)
        found.push({ index, form: 'sha256', ...place, fingerprint: reference.slice(0, 12).toLowerCase() })
      continue
    }
    const hit = inForms(text, lower, bare, reference)
    if (hit !== null) found.push({ index, ...hit, fingerprint: fingerprintOf(reference) })
  }
  return found
}

function inForms(
  text: string,
  lower: string,
  bare: Bare,
  reference: string,
): Pick<CanaryFinding, 'form' | 'start' | 'end'> | null {
  const plain = lower.indexOf(reference.toLowerCase())
  if (reference.length > 0 && plain >= 0) return { form: 'plain', start: plain, end: plain + reference.length }
  // Shorter ones would be found in anything.
  if (reference.length < 6) return null
  const backwards = [...reference].toReversed().join('')
  const forms: readonly [string, string][] = [
    ['reversed', backwards],
    ['base64', Buffer.from(reference).toString('base64').replace(/=+$/, '')],
    ['base64url', Buffer.from(reference).toString('base64url')],
    ['hex', Buffer.from(reference).toString('hex')],
    ['percent', encodeURIComponent(reference.toWellFormed())],
    ...shiftedBase64(reference).map((form): [string, string] => ['base64', form]),
  ]
  for (const [form, written] of forms) {
    const at = form === 'hex' || form === 'reversed' ? lower.indexOf(written.toLowerCase()) : text.indexOf(written)
    if (at >= 0) return { form, start: at, end: at + written.length }
  }
  const wanted = bareOf(reference).text
  const at = wanted.length >= 6 ? bare.text.indexOf(wanted) : -1
  if (at < 0) return null
  return { form: 'separated', start: bare.at[at] ?? 0, end: (bare.at[at + wanted.length - 1] ?? text.length - 1) + 1 }
}

/** The part of a base64 text that is the same whatever stands before: for the two offsets within three bytes. */
function shiftedBase64(reference: string): string[] {
  return [1, 2]
    .map((offset) => {
      const encoded = Buffer.concat([Buffer.alloc(offset), Buffer.from(reference)])
        .toString('base64')
        .replace(/=+$/, '')
      return encoded.slice(offset + 1, -2)
    })
    .filter((form) => form.length >= 8)
}

type Bare = { text: string; at: number[] }

/** Letters and digits alone, in lower case, and where each stood. */
function bareOf(text: string): Bare {
  let bare = ''
  const at: number[] = []
  for (const { 0: char, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = char.toLowerCase()
    bare += lower
    for (let unit = 0; unit < lower.length; unit += 1) at.push(index)
  }
  return { text: bare, at }
}

/** SHA-256 of each word, each line and the whole of a text. */
function digestsOf(text: string): ReadonlyMap<string, { start: number; end: number }> {
  const digests = new Map<string, { start: number; end: number }>()
  const add = (value: string, start: number) => {
    if (value.length >= 4)
      digests.set(createHash('sha256').update(value.toWellFormed()).digest('hex'), { start, end: start + value.length })
  }
  for (const { 0: word, index } of [...text.matchAll(/[^\s"',;<>()[\]{}]{4,400}/g)].slice(0, 50_000)) add(word, index)
  for (const { 0: line, index } of [...text.matchAll(/[^\n]{4,2000}/g)].slice(0, 20_000)) add(line.trim(), index)
  add(text, 0)
  return digests
}
