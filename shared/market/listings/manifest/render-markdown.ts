import MarkdownIt from 'markdown-it'
import sanitize, { type IOptions } from 'sanitize-html'

const ALLOWED: IOptions = {
  allowedTags: 'h1 h2 h3 h4 h5 h6 p br hr ul ol li blockquote pre code em strong del s a'.split(' '),
  allowedAttributes: { a: ['href', 'title', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow ugc noopener noreferrer' } }),
  },
}

// A row of a table fills up with cells, so that a few letters would become megabytes.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('table')

/**
 * A markdown text as HTML that may stand on any page. The renderer takes no HTML of the author's, and what it makes goes
 * through a sanitizer all the same: no scripts, styles, pictures or forms, links to http, https and mailto only.
 */
export const renderMarkdown = (text: string): string => (text === '' ? '' : sanitize(markdown.render(text), ALLOWED))
