import { OPS } from 'unpdf/pdfjs'

import type { HiddenTextReason } from '#shared/doors/pdf.ts'

import { Covers } from './covers.ts'
import { type Glyph, type GlyphRun, glyphRuns } from './glyph-runs.ts'
import { type FontFacts, Graphics } from './graphics-state.ts'
import { hiddenReason } from './hidden-text.ts'
import { areaOf, type Box, boxAround, intersection, matrixOf } from './matrix.ts'
import { boxOf, colourOf, isRectangle, listOf, numberOf } from './operands.ts'

export type PageRun = GlyphRun & { hidden: HiddenTextReason | null }

export type PageRuns = {
  /** In painting order. */
  runs: PageRun[]
  /** Share of the page that its largest image covers, 0 to 1. */
  imageShare: number
}

type Operators = { fnArray: readonly number[]; argsArray: readonly unknown[] }

/** Most pieces of text per page; the rest is skipped. */
const MOST_RUNS = 200_000
const UNIT_SQUARE: Box = [0, 0, 1, 1]

/**
 * Replays the operators of a page without painting. Yields every piece of text with its position, size and visibility.
 * `view` is the crop box. Images are not decoded: a save, transform and restore without painting marks the place of
 * one.
 */
export function readRuns(
  { fnArray, argsArray }: Operators,
  view: Box,
  fontOf: (id: string) => FontFacts | null,
): PageRuns {
  const graphics = new Graphics(view)
  const covers = new Covers()
  const runs: PageRun[] = []
  let imageShare = 0
  let isClipPending = false
  // Since the last save: transformed, and nothing painted.
  let isPlacing = false
  let softMaskDepth = 0
  const groups: boolean[] = []

  for (const [index, fn] of fnArray.entries()) {
    const args = listOf(argsArray[index])
    const { state } = graphics
    switch (fn) {
      case OPS.save:
        graphics.save()
        isPlacing = false
        break
      case OPS.restore:
        if (isPlacing) {
          const box = intersection(boxAround(state.ctm, UNIT_SQUARE), state.clip)
          covers.add(box, null)
          imageShare = Math.max(imageShare, Math.min(1, areaOf(intersection(box, view)) / Math.max(1, areaOf(view))))
        }
        isPlacing = false
        graphics.restore()
        break
      case OPS.transform:
        graphics.transform(matrixOf(args))
        isPlacing = true
        break
      case OPS.paintFormXObjectBegin:
        graphics.save()
        graphics.transform(matrixOf(args[0] === null ? null : listOf(args[0])))
        if (args[1] !== null && args[1] !== undefined) clipTo(graphics, boxOf(args[1]))
        isPlacing = false
        break
      case OPS.paintFormXObjectEnd:
        graphics.restore()
        isPlacing = false
        break
      case OPS.beginAnnotation:
        graphics.begin(intersection(view, boxOf(args[1])))
        graphics.transform(matrixOf(listOf(args[2])))
        graphics.transform(matrixOf(listOf(args[3])))
        break
      case OPS.endAnnotation:
        graphics.restore()
        break
      case OPS.beginGroup: {
        graphics.save()
        const isMask = hasSoftMask(args[0])
        groups.push(isMask)
        if (isMask) softMaskDepth += 1
        break
      }
      case OPS.endGroup:
        if (groups.pop() === true) softMaskDepth -= 1
        graphics.restore()
        break
      case OPS.setGState:
        for (const entry of listOf(args[0])) applyGState(graphics, listOf(entry), fontOf)
        break
      case OPS.setFillRGBColor:
        state.fill = colourOf(args[0])
        break
      case OPS.setStrokeRGBColor:
        state.stroke = colourOf(args[0])
        break
      case OPS.setFillTransparent:
        state.fillAlpha = 0
        break
      case OPS.setFillColorN:
        state.fill = null
        break
      case OPS.setStrokeColorN:
        state.stroke = null
        break
      case OPS.clip:
      case OPS.eoClip:
        isClipPending = true
        break
      case OPS.constructPath: {
        const [paint, data] = [args[0], listOf(args[1])[0]]
        const box = boxOf(args[2])
        if (isFill(paint)) {
          const plain = isRectangle(data) && state.fillAlpha > 0.9 ? state.fill : null
          covers.add(intersection(boxAround(state.ctm, box), state.clip), plain)
          isPlacing = false
        } else if (paint !== OPS.endPath) isPlacing = false
        if (isClipPending) clipTo(graphics, box)
        isClipPending = false
        break
      }
      case OPS.shadingFill:
        covers.add(state.clip, null)
        isPlacing = false
        break
      case OPS.beginText:
        graphics.setTextMatrix(matrixOf(null))
        break
      case OPS.setTextMatrix:
        graphics.setTextMatrix(matrixOf(listOf(args[0])))
        break
      case OPS.moveText:
        graphics.moveText(numberOf(args[0]), numberOf(args[1]))
        break
      case OPS.setLeadingMoveText:
        state.leading = numberOf(args[1])
        graphics.moveText(numberOf(args[0]), numberOf(args[1]))
        break
      case OPS.setLeading:
        state.leading = -numberOf(args[0])
        break
      case OPS.nextLine:
        graphics.moveText(0, state.leading)
        break
      case OPS.setCharSpacing:
        state.charSpacing = numberOf(args[0])
        break
      case OPS.setWordSpacing:
        state.wordSpacing = numberOf(args[0])
        break
      case OPS.setHScale:
        state.stretch = numberOf(args[0]) / 100
        break
      case OPS.setTextRise:
        state.rise = numberOf(args[0])
        break
      case OPS.setTextRenderingMode:
        state.renderMode = numberOf(args[0])
        break
      case OPS.setFont:
        setFont(graphics, args, fontOf)
        break
      case OPS.showText:
        isPlacing = false
        // Safe: glyph objects made by the engine.
        for (const run of glyphRuns(graphics, listOf(args[0]) as (Glyph | number)[])) {
          if (softMaskDepth > 0) continue
          if (runs.length >= MOST_RUNS) return { runs, imageShare }
          runs.push({ ...run, hidden: hiddenReason(graphics.state, run, view, covers) })
        }
        break
      default:
    }
  }
  return { runs, imageShare }
}

function setFont(graphics: Graphics, [id, size]: readonly unknown[], fontOf: (id: string) => FontFacts | null): void {
  graphics.state.font = typeof id === 'string' ? fontOf(id) : null
  graphics.state.fontSize = Math.abs(numberOf(size))
  graphics.state.direction = numberOf(size) < 0 ? -1 : 1
}

function applyGState(graphics: Graphics, [key, value]: readonly unknown[], fontOf: (id: string) => FontFacts | null) {
  if (key === 'ca') graphics.state.fillAlpha = numberOf(value)
  if (key === 'CA') graphics.state.strokeAlpha = numberOf(value)
  if (key === 'Font') setFont(graphics, listOf(value), fontOf)
}

function clipTo(graphics: Graphics, box: Box): void {
  graphics.state.clip = intersection(graphics.state.clip, boxAround(graphics.state.ctm, box))
}

const isFill = (paint: unknown) =>
  paint === OPS.fill ||
  paint === OPS.eoFill ||
  paint === OPS.fillStroke ||
  paint === OPS.eoFillStroke ||
  paint === OPS.closeFillStroke ||
  paint === OPS.closeEOFillStroke

const hasSoftMask = (group: unknown) =>
  typeof group === 'object' && group !== null && 'smask' in group && group.smask !== null && group.smask !== undefined
