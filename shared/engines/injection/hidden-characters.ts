/** Text hidden from people in invisible characters. */
export type HiddenCharacters = {
  /** Zero-width and other invisible characters that nothing visible needs. */
  invisible: number
  /** The ASCII text of tag characters (U+E0000 to U+E007F); null when there are none. */
  tagText: string | null
  /** Runs of tag characters, as indices of the text. */
  tagRuns: { start: number; end: number; text: string }[]
  /** Controls that turn the direction of writing. */
  bidi: number
  /** Runs of four or more invisible characters that are not tags, as indices of the text. */
  invisibleRuns: { start: number; end: number }[]
}

const anyHidden =
  /[\u034f\u17b4\u17b5\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e00ff}]/u
const hiddenRun = new RegExp(`${anyHidden.source}+`, 'gu')
const bidiControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
const tagChars = /[\u{e0000}-\u{e007f}]+/gu
/** A flag of a region: a black flag, tags, and the tag that ends it. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu
const pictograph = /[\ufe0f\u20e3\p{Extended_Pictographic}\p{Emoji_Modifier}\u{1f1e6}-\u{1f1ff}]/u
/** Scripts that join or part letters by zero-width characters. */
const joining =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}\p{Script=Oriya}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}]/u

export const isHidden = (codePoint: number): boolean => anyHidden.test(String.fromCodePoint(codePoint))

/** Counts what is hidden and reads what tags say; emoji sequences, flags and joining scripts need theirs. */
export function hiddenCharacters(text: string): HiddenCharacters {
  const found: HiddenCharacters = { invisible: 0, tagText: null, tagRuns: [], bidi: 0, invisibleRuns: [] }
  if (!anyHidden.test(text)) return found
  const flags = [...text.matchAll(flag)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }))
  for (const { 0: run, index } of text.matchAll(hiddenRun)) {
    const end = index + run.length
    if (flags.some((one) => index > one.start && end <= one.end)) continue
    found.bidi += run.match(bidiControl)?.length ?? 0
    for (const { 0: tags, index: at } of run.matchAll(tagChars)) {
      found.tagRuns.push({ start: index + at, end: index + at + tags.length, text: untagged(tags) })
    }
    const unneeded = countUnneeded(text, run, index)
    found.invisible += unneeded
    if (unneeded >= 4) found.invisibleRuns.push({ start: index, end })
  }
  const said = found.tagRuns.map((run) => run.text).join(' ')
  if (found.tagRuns.length > 0) found.tagText = said
  return found
}

/** A tag character encodes the ASCII character 0xE0000 below it. */
const untagged = (tags: string) =>
  [...tags]
    .map((char) => (char.codePointAt(0) ?? 0) - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCodePoint(code))
    .join('')

function countUnneeded(text: string, run: string, index: number): number {
  const plain = run.replace(tagChars, '').replace(bidiControl, '')
  const chars = [...plain]
  if (chars.length === 0) return 0
  const before = Array.from(text.slice(Math.max(0, index - 2), index)).at(-1) ?? ''
  const after = Array.from(text.slice(index + run.length, index + run.length + 2))[0] ?? ''
  // One joiner or selector between emoji, or between letters that join, is how they are written.
  const isNeeded =
    chars.length <= 2 &&
    (pictograph.test(before) || pictograph.test(after) || joining.test(before) || joining.test(after))
  if (isNeeded || (chars.length === 1 && /[\ufe00-\ufe0f]/.test(plain))) return 0
  // A byte order mark belongs to the start of a text; a soft hyphen to a word.
  if (index === 0 && plain === '\ufeff') return 0
  return chars.filter((char) => char !== '\u00ad').length
}
