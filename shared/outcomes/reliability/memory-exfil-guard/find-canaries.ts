import { createHash } from 'node:crypto'

import { fingerprintOf } from '#shared/engines/secrets/preview.ts'
import { type Place, takenPlaces } from '#shared/engines/secrets/taken-places.ts'

/** A string that must not leave was found, in some form. */
export type CanaryFinding = { index: number; form: string; start: number; end: number; fingerprint: string }

const MAX_REFS = 1_000
const hexDigest = /^[0-9a-f]{64}$/i

/** Places told of one form of one reference. */
const MAX_PLACES = 5_000

/** References shorter than this are looked for as they stand only: in another form they would be found in anything. */
export const SHORTEST_RECODED = 4

/** Shorter references are looked for in another form only where that form stands by itself. */
const ANYWHERE = 6

/**
 * Looks for strings that must not leave a memory: as they are, without regard to case, reversed, in base64, base32, hex,
 * percent encoding and as character codes, and with separators taken out, each wherever it stands. A reference that is a SHA-256 is compared with the digest of every
 * word and line of the text. Places are UTF-16 indices.
 */
export function findCanaries(text: string, references: readonly string[]): CanaryFinding[] {
  const found: CanaryFinding[] = []
  // The one letter that gets longer in lower case would move all places behind it.
  const lower = text.replaceAll('\u0130', 'i').toLowerCase()
  const bare = bareOf(text)
  let digests: ReadonlyMap<string, readonly Place[]> | null = null
  for (const [index, reference] of references.slice(0, MAX_REFS).entries()) {
    if (hexDigest.test(reference)) {
      digests ??= digestsOf(text)
      for (const place of digests.get(reference.toLowerCase()) ?? [])
        found.push({ index, form: 'sha256', ...place, fingerprint: reference.slice(0, 12).toLowerCase() })
      continue
    }
    const fingerprint = fingerprintOf(reference)
    for (const hit of inForms(text, lower, bare, reference)) found.push({ index, ...hit, fingerprint })
  }
  return found
}

type Hit = Place & { form: string }

function inForms(text: string, lower: string, bare: Bare, reference: string): Hit[] {
  const plain = placesOf(lower, reference.replaceAll('\u0130', 'i').toLowerCase()).map((place) => ({
    form: 'plain',
    ...place,
  }))
  if (reference.length < SHORTEST_RECODED) return plain
  const standsAlone = reference.length < ANYWHERE
  const backwards = [...reference].toReversed().join('')
  const forms: readonly [string, string][] = [
    ['reversed', backwards],
    ['base64', Buffer.from(reference).toString('base64').replace(/=+$/, '')],
    ['base64url', Buffer.from(reference).toString('base64url')],
    ['hex', Buffer.from(reference).toString('hex')],
    ['base32', toBase32(Buffer.from(reference))],
    ['percent', encodeURIComponent(reference.toWellFormed())],
    ['percent', [...Buffer.from(reference)].map((byte) => `%${hexOf(byte)}`).join('')],
    ['escaped', [...Buffer.from(reference)].map((byte) => `\\x${hexOf(byte)}`).join('')],
    ['codes', [...reference].map((char) => char.codePointAt(0)).join(' ')],
    ['codes', [...reference].map((char) => char.codePointAt(0)).join(',')],
    ['hex', [...Buffer.from(reference)].map(hexOf).join(' ')],
    ...(standsAlone ? [] : shiftedBase64(reference).map((form): [string, string] => ['base64', form])),
  ]
  const taken = takenPlaces(plain)
  const found: Hit[] = [...plain]
  const add = (hit: Hit) => {
    if (!taken.isFree(hit)) return
    taken.take(hit)
    found.push(hit)
  }
  for (const [form, written] of forms) {
    const isAnyCase = !form.startsWith('base64')
    for (const place of placesOf(isAnyCase ? lower : text, isAnyCase ? written.toLowerCase() : written))
      if (!standsAlone || isAlone(text, place)) add({ form, ...place })
  }
  const wanted = bareOf(reference).text
  for (const { start, end } of wanted.length >= SHORTEST_RECODED ? placesOf(bare.text, wanted) : []) {
    const place = { start: bare.at[start] ?? 0, end: (bare.at[end - 1] ?? text.length - 1) + 1 }
    // Short ones count only spelled out: each letter by itself, and nothing of a word around them.
    if (wanted.length >= ANYWHERE || (isAlone(text, place) && place.end - place.start >= 2 * wanted.length - 1))
      add({ form: 'separated', ...place })
  }
  return found
}

const hexOf = (byte: number) => byte.toString(16).padStart(2, '0')

/** Whether no letter or digit touches a place. */
const isAlone = (text: string, { start, end }: Place) =>
  !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2))

/** RFC 4648 base32 without padding. */
function toBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('')
}

/** Every place of a text in another, from left to right, without overlaps. */
function placesOf(text: string, wanted: string): Place[] {
  const places: Place[] = []
  if (wanted === '') return places
  for (
    let at = text.indexOf(wanted);
    at >= 0 && places.length < MAX_PLACES;
    at = text.indexOf(wanted, at + wanted.length)
  )
    places.push({ start: at, end: at + wanted.length })
  return places
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
function digestsOf(text: string): ReadonlyMap<string, readonly Place[]> {
  const digests = new Map<string, Place[]>()
  const add = (value: string, start: number) => {
    if (value.length < 4) return
    const digest = createHash('sha256').update(value.toWellFormed()).digest('hex')
    const place = { start, end: start + value.length }
    const there = digests.get(digest)
    if (there === undefined) digests.set(digest, [place])
    else there.push(place)
  }
  for (const { 0: word, index } of [...text.matchAll(/[^\s"',;<>()[\]{}]{4,400}/g)].slice(0, 50_000)) add(word, index)
  for (const { 0: line, index } of [...text.matchAll(/[^\n]{4,2000}/g)].slice(0, 20_000)) add(line.trim(), index)
  add(text, 0)
  return digests
}
