import type { FontFacts, Graphics } from './graphics-state.ts'
import { transformPoint, times } from './matrix.ts'

/** Consecutive glyphs on one baseline. */
export type GlyphRun = {
  text: string
  /** Start of the baseline, in page points. */
  x: number
  y: number
  width: number
  /** Angle of the baseline in whole degrees, -179 to 180. */
  angle: number
  /** Font height in page points. */
  size: number
}

/** A glyph of the engine. Numbers between glyphs move the pen back, in thousandths of the font size. */
export type Glyph = { unicode: string; width: number; isSpace: boolean; vmetric?: readonly number[] | null }

/** A gap of more than this share of the font size is a space. */
const SPACE_EM = 0.17
/** A gap of more than this share ends the run, e.g. at a column or table cell. */
const SPLIT_EM = 1.3
const BACK_EM = -0.5

/** Places the glyphs of one operator, advances the pen, and returns runs. */
export function glyphRuns(graphics: Graphics, glyphs: readonly (Glyph | number)[]): GlyphRun[] {
  const { font, fontSize, stretch, direction } = graphics.state
  if (font === null || fontSize === 0) return []
  const isVertical = font.vertical && !font.isType3
  const em = font.isType3 ? type3Em(glyphs, font, fontSize) : fontSize
  const [wide, narrow] = [SPACE_EM * em, BACK_EM * em]
  const spaceAdvance = graphics.state.wordSpacing * direction
  const glyphAdvance = graphics.state.charSpacing * direction
  const widthScale = fontSize * font.matrix[0]

  const pieces: { text: string; start: number; end: number }[] = []
  let text = ''
  let start = 0
  let end = 0
  let pen = 0
  let spaceSeen = false
  for (const glyph of glyphs) {
    if (typeof glyph === 'number') {
      pen -= (glyph * fontSize) / 1_000
      continue
    }
    const { unicode } = glyph
    let advance = isVertical ? verticalAdvance(glyph, font, fontSize) : glyph.width * widthScale
    advance += glyph.isSpace ? spaceAdvance + glyphAdvance : glyphAdvance
    if (isWhite(unicode)) {
      spaceSeen = true
    } else {
      const gap = isVertical ? end - pen : pen - end
      if (text !== '' && (gap > SPLIT_EM * em || gap < narrow)) {
        pieces.push({ text, start, end })
        text = ''
      }
      if (text === '') {
        start = pen
        text = unicode
      } else {
        text += spaceSeen || gap > wide ? ` ${unicode}` : unicode
      }
      end = pen + advance
      spaceSeen = false
    }
    pen += advance
  }
  if (text !== '') pieces.push({ text, start, end })
  const runs = placeRuns(graphics, pieces, { isVertical, em, isType3: font.isType3 })
  if (isVertical) graphics.y += pen
  else graphics.x += pen * stretch * direction
  return runs
}

/** Converts pieces positioned along the writing direction to runs in page coordinates. */
function placeRuns(
  { state, textMatrix, x: penX, y: penY }: Graphics,
  pieces: readonly { text: string; start: number; end: number }[],
  { isVertical, em, isType3 }: { isVertical: boolean; em: number; isType3: boolean },
): GlyphRun[] {
  const toPage = times(state.ctm, textMatrix)
  const size = em * (isType3 ? Math.hypot(toPage[0], toPage[1]) : Math.hypot(toPage[2], toPage[3]))
  const scale = state.stretch * state.direction
  const at = (along: number) =>
    isVertical
      ? transformPoint(toPage, penX, penY + along)
      : transformPoint(toPage, penX + along * scale, penY + state.rise)
  const runs: GlyphRun[] = []
  for (const { text, start, end } of pieces) {
    const [x, y] = at(start)
    const [endX, endY] = at(end)
    const width = Math.hypot(endX - x, endY - y)
    const degrees = Math.round((Math.atan2(endY - y, endX - x) * 180) / Math.PI)
    // Files may contain any number: skip text without a finite position.
    if (Number.isFinite(x + y + width + size)) {
      runs.push({ text, x, y, width, angle: degrees === -180 ? 180 : degrees, size })
    }
  }
  return runs
}

/** Fast check for the usual white space of PDFs. Other characters of Unicode are trimmed. */
const isWhite = (unicode: string) =>
  unicode === ' ' || unicode === '' || (unicode.charCodeAt(0) >= 0xa0 || unicode < ' ' ? unicode.trim() === '' : false)

const verticalAdvance = ({ vmetric }: Glyph, font: FontFacts, fontSize: number) =>
  -Math.abs((vmetric?.[0] ?? font.verticalMetrics[0]) * fontSize * font.matrix[0])

/** Type 3 fonts have units of their own: estimate the size as twice the mean advance. */
function type3Em(glyphs: readonly (Glyph | number)[], font: FontFacts, fontSize: number): number {
  const widths = glyphs.filter((glyph) => typeof glyph !== 'number').map(({ width }) => Math.abs(width))
  const mean = widths.reduce((sum, width) => sum + width, 0) / Math.max(1, widths.length)
  return 2 * mean * Math.abs(fontSize * font.matrix[0])
}
