import type { Context } from 'koa'
import TurndownService from 'turndown'

import type { Page } from './page.ts'

const writer = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
writer.remove(['script', 'style', 'form', 'button'])
writer.addRule('tables', {
  filter: 'table',
  replacement: (_, node) => `\n\n${rowsOf(node as TableNode).join('\n')}\n\n`,
})

type CellNode = { textContent: string | null }
type TableNode = { rows?: ArrayLike<{ cells: ArrayLike<CellNode> }> }

/** The rows of a table, with bars between the cells and a line under the first. */
function rowsOf({ rows }: TableNode): string[] {
  const lines = Array.from(
    rows ?? [],
    ({ cells }) =>
      `| ${Array.from(cells, ({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`,
  )
  const [head = '| |'] = lines
  return [head, `|${'---|'.repeat(Math.max(1, head.split(/(?<!\\)\|/).length - 2))}`, ...lines.slice(1)]
}

/** Writes a page as Markdown: its content without forms and frame. */
export function asMarkdown(ctx: Context, answer: Page): void {
  ctx.status = answer.status ?? 200
  ctx.set('Cache-Control', answer.isPrivate === true ? 'no-store' : 'public, max-age=60')
  ctx.set('Vary', 'Accept, Cookie')
  ctx.type = 'text/markdown; charset=utf-8'
  ctx.body = `${writer.turndown(answer.content.text)}\n`
}
