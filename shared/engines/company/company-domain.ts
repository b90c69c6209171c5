/** A label of a name in its ASCII form. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * Reads the domain that a caller means, in its ASCII form and without `www.`: a name such as `acme.com`, or a URL of
 * the site. Null for addresses, single labels and everything that is not a domain name.
 */
export function readCompanyDomain(text: string): string | null {
  const plain = text.trim()
  if (plain === '' || plain.length > 300 || /[\s@]/.test(plain)) return null
  const url = URL.parse(/^https?:\/\//i.test(plain) ? plain : `https://${plain}`)
  if (url === null || url.username !== '' || url.port !== '') return null
  const host = url.hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  const labels = host.split('.')
  const isName = labels.length > 1 && host.length <= 253 && labels.every((label) => LABEL.test(label))
  return isName && !/^\d+$/.test(labels.at(-1) ?? '') ? host : null
}

/** The domain of a mail address; null where it is none. */
export function domainOfEmail(email: string): string | null {
  const at = email.trim().lastIndexOf('@')
  return at < 1 ? null : readCompanyDomain(email.trim().slice(at + 1))
}
