import { type Box, IDENTITY, type Matrix, times } from './matrix.ts'

/** Facts of a font that are needed to place its glyphs. */
export type FontFacts = {
  vertical: boolean
  isType3: boolean
  matrix: Matrix
  /** Defaults for glyphs in vertical writing: [width, origin x, origin y]. */
  verticalMetrics: readonly [number, number, number]
}

/** The part of PDF's graphics state that affects text and its background. */
export type GraphicsState = {
  ctm: Matrix
  clip: Box
  fill: string | null
  stroke: string | null
  fillAlpha: number
  strokeAlpha: number
  renderMode: number
  font: FontFacts | null
  /** Never negative: `direction` is -1 for a negative size. */
  fontSize: number
  direction: 1 | -1
  charSpacing: number
  wordSpacing: number
  /** Horizontal scaling. 1 is normal. */
  stretch: number
  rise: number
  leading: number
}

const BLACK = '#000000'
/** Stack limit: a file may save thousands of states without restoring them. */
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

/** The graphics state, its stack, and the text position. */
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

  /** Saves the state and starts with a fresh one clipped to a box, for an annotation. */
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
