import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'unpdf/pdfjs'

import { watchEngine } from './watch-engine.ts'
import { InflateStream } from './inflate-stream.ts'

/**
 * Opens a document with everything closed that reading text does not need: no images are decoded (a limit of 0 pixels),
 * no WebAssembly, no fetching of fonts or character maps, no forms of the XFA kind, nothing evaluated.
 */
export function openDocument(data: Uint8Array): Promise<PDFDocumentProxy> {
  Object.assign(globalThis, { DecompressionStream: InflateStream })
  watchEngine()
  pretendFontsLoad()
  return getDocument({
    data,
    maxImageSize: 0,
    useSystemFonts: false,
    disableFontFace: false,
    fontExtraProperties: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.WARNINGS,
    // Of a document only its list of fonts is ever touched.
    ownerDocument: { fonts: { add() {}, delete() {}, clear() {} } },
    ...NO_EVAL,
  }).promise
}

/** Engines before 5.4 know this option, and compiled font programs without it (CVE-2024-4367); it costs nothing to say. */
const NO_EVAL = { isEvalSupported: false }

/** Fonts are never drawn. Where the engine finds no way to load them it would turn every glyph into a path. */
function pretendFontsLoad(): void {
  class LoadedFont {
    readonly loaded = Promise.resolve(this)
    load = () => this.loaded
  }
  Object.assign(globalThis, { FontFace: LoadedFont })
}
