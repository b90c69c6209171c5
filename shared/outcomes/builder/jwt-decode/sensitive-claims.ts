import type { JsonObject } from './read-token.ts'

const NAMES =
  /^(?:password|passwd|pwd|passphrase|passcode|pin|secret|clientsecret|apikey|apisecret|accesskey|secretkey|privatekey|credentials?|ssn|socialsecuritynumber|nationalid|passportnumber|taxid|creditcard(?:number)?|cardnumber|ccnumber|cvv2?|cvc|iban|bankaccount(?:number)?|accountnumber|refreshtoken|accesstoken|sessiontoken|otp|mfasecret|totpsecret|seedphrase|mnemonic)$/

/** Paths of claims that anyone who sees a token can read and nobody should; a payload is encoded, not encrypted. */
export function sensitiveClaims(claims: JsonObject): string[] {
  const found: string[] = []
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'string' && looksSecret(value)) found.push(path)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      const innerPath = path === '' ? name : `${path}.${name}`
      const isFilled = inner !== null && inner !== '' && typeof inner !== 'boolean'
      if (isFilled && NAMES.test(name.toLowerCase().replaceAll(/[_\s-]/g, ''))) found.push(innerPath)
      else visit(inner, innerPath)
    }
  }
  visit(claims, '')
  return found
}

const looksSecret = (text: string) => text.includes('PRIVATE KEY-----') || isCardNumber(text)

/** 13 to 19 digits of a payment network with a right Luhn check digit. */
function isCardNumber(text: string): boolean {
  if (!/^[3-6][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{1,4}(?:[ -]?[0-9]{1,3})?$/.test(text)) return false
  const digits = [...text.replaceAll(/[ -]/g, '')].map(Number).toReversed()
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)),
    0,
  )
  return sum % 10 === 0
}
