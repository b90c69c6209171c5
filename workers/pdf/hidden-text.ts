import type { HiddenTextReason } from '#shared/doors/pdf.ts'

import type { Covers } from './covers.ts'
import type { GlyphRun } from './glyph-runs.ts'
import type { GraphicsState } from './graphics-state.ts'
import { type Box, contains } from './matrix.ts'

/** Text rendering modes that paint nothing. Used by OCR over scans, and to hide instructions. */
const INVISIBLE = 3
const CLIP_ONLY = 7
const TINY_POINTS = 2
const TRANSPARENT = 0.02

/** Why text is hidden, judged by its graphics state; null for visible text. `view` is the crop box. */
export function hiddenReason(state: GraphicsState, run: GlyphRun, view: Box, covers: Covers): HiddenTextReason | null {
  const { renderMode } = state
  if (renderMode === INVISIBLE || renderMode === CLIP_ONLY) return 'invisible_render_mode'
  const isStroked = renderMode % 4 === 1
  if ((isStroked ? state.strokeAlpha : state.fillAlpha) < TRANSPARENT) return 'invisible_render_mode'
  const turn = (run.angle * Math.PI) / 180
  const middleX = run.x + (Math.cos(turn) * run.width) / 2 - Math.sin(turn) * run.size * 0.3
  const middleY = run.y + (Math.sin(turn) * run.width) / 2 + Math.cos(turn) * run.size * 0.3
  if (!contains(view, middleX, middleY) || !contains(state.clip, middleX, middleY)) return 'off_page'
  if (run.size < TINY_POINTS) return 'tiny'
  const colour = isStroked ? state.stroke : state.fill
  return colour !== null && covers.hides(colour, middleX, middleY) ? 'white_on_white' : null
}
