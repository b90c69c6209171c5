import { partsOf } from '../command/verbs.ts'
import { toolRules } from '../rules/tool.rules.ts'
import { deleteVerbs, readVerbs } from '../rules/verb.rules.ts'
import { addSegment, report } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'

const extra = new Set([
  'uninstall',
  'cancel',
  'deactivate',
  'disable',
  'reset',
  'kill',
  'shutdown',
  'refund',
  'overwrite',
])
const wide = /(?:^|[\s"':/=_-])(?:all|every|everything|entire|whole|\*|any)(?:$|[\s"':,/_-])/i

/** Judges a tool by its name, as MCP servers and function calls have them; `subject` is what it would act on. */
export function assessToolName(scan: Scan, name: string, subject: string, place: Place): void {
  if (!isDestructiveName(name)) return
  const segment = addSegment(scan, [name.slice(0, 200)], place)
  report(
    scan,
    wide.test(subject.slice(0, 2_000)) ? toolRules.destructiveNameWide : toolRules.destructiveName,
    segment,
    name,
  )
}

/** Whether a name contains delete, drop, purge, wipe, truncate, terminate, revoke or the like as a separate verb. */
export function isDestructiveName(name: string): boolean {
  const last =
    name
      .slice(0, 300)
      .split(/__|[./:]/)
      .at(-1) ?? ''
  const parts = partsOf(last)
  const verb = parts.findIndex(
    (part) => (deleteVerbs.has(part) && part !== 'trash' && part !== 'link') || extra.has(part),
  )
  if (verb < 0) return false
  // get_delete_log only reads; the part before the verb shows that.
  return !parts
    .slice(0, verb)
    .some((part) => readVerbs.has(part) && part !== 'run' && part !== 'exec' && part !== 'apply')
}

/** Whether a text declares the tool destructive in the words of MCP annotations. */
export const hintsDestructive = (text: string): boolean =>
  /destructive_?hint["']?\s{0,4}[:=]\s{0,4}["']?true/i.test(text)
