import type { IOptions } from 'sanitize-html'

/**
 * A markdown text as HTML that may stand on any page. The renderer takes no HTML of the author's, and what it makes goes
 * through a sanitizer all the same: no scripts, styles, pictures or forms, links to http, https and mailto only.
 */
export async function renderMarkdown(text: string): Promise<string> {
  if (text === '') return ''
  const known = rendered.get(text)
  if (known !== undefined) return known
  loading ??= Promise.all([import('markdown-it'), import('sanitize-html')]).then(
    ([{ default: MarkdownIt }, { default: sanitize }]) => {
      // A row of a table fills up with cells, so that a few letters would become megabytes.
      const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('table')
      return (source: string) => sanitize(markdown.render(source), ALLOWED)
    },
  )
  const html = (await loading)(text)
  if (rendered.size >= MOST_KEPT) rendered.delete(rendered.keys().next().value ?? '')
  rendered.set(text, html)
  return html
}

let loading: Promise<(source: string) => string> | undefined
/** The last ones, so that a text that is slow to render and read often is rendered once. */
const rendered = new Map<string, string>()
const MOST_KEPT = 100

const ALLOWED: IOptions = {
  allowedTags: 'h1 h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre code em strong del s a'.split(' '),
  allowedAttributes: { a: ['href', 'title', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow ugc noopener noreferrer' } }),
  },
}
