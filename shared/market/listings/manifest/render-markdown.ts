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

// Tables are disabled: rows are padded with cells, so a few letters could become megabytes.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('table')

/**
 * Renders markdown as HTML that is safe on any page. The renderer passes no HTML of the author through, and its output
 * is sanitized as well: no scripts, styles, pictures or forms, and only http, https and mailto links.
 */
export const renderMarkdown = (text: string): string => (text === '' ? '' : sanitize(markdown.render(text), ALLOWED))
