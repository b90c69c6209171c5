import type { IOptions } from 'sanitize-html'

/**
 * A markdown text as HTML that may stand on any page. The renderer takes no HTML of the author's, and what it makes goes
 * through a sanitizer all the same: no scripts, styles, pictures or forms, links to http, https and mailto only.
 */
export async function renderMarkdown(text: string): Promise<string> {
  if (text === '') return ''
  loading ??= Promise.all([import('markdown-it'), import('sanitize-html')]).then(
    ([{ default: MarkdownIt }, { default: sanitize }]) => {
      const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
      return (source: string) => sanitize(markdown.render(source), ALLOWED)
    },
  )
  return (await loading)(text)
}

let loading: Promise<(source: string) => string> | undefined

const ALLOWED: IOptions = {
  allowedTags: 'h1 h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre code em strong del s a table thead tbody tr th td'.split(' '),
  allowedAttributes: { a: ['href', 'title', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow ugc noopener noreferrer' } }),
  },
}
