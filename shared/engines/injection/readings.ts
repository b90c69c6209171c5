import { characterEscapes } from './character-escapes.ts'
import { disguisedWords } from './disguised-words.ts'
import { type EncodedBlob, encodedBlobs, isWordy } from './encoded-blobs.ts'
import { foldText, type Folded } from './fold-text.ts'
import type { HiddenCharacters } from './hidden-characters.ts'
import type { HtmlParts } from './html-parts.ts'
import type { Layer } from './match-layer.ts'

export const MAX_LAYERS = 40

const MAX_DEPTH = 2

/** Lists the readings of a text, the literal text first. */
export function readings(text: string, folded: Folded, hidden: HiddenCharacters, parts: HtmlParts | null): Layer[] {
  const layers: Layer[] = [{ name: 'raw', folded, place: same, isHidden: false }]
  if (parts !== null && parts.visible.length > 0) {
    layers.push({ name: 'html_visible', folded: foldText(parts.visible), place: parts.at, isHidden: false })
  }
  for (const run of hidden.tagRuns) {
    const at = { place: () => run.start, placeEnd: () => run.end }
    layers.push({ name: 'decoded:tags', folded: foldText(run.text), ...at, isHidden: true })
  }
  for (const disguise of disguisedWords(folded.text)) {
    layers.push({
      name: `decoded:${disguise.codec}`,
      folded: { text: disguise.text, at: disguise.at, isOdd: () => false, homoglyphWords: 0 },
      place: folded.at,
      counts: (start, end) =>
        disguise.text.slice(start, end) !== folded.text.slice(disguise.at(start), disguise.at(end)),
      isHidden: true,
    })
  }
  const escapes = parts === null ? characterEscapes(text) : null
  if (escapes !== null) layers.push(escapes)
  addDecoded(layers, text, null, 1)
  return layers.slice(0, MAX_LAYERS)
}

const same = (index: number) => index

/**
 * Adds the decoded parts of a text. `within` is the outermost encoding: places inside a decoded part are not places of
 * the sent text.
 */
function addDecoded(layers: Layer[], text: string, within: EncodedBlob | null, depth: number): void {
  const blobs = encodedBlobs(text)
  const addresses = blobs.filter(({ codec }) => codec === 'percent')
  if (addresses.length > 0) layers.push(inAddresses(addresses, within))
  for (const blob of blobs) {
    if (layers.length >= MAX_LAYERS) return
    const outer = within ?? blob
    // Base64 within code is seldom words.
    if (blob.codec !== 'percent' && isWordy(blob.text))
      layers.push({
        name: `decoded:${blob.codec}`,
        folded: foldText(blob.text),
        place: () => outer.start,
        placeEnd: () => outer.end,
        isHidden: true,
      })
    if (depth < MAX_DEPTH) addDecoded(layers, blob.text, outer, depth + 1)
  }
}

/** Percent encoding is how addresses are written, and a page has many: they are read as one. */
function inAddresses(blobs: readonly EncodedBlob[], within: EncodedBlob | null): Layer {
  const starts: number[] = []
  let text = ''
  for (const blob of blobs) {
    starts.push(text.length)
    text += `${blob.text}\n`
  }
  const at = (index: number) =>
    within ??
    blobs[
      Math.max(
        0,
        starts.findLastIndex((start) => start <= index),
      )
    ]
  return {
    name: 'decoded:percent',
    folded: foldText(text),
    place: (index) => at(index)?.start ?? 0,
    placeEnd: (index) => at(index)?.end ?? 0,
    isHidden: true,
  }
}
