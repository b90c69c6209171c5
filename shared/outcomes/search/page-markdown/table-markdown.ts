import { type DomElement, isElement } from './dom.ts'

const MAX_COLUMNS = 100

/**
 * A table as GFM: its first row is the head. A table that only lays out (one column, or tables inside) stays the text it
 * holds. `text` is what its content became by itself, `cellText` makes one line of a cell.
 */
export function tableToMarkdown(table: DomElement, text: string, cellText: (cell: DomElement) => string): string {
  const rows = rowsOf(table)
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map((row) => row.length)))
  if (width < 2 || rows.length < 2 || table.querySelector('table') !== null) return `\n\n${text}\n\n`
  const lines = rows.map((row) => {
    const cells = row.slice(0, width).map((cell) => (cell === null ? '' : cellText(cell)))
    return `| ${[...cells, ...Array.from({ length: width - cells.length }, () => '')].join(' | ')} |`
  })
  const [head = '', ...body] = lines
  const caption = table.querySelector('caption')
  const title = caption === null ? '' : `${cellText(caption)}\n\n`
  return `\n\n${title}${[head, `|${' --- |'.repeat(width)}`, ...body].join('\n')}\n\n`
}

/** Null is the rest of a cell that spans columns: what follows stays under its head. */
function rowsOf(table: DomElement): (DomElement | null)[][] {
  const rows: (DomElement | null)[][] = []
  for (const row of table.querySelectorAll('tr')) {
    const cells: (DomElement | null)[] = []
    for (let node = row.firstChild; node !== null; node = node.nextSibling) {
      if (!isElement(node) || (node.localName !== 'td' && node.localName !== 'th')) continue
      cells.push(node)
      const span = Math.min(MAX_COLUMNS, Number(node.getAttribute('colspan') ?? 1) || 1)
      for (let more = 1; more < span; more++) cells.push(null)
    }
    if (cells.length > 0) rows.push(cells)
  }
  return rows
}
