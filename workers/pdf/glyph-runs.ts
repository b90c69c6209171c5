import type { Graphics } from './graphics-state.ts'
import { applied, times } from './matrix.ts'

/** Glyphs that belong together, on one baseline. */
export type GlyphRun = {
  text: string
  /** Start of the baseline in points of the page. */
  x: number
  y: number
  width: number
  /** Of the baseline, in whole degrees from -179 to 180. */
  angle: number
  /** Height of the font in points of the page. */
  size: number
}

/** As the engine hands them over: glyphs, and numbers that move the pen by thousandths of the font size. */
export type Glyph = { unicode: string; width: number; isSpace: boolean; vmetric?: readonly number[] | null }

/** A gap of more than this share of the font size is a space between words ... */
const SPACE_EM = 0.17
/** ... and of more than this one the end of a run: a column, a table's cell. */
const SPLIT_EM = 1.3
const BACK_EM = -0.5

/** Places the glyphs of one operator, moves the pen on, and gives them back as runs. */
export function glyphRuns(graphics: Graphics, glyphs: readonly unknown[]): GlyphRun[] {
  const { state } = graphics
  const { font, fontSize } = state
  if (font === null || fontSize === 0) return []
  const vertical = font.vertical && !font.isType3
  const toPage = times(state.ctm, graphics.textMatrix)
  const scale = state.stretch * state.direction
  const size = sizeOf(graphics)
  // In text units along the writing direction.
  const em = font.isType3 ? Math.abs(fontSize * font.matrix[0] * 1_000) || fontSize : fontSize
  const at = (along: number) =>
    vertical
      ? applied(toPage, graphics.x, graphics.y + along)
      : applied(toPage, graphics.x + along * scale, graphics.y + state.rise)

  const runs: GlyphRun[] = []
  let text = ''
  let start = 0
  let end = 0
  let pen = 0
  let spaceSeen = false
  const flush = () => {
    if (text !== '') {
      const [x, y] = at(start)
      const [endX, endY] = at(end)
      const angle = Math.round((Math.atan2(endY - y, endX - x) * 180) / Math.PI)
      runs.push({ text, x, y, width: Math.hypot(endX - x, endY - y), angle: angle === -180 ? 180 : angle, size })
    }
    text = ''
  }
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      pen += ((vertical ? 1 : -1) * glyph * fontSize) / 1_000
      continue
    }
    if (!isGlyph(glyph)) continue
    const spacing = (glyph.isSpace ? state.wordSpacing : 0) + state.charSpacing
    const advance = vertical
      ? -Math.abs((glyph.vmetric?.[0] ?? font.verticalMetrics[0]) * fontSize * font.matrix[0]) - spacing * scale
      : glyph.width * fontSize * font.matrix[0] + spacing * state.direction
    if (glyph.unicode.trim() === '') {
      spaceSeen = true
    } else {
      const gap = ((pen - end) * (vertical ? -1 : 1)) / em
      if (text !== '' && (gap > SPLIT_EM || gap < BACK_EM)) flush()
      if (text === '') start = pen
      else if (spaceSeen || gap > SPACE_EM) text += ' '
      text += glyph.unicode
      end = pen + advance
      spaceSeen = false
    }
    pen += advance
  }
  flush()
  if (vertical) graphics.y += pen
  else graphics.x += pen * scale
  return runs
}

/** Height of the current font on the page; of a Type 3 font, whose units are its own, its width stands for it. */
function sizeOf({ state, textMatrix }: Graphics): number {
  const { font, fontSize } = state
  const [a, b, c, d] = times(state.ctm, textMatrix)
  if (font?.isType3 === true) return Math.hypot(a, b) * Math.abs(fontSize * font.matrix[0] * 1_000)
  return Math.hypot(c, d) * fontSize
}

function isGlyph(value: unknown): value is Glyph {
  return (
    typeof value === 'object' &&
    value !== null &&
    'unicode' in value &&
    typeof value.unicode === 'string' &&
    'width' in value &&
    typeof value.width === 'number'
  )
}
