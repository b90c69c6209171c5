import { offensiveWords } from './capability-words.rules.ts'

const patterns = offensiveWords.map(({ id, severity, pattern }) => ({
  id,
  severity,
  pattern: new RegExp(pattern, 'i'),
}))
const defends =
  /\b(?:detect|prevent|scan(?:s|ning)? for|protect|defen[cs]e|mitigat|block(?:s|ing)? |check(?:s|ing)? for|report|audit|find(?:s|ing)? vulnerabilit|remediat|monitor for|alert|analy[sz]e)/i

/** Words in a tool's own text that only an attack needs; a tool that says it defends against it is none. */
export function offensiveIn(text: string): { id: string; severity: 'high' | 'critical'; excerpt: string } | null {
  const head = text.slice(0, 4_000)
  for (const { id, severity, pattern } of patterns) {
    const hit = pattern.exec(head)
    if (hit === null || defends.test(head.slice(Math.max(0, hit.index - 60), hit.index))) continue
    return { id, severity, excerpt: hit[0].slice(0, 120) }
  }
  return null
}
