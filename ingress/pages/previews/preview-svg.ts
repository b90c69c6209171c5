import { html } from '../../http/html.ts'

/** What the picture of a preview says. */
export type Preview = { kind: string; title: string; about: string; price: string }

const WIDTH = 1_020
const MARK =
  'M14 22a4 4 0 0 1 4-4h28a4 4 0 0 1 4 4v5a5 5 0 0 0 0 10v5a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4v-5a5 5 0 0 0 0-10z'

/** Draws a preview as SVG, 1200 by 630 pixels, in the light look of the pages. Every text is escaped. */
export function previewSvg({ kind, title, about, price }: Preview): string {
  const size = [...title].length > 44 ? 60 : 76
  const titleLines = linesOf(title, size, 2)
  const aboutTop = 260 + titleLines.length * size * 1.15
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="1200"
    height="630"
    font-family="Arimo, sans-serif"
    fill="#1b1c1e"
  >
    <rect width="1200" height="630" fill="#fbfaf7" />
    <rect width="1200" height="14" fill="#b4451f" />
    <g transform="translate(90 76) scale(1.25)">
      <rect width="64" height="64" rx="14" fill="#b4451f" />
      <path d="${MARK}" fill="#fff" />
      <path d="M38 22v4m0 4v4m0 4v4" stroke="#b4451f" stroke-width="3" stroke-linecap="round" />
      <circle cx="27" cy="32" r="5" fill="#b4451f" />
    </g>
    <text x="196" y="128" font-size="36" font-weight="700">Farebox</text>
    <text x="1110" y="128" font-size="30" fill="#5a5e63" text-anchor="end">${lineOf(kind, 30, 640)}</text>
    ${titleLines.map((line, nth) => html`<text x="90" y="${260 + nth * size * 1.15}" font-size="${size}" font-weight="700">${line}</text>`)}
    ${linesOf(about, 34, 3).map((line, nth) => html`<text x="90" y="${aboutTop + nth * 46}" font-size="34" fill="#5a5e63">${line}</text>`)}
    <text x="90" y="566" font-size="46" font-weight="700" fill="#ab3f1b">${lineOf(price, 46, WIDTH)}</text>
  </svg>`.text
}

/** Control characters, halves of characters and marks that turn the direction of what follows them: none is drawn. */
const NOT_DRAWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu

/** A text on one line. A listing says more than is drawn. */
const plain = (text: string) => text.slice(0, 1_000).replace(NOT_DRAWN, ' ').replace(/\s+/g, ' ').trim()

/** Width of a character in parts of the font size, about: the font is not measured. */
function widthOf(character: string): number {
  if (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/u.test(character))
    return /[0-9#*]/.test(character) ? 0.56 : 1.1
  if (/[iljtfI.,:;'|!()[\]\s-]/.test(character)) return 0.32
  if (/[mwMW@%]/.test(character)) return 0.9
  return /\p{Lu}/u.test(character) ? 0.7 : 0.56
}

/** Breaks a text into lines no wider than the picture, at most so many. Where some of it is left out, they end in an ellipsis. */
export function linesOf(text: string, fontSize: number, most: number, width = WIDTH): string[] {
  const room = width / fontSize
  const lines: string[] = []
  let line = ''
  const end = () => {
    lines.push(line)
    line = ''
  }
  for (const word of plain(text).split(' ')) {
    if (line !== '' && widthIn(`${line} ${word}`) > room) end()
    if (line !== '') line += ' '
    // A word is broken only where it is wider than a line.
    for (const character of word) {
      if (line !== '' && widthIn(line + character) > room) end()
      line += character
    }
    if (lines.length >= most) break
  }
  if (line !== '') end()
  if (lines.length <= most) return lines
  const last = [...(lines[most - 1] ?? '')]
  while (widthIn(`${last.join('')}…`) > room) last.pop()
  return [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`]
}

/** Width of a text in font sizes, about. */
export const widthIn = (text: string): number => Array.from(text, widthOf).reduce((all, one) => all + one, 0)

const lineOf = (text: string, fontSize: number, width: number) => linesOf(text, fontSize, 1, width).join('')
