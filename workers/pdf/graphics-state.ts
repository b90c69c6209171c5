import { type Box, IDENTITY, type Matrix, times } from './matrix.ts'

/** What of a font placing its glyphs needs. */
export type FontFacts = {
  vertical: boolean
  isType3: boolean
  matrix: Matrix
  /** [width, origin x, origin y] of glyphs without their own, in vertical writing. */
  verticalMetrics: readonly [number, number, number]
}

/** PDF's graphics state, as far as text and what lies under it need it. */
export type GraphicsState = {
  ctm: Matrix
  clip: Box
  fill: string | null
  stroke: string | null
  fillAlpha: number
  strokeAlpha: number
  renderMode: number
  font: FontFacts | null
  /** Never negative; `direction` is -1 where the file's was. */
  fontSize: number
  direction: 1 | -1
  charSpacing: number
  wordSpacing: number
  /** 1 is normal. */
  stretch: number
  rise: number
  leading: number
}

const BLACK = '#000000'
/** A file may open thousands of states and close none. */
const DEEPEST = 10_000

const initialState = (clip: Box): GraphicsState => ({
  ctm: IDENTITY,
  clip,
  fill: BLACK,
  stroke: BLACK,
  fillAlpha: 1,
  strokeAlpha: 1,
  renderMode: 0,
  font: null,
  fontSize: 0,
  direction: 1,
  charSpacing: 0,
  wordSpacing: 0,
  stretch: 1,
  rise: 0,
  leading: 0,
})

/** The state, its stack, and the position of the text pen. */
export class Graphics {
  state: GraphicsState
  textMatrix: Matrix = IDENTITY
  x = 0
  y = 0
  lineX = 0
  lineY = 0
  readonly #saved: GraphicsState[] = []

  constructor(page: Box) {
    this.state = initialState(page)
  }

  /** Saves the state and begins anew, clipped to a box: an annotation knows nothing of the page it lies on. */
  begin(clip: Box): void {
    this.save()
    this.state = initialState(clip)
  }

  save(): void {
    if (this.#saved.length < DEEPEST) this.#saved.push({ ...this.state })
  }

  restore(): void {
    this.state = this.#saved.pop() ?? this.state
  }

  transform(by: Matrix): void {
    this.state.ctm = times(this.state.ctm, by)
  }

  setTextMatrix(matrix: Matrix): void {
    this.textMatrix = matrix
    this.x = this.lineX = 0
    this.y = this.lineY = 0
  }

  moveText(x: number, y: number): void {
    this.x = this.lineX += x
    this.y = this.lineY += y
  }
}
