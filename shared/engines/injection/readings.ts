import { disguisedWords } from './disguised-words.ts'
import { encodedBlobs, isWordy } from './encoded-blobs.ts'
import { foldText, type Folded } from './fold-text.ts'
import type { HiddenCharacters } from './hidden-characters.ts'
import type { HtmlParts } from './html-parts.ts'
import type { Layer } from './match-layer.ts'

export const MAX_LAYERS = 40

const MAX_DEPTH = 2

/** The readings of a text, the text as it stands first. */
export function readings(text: string, folded: Folded, hidden: HiddenCharacters, parts: HtmlParts | null): Layer[] {
  const layers: Layer[] = [{ name: 'raw', folded, place: same, isHidden: false }]
  if (parts !== null && parts.visible.length > 0) {
    layers.push({ name: 'html_visible', folded: foldText(parts.visible), place: parts.at, isHidden: false })
  }
  for (const run of hidden.tagRuns) {
    layers.push({ name: 'decoded:tags', folded: foldText(run.text), place: () => run.start, isHidden: true })
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
  addDecoded(layers, text, same, 1)
  return layers.slice(0, MAX_LAYERS)
}

export const same = (index: number) => index

function addDecoded(layers: Layer[], text: string, place: Layer['place'], depth: number): void {
  for (const blob of encodedBlobs(text)) {
    if (layers.length >= MAX_LAYERS) return
    const at = () => place(blob.start)
    // Percent encoding is how addresses are written, and base64 within code is seldom words.
    if (isWordy(blob.text) || blob.codec === 'percent') {
      layers.push({ name: `decoded:${blob.codec}`, folded: foldText(blob.text), place: at, isHidden: true })
    }
    if (depth < MAX_DEPTH) addDecoded(layers, blob.text, at, depth + 1)
  }
}
