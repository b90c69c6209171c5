/** What is read of a contact (RFC 7095). */
export type Contact = {
  name: string | null
  organization: string | null
  email: string | null
  country: string | null
}

const NOBODY: Contact = { name: null, organization: null, email: null, country: null }

/** Reads a vcardArray; whatever in it is not as it should be is passed over. */
export function readJcard(card: unknown): Contact {
  const properties: unknown = Array.isArray(card) ? card[1] : null
  if (!Array.isArray(properties)) return NOBODY
  const find = (wanted: string): unknown[] | null => {
    const found = properties.find(
      (one): one is unknown[] => Array.isArray(one) && one[0] === wanted && textOf(one[3]) !== null,
    )
    return found ?? null
  }
  return {
    name: textOf(find('fn')?.[3]),
    organization: textOf(find('org')?.[3]),
    email: textOf(find('email')?.[3]),
    country: countryOf(properties),
  }
}

/** The country is a parameter of the address (RFC 8605), or the last of its seven parts. */
function countryOf(properties: readonly unknown[]): string | null {
  const address = properties.find((one): one is unknown[] => Array.isArray(one) && one[0] === 'adr')
  if (address === undefined) return null
  const [, parameters, , parts] = address
  const code = typeof parameters === 'object' && parameters !== null && 'cc' in parameters ? parameters.cc : null
  return textOf(code) ?? textOf(Array.isArray(parts) ? parts[6] : null)
}

function textOf(value: unknown): string | null {
  const first: unknown = Array.isArray(value)
    ? value.find((one) => typeof one === 'string' && one.trim() !== '')
    : value
  if (typeof first !== 'string') return null
  const text = first.replace(/\p{Cc}+/gu, ' ').trim()
  return text === '' ? null : text.slice(0, 300)
}
