import type { ReadLine } from '#shared/doors/media.ts'

/** Level of words in Tesseract's TSV. Lines are level 4. */
const WORD = '5'
const BORDER = 10
const MOST_LINES = 5_000

/**
 * Parses Tesseract's TSV (level, page, block, paragraph, line, word, left, top, width, height, confidence, text) into
 * lines in reading order. Boxes are scaled back to the original picture.
 */
export function linesOfTsv(tsv: string, scale: number): ReadLine[] {
  const words = tsv.split('\n').flatMap((row) => {
    const [level, page, block, paragraph, line, , left, top, width, height, confidence, ...text] = row.split('\t')
    const word = text.join('\t').trim()
    if (level !== WORD || word === '') return []
    const [x, y, w, h] = [left, top, width, height].map(Number)
    return [
      {
        key: [page, block, paragraph, line].join('/'),
        word,
        x: x ?? 0,
        y: y ?? 0,
        w: w ?? 0,
        h: h ?? 0,
        confidence: Number(confidence),
      },
    ]
  })
  return [...Map.groupBy(words, ({ key }) => key).values()].slice(0, MOST_LINES).map((line) => {
    const [left, top] = [Math.min(...line.map(({ x }) => x)), Math.min(...line.map(({ y }) => y))]
    const right = Math.max(...line.map(({ x, w }) => x + w))
    const bottom = Math.max(...line.map(({ y, h }) => y + h))
    const back = (value: number) => Math.max(0, Math.round(value / scale))
    const mean = line.reduce((sum, { confidence }) => sum + confidence, 0) / line.length
    return {
      text: line
        .map(({ word }) => word)
        .join(' ')
        .slice(0, 5_000),
      confidence: Math.round(Math.min(100, Math.max(0, mean)) * 10) / 10,
      words: line.length,
      box: { x: back(left - BORDER), y: back(top - BORDER), width: back(right - left), height: back(bottom - top) },
    }
  })
}
