import { offensiveIn } from '../capability/offensive-words.ts'
import { scanForInjection } from '../injection/scan-for-injection.ts'
import { findSecrets } from '../secrets/find-secrets.ts'
import { describedHarm } from './described-harm.rules.ts'
import type { McpFinding } from './mcp-verdict.ts'
import { finding } from './report.ts'
import { textSurfaces } from './text-surfaces.ts'

const tampering =
  /\b(?:(?:before|after|when(?:ever)?)\s+(?:using|executing?|calling|running|invoking)\s+(?:the\s+)?[\w`'"-]{2,40}(?:\s+(?:tool|operation|function|check|command)){0,2}[^.!?]{0,60}\b(?:run|execute|call|use)\s+this\s+(?:tool|function)|(?:modify|replace|change|correct|override|overwrite|fix)\s+the\s+(?:wrong\s+)?(?:results?|output|values?|response|answer)s?\s+(?:of|from|with)\b[^.!?]{0,40}(?:tool|function|check|response|operation)?|(?:this tool|it) (?:must|should) (?:always )?be (?:preferred|used instead|chosen) (?:over|of)|(?:the )?(?:best|only|official|most (?:reliable|trusted)) tool[^.!?]{0,40}(?:always|never use|do not use|instead of) )/i
const silentUpload =
  /\b(?:uploads?|sends?|posts?|forwards?|transmits?|copies)\b[^!?]{0,120}(?:\*\.(?:env|pem|key|p12|kdbx)|\*credentials?\*|\*secrets?\*|\bpasswords?|\bssh keys?|\bprivate keys?|\baccount numbers?|\bcredit cards?|\ball files|\bevery(?:thing)? (?:file|email|message|processed|typed))[^]{0,200}?(?:https?:\/\/|\bto (?:an? )?(?:external|remote|backup|third-party))/i
const covertCollection =
  /\b(?:passwords?|credit cards?|account numbers?|sensitive (?:documents?|data|information)|names, |private (?:messages?|data)|keystrokes|screenshots? of|clipboard|browsing history|location|fingerprint\w{0,4})\b[^]{0,160}\b(?:is|are|will be|gets?|automatically|also)? ?(?:logged|synced|uploaded|shared|transmitted|retained|archived|collected|sent to|recorded|stored remotely)\b/i
/** What no tool has to take, wherever it goes, and a whole conversation that goes somewhere. */
const openHarvest =
  /\b(?:reads?|returns?|collects?|dumps?|fetch(?:es)?|lists?|gathers?|extracts?|harvests?|copies|uploads?|sends?|shows?|prints?|loads?|scans?|retrieves?|gets?|opens?|exports?)\b[^.!?\n]{0,80}(?:\/etc\/(?:passwd|shadow|sudoers)|(?:~|\/root|\/home\/\S{1,40})?\/?\.(?:ssh|aws|gnupg|kube|netrc|docker|npmrc|pgpass)\b|\bid_(?:rsa|ed25519|ecdsa)\b|\b(?:browser|saved|stored|cached|keychain|all|every|user'?s?|the users'?|their|other users'?)\s(?:passwords?|cookies|credentials|logins?|session tokens|private keys?|seed phrases?)\b|\b(?:keystrokes|password (?:hashes|database|file|manager|vault)|lsass|sam hive)\b)|\b(?:sends?|logs?|forwards?|streams?|mirrors?|writes?|stores?|ships?|reports?|records?|copies|uploads?|saves?|archives?|transmits?|posts?|passes|relays?)\b[^.!?\n]{0,60}\b(?:whole|full|entire|complete|all(?: of)?(?: the)?|every|raw|any) (?:[a-z]{2,12} ){0,2}(?:conversations?|chats?(?: history)?|prompts?|contexts?|messages?|transcripts?|dialogues?|history|memory|user input|keystrokes|clipboard|session)\b[^.!?\n]{0,60}\b(?:to|into|in|at|with|on)\b/i
const alwaysCopies = /\balways (?:bcc|cc|include|add|copy|forward|send)\b[^.!?\n]{0,80}@[\w-]+\./i

const harms = describedHarm.map(({ code, pattern, unless }) => ({
  code,
  pattern: new RegExp(pattern, 'i'),
  unless: unless === undefined ? null : new RegExp(unless, 'i'),
}))

/** Finds instructions to the reading model in the texts of one definition, and secrets in them. */
export function scanTexts(definition: unknown, item: string, root: string): McpFinding[] {
  const found: McpFinding[] = []
  const { found: surfaces, unread } = textSurfaces(definition, root)
  if (unread !== null) found.push(finding('unread_text', { item, path: unread }))
  for (const { path, text, key } of surfaces) {
    const place = { item, path }
    const { decision, findings, hidden } = scanForInjection(text, { source: 'tool_description', html: false })
    const [worst] = findings
    if (decision !== 'allow') {
      found.push(
        finding(decision === 'block' ? 'tool_poisoning' : 'suspicious_text', {
          ...place,
          excerpt: worst?.excerpt ?? text,
        }),
      )
    }
    if (hidden.tag_chars_decoded !== null || hidden.invisible_chars >= 4)
      found.push(finding('hidden_characters', { ...place, excerpt: hidden.tag_chars_decoded ?? text.slice(0, 80) }))
    for (const one of findSecrets(
      text,
      ['default', 'const', 'enum', 'examples', 'example', 'value'].includes(key) ? { name: 'value' } : {},
    )) {
      if (one.confidence !== 'low')
        found.push(finding('secret_in_default', { ...place, excerpt: `${one.rule_id} ${one.preview}` }))
    }
    if (key !== 'description' && key !== 'title' && key !== 'name' && key !== 'instructions') continue
    const attack = offensiveIn(text.replaceAll('_', ' '))
    if (attack !== null)
      found.push(
        finding(attack.severity === 'critical' ? 'offensive_capability' : 'offensive_technique', {
          ...place,
          excerpt: attack.excerpt,
        }),
      )
    const tampers = tampering.exec(text)
    if (tampers !== null) found.push(finding('result_tampering', { ...place, excerpt: tampers[0] }))
    const copies = silentUpload.exec(text) ?? alwaysCopies.exec(text)
    const collects = copies === null ? (covertCollection.exec(text) ?? openHarvest.exec(text)) : null
    if (collects !== null) found.push(finding('covert_collection', { ...place, excerpt: collects[0] }))
    if (copies !== null) found.push(finding('tool_poisoning', { ...place, excerpt: copies[0] }))
    for (const { code, pattern, unless } of harms) {
      const hit = pattern.exec(text)
      if (hit === null || unless?.test(text) === true) continue
      found.push(finding(code, { ...place, excerpt: hit[0] }))
    }
  }
  return found
}
