import { isRuled } from '../command/known-commands.ts'
import { foldWords } from './fold-words.ts'
import { beginsWithForeignOrder, hasForeignLittleWord, languageOf } from './language-of.ts'

const functionWords =
  /\b(?:the|all|every|everything|an?|my|our|your|their|his|her|its|this|that|these|those|please|from|into|older|than|and|then|with|without|should|would|can|could|will|must|need|want|let|us|we|you|i|are|is|was|be|of|in|on|to|for|by|at|it|them|what|does|how|everyone|anyone|users?|customers?)\b/gi
const politeStart =
  /^(?:please|kindly|run|execute|can you|could you|would you|i (?:want|need|would like)|we (?:need|want|should|must)|let'?s|you (?:should|must|need)|go ahead|now|then|ok(?:ay)?,|hi|hello|hey|the|this|do not|don't|never|how|what|why|when|should|explain|describe|summari[sz]e)\b/i
const bareVerb =
  /^(?:delete|remove|erase|wipe|purge|drop|destroy|terminate|truncate|nuke|uninstall|revoke|cancel|refund|transfer|send|pay|withdraw|shut ?down|disable|deactivate|suspend|reset|archive|format|stop|restart|kill|overwrite|roll ?back|clear|empty|unsubscribe|get rid of|tear down|turn off|switch off|power off|clean out|decommission|obliterate|nuke|shred)(?![-\w])/i

/** Whether a text is a sentence rather than a command: words of a language, no options, paths or operators. */
export function looksLikeSentence(text: string): boolean {
  const sample = text.slice(0, 2_000)
  const words = sample.split(/\s+/)
  const [first = ''] = words
  if (/^[#!]|^\$|\n\s*(?:fi|done|esac|\})\b|[;\n]\s*(?:do|then|else|elif|done|fi|esac)\b/.test(sample)) return false
  if (politeStart.test(sample) && words.length > 2) return true
  if (/(?:^|\s)--?[a-z]|&&|\|\||;\s*\w+\s+-|^\.?\/|\$\(|^\w+=|\$\{?\w/i.test(sample.replace(/`[^`]*`/g, '')))
    return false
  const plain = words.filter((word) => /^[A-Za-z][A-Za-z'’-]*[,.:;!?]?$/.test(word)).length
  const little = sample.match(functionWords)?.length ?? 0
  if (isForeign(sample, words)) return true
  if (bareVerb.test(sample)) return isKnownVerb(first) ? words.length > 2 && little > 0 : true
  if (isRuled(first.toLowerCase()))
    return (
      words.length > 3 &&
      (/^(?:the|all|every|my|our|your|this|that|these|those)$/i.test(words[1] ?? '') ||
        (plain === words.length && little > 0 && words.some((word) => /^[a-z]{3,}ing$/i.test(word))))
    )
  return words.length >= 4 && plain / words.length > 0.7 && little > 0
}

/** A sentence of another language: it begins with one of its orders, or has several of its little words. */
function isForeign(sample: string, words: readonly string[]): boolean {
  if (isRuled((words[0] ?? '').toLowerCase())) return false
  const folded = foldWords(sample)
  if (/^\P{L}*[^\p{Script=Latin}\P{L}]/u.test(sample)) return true
  // "example.com" is no word of a sentence.
  if (/[\p{L}\p{N}]\.[\p{L}\p{N}]/u.test(sample)) return false
  if (words.length < 2 || !words.every((word) => /^[\p{L}\p{N}'’¡¿«»"„“”(),.:!?€$%-]+$/u.test(word))) return false
  if (languageOf(folded) === null) return false
  return (
    beginsWithForeignOrder(folded) ||
    (words.length >= 3 && (/[^\p{ASCII}]/u.test(sample) || hasForeignLittleWord(folded)))
  )
}

/** Words that are programs, too. */
const isKnownVerb = (word: string) =>
  /^(?:truncate|kill|format|drop|send|shutdown|reset|clear|stop|wipe|purge|empty)$/i.test(word) &&
  isRuled(word.toLowerCase())
