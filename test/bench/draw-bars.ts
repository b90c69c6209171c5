export type Bars = {
  title: string
  /** The unit of the figures, behind each of them. */
  unit: string
  /** What the bars of a group stand for, in their order. */
  names: readonly string[]
  groups: readonly { name: string; values: readonly number[] }[]
}

const [WIDTH, LEFT, RIGHT, BAR, GAP, TOP] = [640, 160, 90, 14, 12, 40]
/** Colours with a contrast of at least 3 to 1 to white and to #0d1117. */
const COLOURS = ['#2f7de1', '#c2571a', '#0f8a6c', '#9a5fe0']
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Draws horizontal bars as an SVG that follows the reader's light or dark scheme. Its text says every figure. */
export function drawBars({ title, unit, names, groups }: Bars): string {
  const most = Math.max(...groups.flatMap(({ values }) => values))
  const high = names.length * BAR + GAP
  const legendLeft = (at: number) => LEFT + at * (names.length > 2 ? 115 : 200)
  const height = TOP + groups.length * high + (names.length > 1 ? 24 : 4)
  const bars = groups.flatMap(({ name, values }, nth) => {
    const top = TOP + nth * high
    return [
      `<text x="${LEFT - 8}" y="${top + (names.length * BAR) / 2 + 4}" text-anchor="end">${escaped(name)}</text>`,
      ...values.flatMap((value, at) => {
        const width = Math.max(1, Math.round(((WIDTH - LEFT - RIGHT) * value) / most))
        const y = top + at * BAR
        return [
          `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR - 2}" fill="${COLOURS[at] ?? COLOURS[0]}"/>`,
          `<text x="${LEFT + width + 6}" y="${y + 10}">${escaped(`${value} ${unit}`.trimEnd())}</text>`,
        ]
      }),
    ]
  })
  const legend =
    names.length > 1
      ? names.flatMap((name, at) => [
          `<rect x="${legendLeft(at)}" y="${height - 16}" width="10" height="10" fill="${COLOURS[at] ?? COLOURS[0]}"/>`,
          `<text x="${legendLeft(at) + 16}" y="${height - 7}">${escaped(name)}</text>`,
        ])
      : []
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    '<style>text{font:12px system-ui,sans-serif;fill:#1f2328}@media(prefers-color-scheme:dark){text{fill:#e6edf3}}</style>',
    `<text x="0" y="18" style="font-weight:600;font-size:14px">${escaped(title)}</text>`,
    ...bars,
    ...legend,
    '</svg>',
    '',
  ].join('\n')
}
