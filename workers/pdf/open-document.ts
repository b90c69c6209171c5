import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'unpdf/pdfjs'

import { watchEngine } from './watch-engine.ts'
import { InflateStream } from './inflate-stream.ts'

/**
 * Opens a document with everything disabled that text extraction does not need: image decoding (limit of 0 pixels),
 * WebAssembly, fetching of fonts and character maps, XFA forms, evaluation of code.
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
    // The engine uses only the `fonts` of a document.
    ownerDocument: { fonts: { add() {}, delete() {}, clear() {} } },
    ...NO_EVAL,
  }).promise
}

/** Disables compiled font programs (CVE-2024-4367) in engines before 5.4; later ones ignore it. */
const NO_EVAL = { isEvalSupported: false }

/** Stubs font loading: fonts are never drawn, but without it the engine would convert every glyph to a path. */
function pretendFontsLoad(): void {
  class LoadedFont {
    readonly loaded = Promise.resolve(this)
    load = () => this.loaded
  }
  Object.assign(globalThis, { FontFace: LoadedFont })
}
