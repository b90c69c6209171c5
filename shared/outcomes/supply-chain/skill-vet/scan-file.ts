import { assessDestructive } from '#shared/engines/destructive/assess.ts'
import { escapedExcerpt } from '#shared/engines/injection/escaped-excerpt.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { skillRules } from './rules/skill.rules.ts'
import { lineOf, type SkillFile } from './skill-file.ts'
import type { SkillFinding } from '#shared/engines/skill/skill-verdict.ts'

const MAX_PER_RULE = 10
const MAX_COMMANDS = 400
const readable = new Set(['markdown', 'text', 'shell', 'python', 'javascript', 'config'])

/** What one file shows by itself. */
export function scanFile(file: SkillFile): SkillFinding[] {
  if (!readable.has(file.kind) || file.text === '') return []
  return [
    ...byRules(file),
    ...secretsIn(file),
    ...(file.kind === 'markdown' || file.kind === 'text' ? injectionsIn(file) : []),
    ...commandsIn(file),
  ]
}

const place = (file: SkillFile, index: number, length: number) => ({
  path: file.path,
  line: lineOf(file.text, index),
  excerpt: escapedExcerpt(file.shown, { start: index, end: index + length }),
})

function byRules(file: SkillFile): SkillFinding[] {
  return skillRules.flatMap(({ id, category, severity, pattern, in: kinds, why, fix }) => {
    if (kinds !== undefined && !kinds.includes(file.kind)) return []
    const found: SkillFinding[] = []
    for (const hit of file.text.matchAll(pattern)) {
      if (found.length >= MAX_PER_RULE) break
      if (isWarnedOf(file, hit.index)) continue
      found.push({ rule_id: id, category, severity, ...place(file, hit.index, hit[0].length), why, fix })
    }
    return found
  })
}

function secretsIn(file: SkillFile): SkillFinding[] {
  return file.secrets.slice(0, 50).map(({ rule_id, start, preview, severity }) => ({
    rule_id: `secret.${rule_id}`,
    category: 'hardcoded_secret',
    severity: severity === 'critical' ? 'high' : 'medium',
    path: file.path,
    line: lineOf(file.text, start),
    excerpt: preview,
    why: 'A credential is written into the skill.',
    fix: 'Take it out, rotate it, and read it from the environment.',
  }))
}

/** Orders to the agent are what a skill is made of; orders against its user or its limits are not. */
function injectionsIn(file: SkillFile): SkillFinding[] {
  const { findings } = scanForInjection(file.text, { source: 'tool_description' })
  return findings
    .filter(({ weight, rule_id, start }) => weight >= 0.5 && !usual.test(rule_id) && !isWarnedOf(file, start))
    .slice(0, 20)
    .map(({ rule_id, category, weight, start, end, layer }) => ({
      rule_id: `injection.${rule_id}`,
      category:
        category === 'hidden_text' ||
        layer === 'html_hidden' ||
        layer === 'unicode_folded' ||
        layer.startsWith('decoded:')
          ? 'hidden_content'
          : category === 'data_exfiltration'
            ? 'data_exfiltration'
            : 'prompt_injection',
      severity: weight >= 0.85 ? 'critical' : 'high',
      ...place(file, start, end - start),
      ...(end > start ? {} : { excerpt: rule_id }),
      why: 'The text gives the agent orders that no skill has a use for.',
      fix: 'Remove the skill, or this text.',
    }))
}

/**
 * Whether a text forbids what stands at an index: its own sentence says never to run, send or follow it. A warning in
 * another sentence, or one about something else, takes nothing from an order.
 */
function isWarnedOf({ kind, text }: SkillFile, index: number): boolean {
  if (kind !== 'markdown' && kind !== 'text') return false
  const sentence =
    text
      .slice(Math.max(0, index - 200), index)
      .split(/[.!?;]\s|\n/)
      .at(-1) ?? ''
  return forbids.test(sentence)
}
const forbids =
  /\b(?:never|do not|don't|must not|should not|shouldn't|avoid|refuse to|nobody should|not|instead of|rather than|stop) (?:ever |blindly |simply |just |try to |ask (?:the user|people) to )?(?:run|execute|pipe|paste|type|copy|call|install|send|forward|upload|follow|trust|read|include|put|running|executing|piping|pasting|typing|using|use|sending|do)\b(?![^.!?\n]{0,160}\b(?:but|except|unless|instead,? (?:run|use|execute)|and (?:then|instead)|then)\b)[^.!?\n]{0,160}$/i

/** What instructions say all the time: when to answer how, what to print, which section is the system's. */
const usual =
  /^(?:controls_reply|chat_markup\.(?:tag|hash-role|turns|heading)|framed_claim|from_now_on|jailbreak\.(?:each-prompt|no-warnings)|tool_call\.(?:important-tag|run-it|json)|encoded_text)/

/** Shell commands, in scripts and in fenced blocks: what destroys is told by the guard's own parser. */
function commandsIn(file: SkillFile): SkillFinding[] {
  const found: SkillFinding[] = []
  const shown = file.shown.split('\n')
  const commands = commandLines(file)
  const unread = commands[MAX_COMMANDS]
  if (unread !== undefined) found.push(notJudged(file, unread.line))
  for (const { command, line } of commands.slice(0, MAX_COMMANDS)) {
    const { severity, findings } = assessDestructive({ action: command.slice(0, 20_000) })
    const [worst] = findings
    if ((severity !== 'critical' && severity !== 'high') || worst === undefined || worst.rule_id.startsWith('process.'))
      continue
    found.push({
      rule_id: `destructive.${worst.rule_id}`,
      category: 'command_execution',
      // Instructions show how to delete one thing all the time; the guard asks when it is about to run.
      severity: severity === 'critical' ? 'high' : worst.blast_radius === 'item' ? 'low' : 'medium',
      path: file.path,
      line,
      excerpt: (shown[line - 1] ?? '').trim().slice(0, 160),
      why: worst.message,
      fix: worst.safer ?? 'Ask the user before this runs.',
    })
  }
  // The worst are told, so that many small ones hide none.
  const rank = ({ severity }: SkillFinding) => ['critical', 'high', 'medium', 'low'].indexOf(severity)
  return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, 20)
}

const notJudged = ({ path }: SkillFile, line: number): SkillFinding => ({
  rule_id: 'unread.commands',
  category: 'obfuscation',
  severity: 'medium',
  path,
  line,
  excerpt: '',
  why: `The file holds more than ${MAX_COMMANDS} commands that may destroy something; those from this line on were not judged.`,
  fix: 'Read them yourself, or send the script in parts.',
})

const dangerous =
  /\b(?:rm|dd|mkfs|drop|truncate|delete|destroy|shred|format|wipe|reset|clean|prune|kill|chmod|chown|force|terminate|purge)\b/i

function commandLines(file: SkillFile): { command: string; line: number }[] {
  const lines = file.text.split('\n')
  const numbered = lines.map((command, index) => ({ command, line: index + 1 }))
  if (file.kind === 'shell') return numbered.filter(({ command }) => dangerous.test(command) && !/^\s*#/.test(command))
  if (file.kind !== 'markdown') return []
  let isShell = false
  return numbered.filter(({ command }) => {
    const fence = /^\s{0,6}(?:```|~~~)\s*(\w*)/.exec(command)
    if (fence !== null) {
      isShell = !isShell && /^(?:bash|sh|shell|zsh|console|terminal|)$/i.test(fence[1] ?? '')
      return false
    }
    return isShell && dangerous.test(command) && !/^\s*#/.test(command)
  })
}
