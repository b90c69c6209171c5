import { isIpv6 } from './host.ts'

// RFC 3987 ucschar: what an IRI adds to the unreserved characters.
const WIDE = String.raw`\xa0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef${planes('fffd')}`
const PRIVATE = String.raw`\ue000-\uf8ff\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}`
const UNRESERVED = String.raw`a-z0-9._~\-`
const SUB_DELIMS = "!$&'()*+,;="

type Grammar = { userinfo: RegExp; name: RegExp; path: RegExp; query: RegExp; fragment: RegExp }

const URI = grammar('', '')
const IRI = grammar(WIDE, PRIVATE)

/** RFC 3986 URI, with a scheme. */
export const isUri = (text: string) => isReference(text, URI) && SCHEME.test(text)
/** RFC 3986 URI or relative reference. */
export const isUriReference = (text: string) => isReference(text, URI)
/** RFC 3987 IRI, with a scheme. */
export const isIri = (text: string) => isReference(text, IRI) && SCHEME.test(text)
/** RFC 3987 IRI or relative reference. */
export const isIriReference = (text: string) => isReference(text, IRI)

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
// RFC 3986 appendix B, with a scheme that is one.
const PARTS = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([\s\S]*))?$/i

function isReference(text: string, parts: Grammar): boolean {
  const match = PARTS.exec(text)
  if (match === null) return false
  const [, scheme, authority, path = '', query = '', fragment = ''] = match
  if (authority !== undefined && !isAuthority(authority, parts)) return false
  if (authority === undefined && path.startsWith('//')) return false
  // `1:2` would be read as a scheme.
  if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false
  return parts.path.test(path) && parts.query.test(query) && parts.fragment.test(fragment)
}

function isAuthority(authority: string, parts: Grammar): boolean {
  const at = authority.lastIndexOf('@')
  if (at !== -1 && !parts.userinfo.test(authority.slice(0, at))) return false
  const host = /^(\[[^\]]*\]|[^:[\]]*)(?::[0-9]*)?$/.exec(authority.slice(at + 1))?.[1]
  if (host === undefined) return false
  if (!host.startsWith('[')) return parts.name.test(host)
  const literal = host.slice(1, -1)
  return isIpv6(literal) || /^v[0-9a-f]+\.[a-z0-9._~!$&'()*+,;=:-]+$/i.test(literal)
}

function grammar(wide: string, extraInQuery: string): Grammar {
  const of = (chars: string) => new RegExp(`^(?:[${UNRESERVED}${SUB_DELIMS}${wide}${chars}]|%[0-9a-f]{2})*$`, 'iu')
  return { userinfo: of(':'), name: of(''), path: of(':@/'), query: of(`:@/?${extraInQuery}`), fragment: of(':@/?') }
}

function planes(last: string): string {
  const each = Array.from({ length: 14 }, (_, index) => (index + 1).toString(16))
  return each.map((plane) => String.raw`\u{${plane}${plane === 'e' ? '1000' : '0000'}}-\u{${plane}${last}}`).join('')
}

// RFC 6570 with erratum 6937 (the apostrophe is a literal).
const VARIABLE = String.raw`(?:[a-z0-9_]|%[0-9a-f]{2})(?:\.?(?:[a-z0-9_]|%[0-9a-f]{2}))*(?::[1-9][0-9]{0,3}|\*)?`
const EXPRESSION = String.raw`\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\}`
const LITERAL = String.raw`[!#$&-;=?-[\]_a-z~${WIDE}${PRIVATE}]|%[0-9a-f]{2}`
const TEMPLATE = new RegExp(`^(?:${LITERAL}|${EXPRESSION})*$`, 'iu')

/** RFC 6570 URI template. */
export const isUriTemplate = (text: string) => text.length <= 16_384 && TEMPLATE.test(text)
