import { lineOf, type SkillFile } from './skill-file.ts'
import type { SkillFinding } from '#shared/engines/skill/skill-verdict.ts'

type Seed = { name: string; file: string; line: number; what: string; isWeak: boolean }

/** Where credentials of the machine, or its whole environment, enter a program. */
const sources =
  /\b(?:os\.environ\b(?!\s*(?:\[|\.get\b|\.setdefault|\.pop|\.update))|process\.env\b(?!\s*[.[?])|dotenv_values|getpass\.getpass|keyring\.get_password|win32crypt\.CryptUnprotectData|security find-(?:generic|internet)-password)|(?:["'`~/\\.]|Path\.home\(\)[^\n]{0,40}|expanduser\([^\n]{0,40}|homedir\(\)[^\n]{0,40})(?:\.ssh\b|\.aws\b|\.kube\b|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.gnupg|\.config\/gcloud|\.azure\b|id_rsa|id_ed25519|wallet\.dat|keystore|Login Data|cookies\.sqlite|key4\.db|\.bash_history|credentials\.json)/
/** One variable of the environment is how a program gets the key it needs; sending it as a key is what it is for. */
const weakSources =
  /\bos\.environ\s*(?:\[|\.get\b)|\bos\.getenv\b|\bprocess\.env\s*(?:\??\.(?!(?:NODE_ENV|CI|DEBUG|HOME|PATH|PORT|TZ|LANG)\b)|\[)/
const asCredential =
  /auth|bearer|token|api[_-]?key|headers?\b|credential|password|secret|login|\bkey\b|\burl\b|base_?url|host|endpoint/i
/** Where data leaves it. */
const sinks =
  /\b(?:requests\.(?:post|put|patch|get|request)|httpx\.(?:post|put|get|request)|session\.(?:post|put)|urllib\.request\.(?:urlopen|Request)|urlopen|http\.client\.HTTPS?Connection|aiohttp\.ClientSession|socket\.(?:send|sendall|sendto|connect)|\w{1,20}\.sendall|smtplib\.SMTP|ftplib\.FTP|fetch|axios(?:\.(?:post|put|get|request))?|XMLHttpRequest|navigator\.sendBeacon|https?\.request|got\.post|superagent\.post|net\.connect|curl|wget|nc)\b\s*\(?/
const assignment =
  /^\s*(?:const|let|var|export const|self\.|this\.)?\s*([A-Za-z_$][\w$]*)\s*(?::\s*[\w[\], .|<>]{1,60})?\s*(?:\+?=|:=)(?!=)\s*(.+)$/
const binding =
  /\b(?:with\s+open\(([^\n]{1,200})\)\s+as\s+([A-Za-z_]\w*)|for\s+([A-Za-z_]\w*)(?:\s*,\s*[A-Za-z_]\w*)?\s+in\s+([^\n:]{1,200}))/
const method = /\b([A-Za-z_$][\w$]*)\.(?:append|push|update|add|extend|set|write|concat|insert)\s*\((.+)$/
const definition =
  /^\s*(?:async\s+)?(?:def|function)\s+([A-Za-z_$][\w$]*)|^\s*(?:export\s+)?(?:const|let)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:async\s*)?\([^)\n]{0,200}\)\s*=>/
const MAX_LINES = 20_000
const MAX_LINE = 4_000
const MAX_ROUNDS = 4

const wordIn = (text: string, names: ReadonlyMap<string, Seed>): Seed | undefined => {
  for (const word of text.match(/[A-Za-z_$][\w$]*/g) ?? []) {
    const seed = names.get(word)
    if (seed !== undefined) return seed
  }
  return undefined
}

/**
 * Follows secrets from where they are read to where they are sent, through assignments, returned values and names that
 * files share. Line by line and by names only: what it finds is a flow that the text shows, not all there may be.
 */
export function taintFindings(files: readonly SkillFile[]): SkillFinding[] {
  const programs = files.filter(({ kind }) => kind === 'python' || kind === 'javascript')
  const shared = new Map<string, Seed>()
  const found = new Map<string, SkillFinding>()
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = shared.size
    for (const file of programs)
      for (const finding of follow(file, shared)) found.set(`${finding.path}:${finding.line}`, finding)
    if (shared.size === before && round > 0) break
  }
  for (const file of programs) {
    if ([...found.values()].some(({ path }) => path === file.path)) continue
    const both = together(file)
    if (both !== null) found.set(`${both.path}:${both.line}`, both)
  }
  return [...found.values()]
}

/** Blanks in a row are one, so that no pattern has to try how to share them out. */
const linesOf = ({ text }: SkillFile): string[] =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).replace(/\s{2,}/g, ' '))

function follow(file: SkillFile, shared: Map<string, Seed>): SkillFinding[] {
  const own = new Map<string, Seed>(shared)
  const found: SkillFinding[] = []
  const lines = linesOf(file)
  for (let pass = 0; pass < 2; pass += 1) {
    let inside: string | null = null
    for (const [index, line] of lines.entries()) {
      if (/^\s*(?:#|\/\/|\*|""")/.test(line)) continue
      const defined = definition.exec(line)
      if (defined !== null) inside = defined[1] ?? defined[2] ?? null
      const direct = sources.exec(line) ?? weakSources.exec(line)
      const known = wordIn(withoutName(line), own)
      const isWeak = direct !== null && !sources.test(line)
      const seed =
        direct === null || (known !== undefined && !known.isWeak && isWeak)
          ? known
          : { name: '', file: file.path, line: index + 1, what: direct[0].slice(0, 60).trim(), isWeak }
      if (seed === undefined) continue
      const named =
        assignment.exec(line)?.[1] ?? binding.exec(line)?.[2] ?? binding.exec(line)?.[3] ?? method.exec(line)?.[1]
      if (named !== undefined && named !== 'self' && named !== 'this' && !sinks.test(line))
        own.set(named, { ...seed, name: named })
      if (inside !== null && /^\s*(?:return|yield)\b/.test(line)) {
        own.set(inside, { ...seed, name: inside })
        // Names that two files share are taken for the same thing.
        shared.set(inside, { ...seed, name: inside })
      }
      if (/^\s*(?:export\s|module\.exports|globalThis\.)/.test(line) && named !== undefined)
        shared.set(named, { ...seed, name: named })
      if (pass === 1 && isSink(lines, index) && !(seed.isWeak && asCredential.test(`${seed.name} ${line}`)))
        found.push(flow(file, seed, index + 1))
    }
  }
  return found
}

/** The left side of an assignment is what receives. */
const withoutName = (line: string) => assignment.exec(line)?.[2] ?? line

/** A call may go on over the next lines; the sink is then a few lines above. */
function isSink(lines: readonly string[], index: number): boolean {
  if (sinks.test(lines[index] ?? '')) return true
  for (let at = index - 1; at >= Math.max(0, index - 4); at -= 1) {
    const line = lines[at] ?? ''
    if (sinks.test(line)) return (line.match(/[({[]/g)?.length ?? 0) > (line.match(/[)}\]]/g)?.length ?? 0)
    if (/[;)]\s*$/.test(line)) return false
  }
  return false
}

const flow = (file: SkillFile, seed: Seed, line: number): SkillFinding => ({
  rule_id: seed.isWeak ? 'taint.variable-to-network' : 'taint.secret-to-network',
  category: 'data_exfiltration',
  severity: seed.isWeak ? 'low' : 'critical',
  path: file.path,
  line,
  excerpt: (file.shown.split('\n')[line - 1] ?? '').trim().slice(0, 160),
  why: `What is read at ${seed.file}:${seed.line} (${seed.what}) is sent out here.`,
  fix: seed.isWeak
    ? 'Check that this value belongs to that service.'
    : 'Remove the skill, and rotate what it could read.',
})

/** Both in one file without a flow that shows: worth a look. */
function together(file: SkillFile): SkillFinding | null {
  const source =
    /(?:\.ssh\b|\.aws\b|id_rsa|id_ed25519|\.kube\b|Login Data|cookies\.sqlite|wallet\.dat|\.git-credentials|os\.environ\.copy|JSON\.stringify\(process\.env\)|dict\(os\.environ\))/.exec(
      file.text,
    )
  const sink = sinks.exec(file.text)
  if (source === null || sink === null) return null
  return {
    rule_id: 'taint.secret-and-network',
    category: 'data_exfiltration',
    severity: 'high',
    path: file.path,
    line: lineOf(file.text, source.index),
    excerpt: source[0].slice(0, 160),
    why: `The file reads credentials and speaks to the network (line ${lineOf(file.text, sink.index)}).`,
    fix: 'Read the code between the two.',
  }
}
