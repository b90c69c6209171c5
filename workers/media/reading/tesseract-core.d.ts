/** The used parts of the engine's API. Its own types describe the wrapper around it, which needs threads. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  export type TessApi = {
    Init: (path: null, languages: string, engineMode: number) => number
    SetVariable: (name: string, value: string) => boolean
    SetImageFile: (exif?: number, angle?: number) => number
    FindLines: () => void
    GetGradient: () => number
    Recognize: (monitor: null) => number
    GetTSVText: (page: number) => string
    Version: () => string
    End: () => void
  }
  export type TessModule = {
    FS: { writeFile: (path: string, data: Uint8Array) => void }
    TessBaseAPI: new () => TessApi
  }
  export default function load(options: { TesseractProgress: (percent: number) => void }): Promise<TessModule>
}
