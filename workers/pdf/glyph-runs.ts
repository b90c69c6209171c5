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
  // In text units along the writing direction.
  const em = font.isType3 ? type3Em(glyphs, Math.abs(fontSize * font.matrix[0])) : fontSize
  const size = em * (font.isType3 ? Math.hypot(toPage[0], toPage[1]) : Math.hypot(toPage[2], toPage[3]))
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
      const width = Math.hypot(endX - x, endY - y)
      const degrees = Math.round((Math.atan2(endY - y, endX - x) * 180) / Math.PI)
      // A file may write any number; text at no place is not on the page.
      if (Number.isFinite(x + y + width + size)) {
        runs.push({ text, x, y, width, angle: degrees === -180 ? 180 : degrees, size })
      }
    }
    text = ''
  }
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      pen -= (glyph * fontSize) / 1_000
      continue
    }
    if (!isGlyph(glyph)) continue
    const spacing = (glyph.isSpace ? state.wordSpacing : 0) + state.charSpacing
    const advance = vertical
      ? -Math.abs((glyph.vmetric?.[0] ?? font.verticalMetrics[0]) * fontSize * font.matrix[0]) + spacing * state.direction
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

/** The units of a Type 3 font are its own, so twice its mean advance stands for its size. */
function type3Em(glyphs: readonly unknown[], scale: number): number {
  const widths = glyphs.filter(isGlyph).map(({ width }) => Math.abs(width))
  return (2 * scale * widths.reduce((sum, width) => sum + width, 0)) / Math.max(1, widths.length)
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
