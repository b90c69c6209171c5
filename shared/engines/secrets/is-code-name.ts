/** Names of standards that have digits in them; an identifier with one is still made of words. */
const withDigits =
  /i18n|l10n|a11y|k8s|sha(?:1|2|3|224|256|384|512)|md5|base(?:16|32|58|62|64|85)|x509|utf(?:8|16|32)|oauth[12]|ed25519|x25519|secp256[kr]1|[rehp]s(?:256|384|512)|aes(?:128|192|256)|p(?:256|384|521)|u?int(?:8|16|32|64|128|256)|float(?:32|64)|bytes(?:4|20|32)|token2022|web[23]|ipv[46]|http[123]|tls1[0-3]?|s3|ec2|v\d{1,2}|h264|mp[34]|[a-z]{3,}\d{1,2}(?![a-z0-9])/gi

/** A type with parameters: `Address<TAccount>`, `Promise<Result<T>>;`, `Iterable<number>)`. */
const generic = /^(?:readonly)?[A-Za-z_$][\w$.]{0,80}<[\w$.,<>[\]|&?"' ]{0,200}>?[)\]}>;:,]{0,6}(?:\[\])?[;,)]{0,3}$/

/** Whether an unquoted value is a name or a type of a program, as declarations have behind a name and a colon. */
export function isCodeName(value: string): boolean {
  if (generic.test(value) || isPathOfNames(value)) return true
  const name = value.replace(/(?:\[\])*[;,):?!]{0,3}$/, '').replace(withDigits, 'Word')
  // "k9Zq81Lm" keeps its digits, and has humps of one letter.
  return (
    /^[_$]?[a-z]*(?:[A-Z]{1,5}[a-z]{2,}){1,8}[A-Z]{0,5}$/.test(name) &&
    /[a-z]{3}/.test(name) &&
    /[;,):?!\]A-Za-z]$/.test(value)
  )
}

const path = /^[A-Za-z_$][\w$]{0,99}(?:\??\.[A-Za-z_$][\w$]{0,99}){0,8}(?:\[\d{0,4}\]?)?[!?;,):]{0,4}$/

/**
 * Whether a value is one name or some with dots between them, whose letters are in words: `Rfc7516Options`,
 * `exports.X509Extension`, `Metas[0]`. The humps of a random value are short, or lack vowels.
 */
function isPathOfNames(value: string): boolean {
  if (!path.test(value)) return false
  const humps = value.match(/[A-Z]?[a-z]{2,}|[A-Z]+|\d+|[a-z]/g) ?? []
  const words = humps.filter((hump) => /^[A-Z]?[a-z]{2,}$/.test(hump))
  const isWordy = words.every(
    (word) => word.length < 4 || (/[aeiouy]/i.test(word) && !/[bcdfghjklmnpqrstvwxz]{5}/i.test(word)),
  )
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  const all = humps.reduce((sum, hump) => sum + hump.length, 0)
  const digits = humps.filter((hump) => /^\d/.test(hump)).length
  const isName = words.some((word) => /^[A-Z]/.test(word)) || /[\w$]\.[A-Za-z_$]/.test(value)
  return isName && isWordy && digits <= 2 && words.some((word) => word.length >= 5) && letters >= all * 0.75
}
