import TurndownService from 'turndown'

import { type DomDocument, type DomElement, isElement, isText, walk } from './dom.ts'
import { linkUrl } from './page-links.ts'
import { webUrl } from './page-facts.ts'
import { tableToMarkdown } from './table-markdown.ts'

export type MarkdownOptions = { base: string; includeLinks: boolean; includeImages: boolean }

/** Nothing of these is text of the page. */
const DROPPED = `script style noscript template svg canvas iframe object embed audio video map input select textarea
  button dialog link meta title head`.split(/\s+/)

/**
 * Content as Markdown: ATX headings, fenced code with its language, GFM tables, strike-through and task lists. Links and
 * images become absolute; what is neither http nor https keeps its text only. Throws RangeError on nesting too deep for
 * the stack.
 */
export function toMarkdown(content: DomElement, { base, includeLinks, includeImages }: MarkdownOptions): string {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '_',
  })
  service.remove(DROPPED)
  service.addRule('link', {
    filter: 'a',
    replacement(text, anchor) {
      const url = linkUrl(anchor.getAttribute('href') ?? '', base)
      const label = oneLine(text).replace(/^#{1,6} /, '')
      if (!includeLinks || url === undefined || label === '') return text
      return `[${label}](${inParentheses(url)})`
    },
  })
  service.addRule('image', {
    filter: 'img',
    replacement(_text, image) {
      const url = webUrl(image.getAttribute('src') ?? '', base)
      if (!includeImages || url === undefined) return ''
      return `![${service.escape(oneLine(image.getAttribute('alt') ?? ''))}](${inParentheses(url)})`
    },
  })
  service.addRule('code', {
    filter: 'pre',
    replacement(_text, pre) {
      const code = codeOf(pre)
      const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
      const fence = '`'.repeat(longest + 1)
      return `\n\n${fence}${languageOf(pre)}\n${code}\n${fence}\n\n`
    },
  })
  service.addRule('strike', {
    filter: ['del', 's', 'strike'],
    replacement: (text) => (text === '' ? '' : `~~${text}~~`),
  })
  service.addRule('item', { filter: 'li', replacement: listItem })
  service.addRule('formula', { filter: 'math', replacement: (text, math) => formulaOf(math) ?? text })
  service.addRule('table', { filter: 'table', replacement: (text, table) => tableToMarkdown(table, text, cellText) })
  const cellText = (cell: DomElement) => oneLine(service.turndown(cell)).replaceAll('|', String.raw`\|`)
  return service.turndown(content).trim()
}

const TASK = 'data-task'

/** Notes the state of task lists on their items: what finds the main content throws form controls away. */
export function keepTasks(document: DomDocument): void {
  for (const box of document.querySelectorAll('li > input[type="checkbox"], li > p > input, li > label > input')) {
    box.closest('li')?.setAttribute(TASK, box.hasAttribute('checked') ? 'x' : ' ')
  }
}

function listItem(text: string, item: DomElement): string {
  const list = item.parentElement
  const prefix = list?.localName === 'ol' ? `${numberOf(item, list)}. ` : '- '
  const state = item.getAttribute(TASK)
  const task = state === null ? '' : `[${state}] `
  const indented = text.trim().replace(/\n(?=.)/g, `\n${' '.repeat(prefix.length)}`)
  return `${prefix}${task}${indented}\n`
}

function numberOf(item: DomElement, list: DomElement): number {
  let number = Number(list.getAttribute('start') ?? 1)
  if (!Number.isSafeInteger(number) || number < 0) number = 1
  for (let node = list.firstChild; node !== null && node !== item; node = node.nextSibling) {
    if (isElement(node) && node.localName === 'li') number++
  }
  return number
}

/** The formula as TeX, where the page carries it. */
function formulaOf(math: DomElement): string | null {
  const tex =
    math.getAttribute('alttext') ?? math.querySelector('annotation[encoding="application/x-tex"]')?.textContent
  return tex === null || tex === undefined ? null : `$${oneLine(tex)}$`
}

/** Text of a code block as it stands; some highlighters break lines with <br>. */
function codeOf(pre: DomElement): string {
  const parts: string[] = []
  walk(pre, (node) => {
    if (isText(node)) parts.push(node.textContent ?? '')
    else if (isElement(node) && node.localName === 'br') parts.push('\n')
    return isElement(node)
  })
  return parts
    .join('')
    .replace(/^\n/, '')
    .trimEnd()
    .replace(/`{20,}/g, '`'.repeat(19))
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const inParentheses = (url: string) => url.replace(/[()]/g, (char) => (char === '(' ? '%28' : '%29'))

/** `language-ts`, `lang-ts`, `highlight-source-ts` or `brush: ts`, on the block, its code or right around it. */
function languageOf(pre: DomElement): string {
  const candidates = [pre.querySelector('code'), pre, pre.parentElement]
  for (const element of candidates) {
    const name = /(?:^|[\s-])(?:lang(?:uage)?-|source-|brush:\s*)([\w+#.-]{1,30})/i.exec(
      element?.getAttribute('class') ?? '',
    )?.[1]
    const given = name ?? element?.getAttribute('data-lang') ?? element?.getAttribute('data-language')
    if (given !== undefined && given !== null && /^[\w+#.-]{1,30}$/.test(given)) return given.toLowerCase()
  }
  return ''
}
