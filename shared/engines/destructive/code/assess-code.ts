import { pathClass } from '../path-class.ts'
import { removal, writing } from '../rules/filesystem.rules.ts'
import { execution } from '../rules/process.rules.ts'
import { codeRules } from '../rules/code.rules.ts'
import type { Level, Rule } from '../rule.ts'
import { addSegment, affords, inside, report, reportOpaque } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'
import { isSql } from '../sql/is-sql.ts'
import { callsIn } from './calls.ts'
import type { Call, Dialect } from './calls.ts'
import { effectOf } from './effect.ts'

const dialects: Record<string, Dialect> = {
  python: { hash: true, slashes: false, bare: false, backticks: 'text' },
  node: { hash: false, slashes: true, bare: false, backticks: 'text' },
  perl: { hash: true, slashes: false, bare: true, backticks: 'shell' },
  ruby: { hash: true, slashes: false, bare: true, backticks: 'shell' },
  php: { hash: true, slashes: true, bare: false, backticks: 'shell' },
  powershell: { hash: true, slashes: false, bare: false, backticks: 'text' },
  awk: { hash: true, slashes: false, bare: false, backticks: 'text' },
  lua: { hash: false, slashes: false, bare: true, backticks: 'text' },
  other: { hash: false, slashes: true, bare: false, backticks: 'text' },
}

type Where = {
  scan: Scan
  segment: number
  place: Place
  snippet: boolean
  /** The program makes a list of files. */
  lists: boolean
}

const listing =
  /\b(?:listdir|scandir|iterdir|r?i?glob|walk|readdir(?:Sync)?|globSync|opendir|Dir\.(?:children|entries|each_child|\[\]))\b/

/** Judges a piece of a program by the calls in it. `snippet` takes any method that says it deletes as one that does. */
export function assessCode(scan: Scan, code: string, place: Place & { language: string; snippet?: boolean }): void {
  const { language, via, depth } = place
  if (!affords(scan, place, 1 + code.length / 40)) return
  const dialect = (Object.hasOwn(dialects, language) ? dialects[language] : undefined) ?? dialects['other']
  if (dialect === undefined) return
  const segment = addSegment(scan, [language, code], { via, depth })
  const where = { scan, segment, place: { via, depth }, snippet: place.snippet ?? false, lists: listing.test(code) }
  const { calls, shells } = callsIn(code, dialect)
  for (const text of shells) scan.doors.shell(text, inside(where.place, language))
  for (const call of calls) judgeCall(where, call)
  if (forksForever(code)) report(scan, codeRules.forkLoop, segment, code)
}

function judgeCall(where: Where, call: Call): void {
  const effect = effectOf(call, where.snippet)
  const found = (rule: Rule, level?: Level) =>
    report(where.scan, rule, where.segment, `${call.name}(${call.written})`, level)
  const deeper = inside(where.place, call.name)
  switch (effect) {
    case 'shell':
      return runsShell(where, call)
    case 'statement':
      for (const text of call.texts) if (isSql(text)) where.scan.doors.sql(text, deeper)
      return
    case 'tree':
    case 'file':
      return removes(where, call, effect, found)
    case 'write':
      return writes(call, found)
    case 'evaluate':
      if (call.dynamic) reportOpaque(where.scan, execution.dynamicCode, `${call.name}(${call.written})`, where.segment)
      else for (const text of call.texts) where.scan.doors.code(text, { ...deeper, language: 'other' })
      return
    case 'drop-database':
      return found(codeRules.dropDatabase)
    case 'drop':
      return found(codeRules.dropData)
    case 'delete-many':
      // An empty filter matches everything.
      return found(/^\s*(?:\{\s*\}.*)?$/.test(call.written) ? codeRules.deleteMany : codeRules.deleteSome)
    case 'delete':
      return found(codeRules.deleteCall)
    case 'request':
      for (const url of call.texts.slice(0, 1)) where.scan.doors.http({ method: requestMethod(call), url }, deeper)
      if (call.texts.length === 0 && requestMethod(call) === 'DELETE') found(codeRules.deleteCall)
      return
    case 'pay':
      return found(codeRules.payCall)
    case 'kill':
      return found(codeRules.killCall)
    case 'none':
  }
}

/** A list is a command line; a text is shell code; what is put together while it runs cannot be read. */
function runsShell({ scan, place, segment }: Where, call: Call): void {
  const deeper = inside(place, call.name)
  const [first, ...rest] = call.texts
  if (call.list.length > 0) {
    // spawn('rm', ['-rf', x]) names the program outside of the list.
    const program = first === undefined || first === call.list[0] ? [] : [first]
    return scan.doors.argv([...program, ...call.list], deeper)
  }
  if (first === undefined) {
    if (call.dynamic) reportOpaque(scan, execution.dynamicCode, `${call.name}(${call.written})`, segment)
    return
  }
  // system("rm", "-rf", "/") gives the words one by one.
  if (rest.length > 0 && !/\s/.test(first)) return scan.doors.argv(call.texts, deeper)
  scan.doors.shell(first, deeper)
}

function removes(
  { lists }: Where,
  call: Call,
  effect: 'tree' | 'file',
  found: (rule: Rule, level?: Level) => void,
): void {
  const path = call.texts[0] ?? call.receiver[0]
  if (path === undefined) {
    if (effect === 'tree') return found(codeRules.removeTree)
    return found(lists ? removal.listed : codeRules.removeUnknown)
  }
  const kind = pathClass(path)
  if (kind === 'temp') return found(removal.temp)
  if (effect === 'tree') {
    if (kind === 'root') return found(removal.root)
    if (kind === 'home') return found(removal.home)
    if (kind === 'everything') return found(removal.everything)
    if (kind === 'regenerable') return found(removal.regenerable)
    return found(kind === 'system' || kind === 'system-inside' ? removal.system : codeRules.removeTree)
  }
  if (kind === 'everything' || kind === 'home' || kind === 'system') return found(removal.allFiles)
  if (kind === 'system-inside' || kind === 'disk') return found(removal.systemFile)
  if (kind === 'credential') return found(removal.credential)
  if (kind === 'dotfile') return found(removal.config)
  found(
    /[*?]/.test(path) ? codeRules.removeUnknown : codeRules.removeFile,
    path.startsWith('/etc/') ? 'high' : undefined,
  )
}

function writes(call: Call, found: (rule: Rule) => void): void {
  const [path, mode = ''] = call.texts
  const opensForWriting = /^(?:w|wb|a|ab|r\+|w\+|rb\+|>|>>|\+<)/.test(mode) || /write|append|truncate/i.test(call.name)
  if (path === undefined || !opensForWriting) return
  const kind = pathClass(path.replace(/^[<>+]+\s*/, ''))
  if (kind === 'disk') found(writing.disk)
  if (kind === 'system-inside') found(writing.systemFile)
}

function requestMethod(call: Call): string {
  if (/delete$/i.test(call.name)) return 'DELETE'
  const named = call.texts.find((text) => /^(?:DELETE|POST|PUT|PATCH|PURGE)$/i.test(text))
  return (named ?? 'GET').toUpperCase()
}

const forksForever = (code: string) =>
  /(?:while\s*\(?\s*(?:True|true|1|:)[^\n]{0,40}|for\s*\(\s*;\s*;\s*\)|\bloop\b)[\s\S]{0,60}\bfork\s*\(?|\bfork\b\s*(?:\(\))?\s*while\b|fork\s+while\s+fork/.test(
    code,
  )
