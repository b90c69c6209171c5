import { inside, report } from '../scan.ts'
import { verbRules } from '../rules/verb.rules.ts'
import type { Leaf } from './leaf.ts'
import { verbOf } from './verbs.ts'

/** Judges lines that are piped to a server's command socket: `echo "shutdown" | nc host port`, `redis-cli < file`. */
export function judgePipedLines(leaf: Leaf): void {
  const { args, stdin, scan, place, segment } = leaf
  if (stdin === undefined) return
  const lines = stdin
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 50)
  if (/^(?:redis-cli|valkey-cli|keydb-cli)$/.test(args.command)) {
    for (const line of lines) scan.doors.argv(['redis-cli', ...line.trim().split(/\s+/)], inside(place, args.command))
    return
  }
  if (args.command === 'nsupdate') {
    const deletes = lines.find((line) => /^\s*(?:update\s+)?del(?:ete)?\s/i.test(line))
    if (deletes !== undefined) report(scan, verbRules.cloudDeleteStore, segment, deletes)
    return
  }
  if (!/^(?:socat|nc|ncat|netcat|telnet)$/.test(args.command)) return
  for (const line of lines) {
    const [first = ''] = line.trim().split(/\s+/)
    const verb = verbOf(first)
    if (/^(?:flushall|flushdb|flush_all)$/i.test(first))
      scan.doors.argv(['redis-cli', first], inside(place, args.command))
    else if (verb === 'delete') report(scan, verbRules.toolDelete, segment, line)
    else if (verb === 'stop' || /\bstate\s+(?:maint|drain)\b/.test(line))
      report(scan, verbRules.toolStop, segment, line)
  }
}
