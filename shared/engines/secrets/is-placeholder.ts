import { documentedKeys, exampleParts, exampleTexts, exampleValues } from './stop-words.rules.ts'

const template =
  /^(?:\$\{?[\w.:()-]+\}?|\{\{?.{0,80}\}?\}|<[^<>]{0,80}>|%[\w-]{1,60}%|%\([\w.-]{1,60}\)[sdvq]|%env\([\w:-]{1,60}\)%|%[sdvq]|:[a-z_]{2,40}|!(?:vault|Ref|Sub|GetAtt|Join|ImportValue|ENV|secret|reference)|\[[^\]]{0,80}\]|\$\(.{0,120}\)|@{1,2}[\w.]{1,60}@{1,2}|@[A-Za-z_]{3,40}\d?|#\{.{0,80}\}#?|\[\[.{0,80}\]\]|\{cipher\}\S{1,200}|\*+|\.+|x+|-+|_+|\?+)$/i
const reference =
  /^\\*(?:process\.env|os\.environ|os\.getenv|env\.|environ|getenv|config\.|settings\.|secrets?\.|vars?\.|data\.|local\.|module\.|self\.|this\.|params\.|args\.|options\.|request\.|req\.|import\.meta|System\.getenv|ENV\[|vault:|ref:|sm:\/\/|arn:aws:|op:\/\/|ssm:|file:|keyring:|env:|doppler:|keyvault:|projects\/[\w-]{1,60}\/secrets\/|ENC\(|aws_\w+\.|var\.|\\?\$_(?:POST|GET|REQUEST|SESSION|ENV|SERVER))/i

/** A part of a value that is filled in later: "${USER}", "{{ token }}", "$(cat file)". */
const filledIn =
  /\$\{[\w.: -]{1,80}\}|\{\{-?\s{0,3}[\w.$"|:/ -]{1,120}\s{0,3}-?\}\}|\$\([^()]{1,120}\)|<%=?[^%]{1,80}%>|(?:\{[A-Za-z_][\w.]{1,40}\}[:/_.-]?){2}/

/** Whether a value is a placeholder for a secret: a template, a reference, an example word, one character repeated. */
export function isPlaceholder(value: string): boolean {
  const lower = value.toLowerCase()
  if (documentedKeys.has(value) || exampleValues.has(lower)) return true
  if (template.test(value) || reference.test(value)) return true
  if (filledIn.test(value)) return true
  if (exampleTexts.some((word) => lower.includes(word)) || /\.{3}|\u2026/.test(value)) return true
  // A long value is encoded, and any short word is somewhere in it.
  if (value.length <= 64 && lower.split(/[^a-z0-9]+/).some((part) => exampleParts.has(part))) return true
  if (value.length <= 64 && humpsOf(value).some((part) => part.length >= 4 && exampleParts.has(part))) return true
  return isMonotone(value)
}

/** The words of "tokenFakeBody" in lower case, without the first. */
const humpsOf = (value: string) => (value.match(/[A-Z][a-z]{3,}(?![a-z])/g) ?? []).map((hump) => hump.toLowerCase())

/** One character for most of it, or a straight run through the alphabet or the digits. */
export function isMonotone(value: string): boolean {
  if (/(.)\1{7,}/.test(value)) return true
  const core = value.replace(/^[a-z]{1,12}[-_.]/i, '')
  if (core.length >= 6 && new Set(core).size <= Math.min(8, Math.max(2, core.length / 12))) return true
  return longestRun(value) >= Math.max(9, value.length * 0.6)
}

/** The longest stretch in which each character follows the one before by code. */
function longestRun(value: string): number {
  let longest = 1
  let run = 1
  for (let at = 1; at < value.length; at += 1) {
    run = value.charCodeAt(at) - value.charCodeAt(at - 1) === 1 ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}
