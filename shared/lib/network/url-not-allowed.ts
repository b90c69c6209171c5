import { Refusal } from '#shared/errors.ts'

/**
 * The refusal for every URL that may not be fetched. It always states the whole rule and not which part was violated,
 * so a name that does not exist, a private address and a closed network look the same.
 */
export const urlNotAllowed = (action = 'Send the URL of a page that anyone on the internet can open.') =>
  new Refusal('url_not_allowed', 'This URL may not be fetched; nothing was charged.', {
    detail:
      'A URL has to be http or https, without user name and password, on port 80, 443, 8080 or 8443, and its name has to exist and lead to public addresses only. The same holds for every redirect.',
    fix: { action },
  })

/**
 * Refuses what the text alone shows, before any money moves: not a URL, another scheme, credentials in it. The egress
 * checks ports, names and addresses, because it knows the installation's exceptions.
 */
export function refuseUnlessWebUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null && isWithoutScheme(text)) throw urlNotAllowed(`Put https:// in front: https://${text.trim()}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw urlNotAllowed()
  if (url.username !== '' || url.password !== '') throw urlNotAllowed()
}

/** Whether a text is a host name, with or without a path, that lacks nothing but its scheme. */
const isWithoutScheme = (text: string) =>
  text.length <= 2_048 && /^\s*(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z]{2,63}(?:[/?#]\S*)?\s*$/i.test(text)
