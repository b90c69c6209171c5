import { killing } from '../rules/process.rules.ts'
import { report } from '../scan.ts'
import { hasHole } from '../shell/hole.ts'
import { hasAnyOf } from './arguments.ts'
import type { Leaf } from './leaf.ts'

/** kill, killall, pkill: whom the signal reaches. */
export const killers: Record<string, (leaf: Leaf) => void> = {
  kill,
  killall: byName,
  pkill: byName,
  killall5: byName,
  skill: byName,
  xkill: byName,
}

function kill(leaf: Leaf) {
  if (hasAnyOf(leaf.args, '-l|-L|--list|--table|-0')) return
  const targets = targetsOf(leaf.argv.slice(1))
  if (targets.length === 0) return
  if (targets.includes('-1')) return report(leaf.scan, killing.everything, leaf.segment, leaf.text)
  if (targets.includes('1')) return report(leaf.scan, killing.init, leaf.segment, leaf.text)
  if (targets.some(hasHole)) return report(leaf.scan, killing.unknown, leaf.segment, leaf.text)
  const unasked = hasAnyOf(leaf.args, '-9|-KILL|-SIGKILL|--signal=KILL|--signal=9')
  report(leaf.scan, killing.one, leaf.segment, leaf.text, unasked ? 'medium' : undefined)
}

/** The process ids after the signal: the first -NUMBER is the signal, a later one a process group. */
function targetsOf(words: readonly string[]): string[] {
  const targets: string[] = []
  let signalSeen = false
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') signalSeen = true
    else if (/^-(?:s|n|-signal)$/.test(word)) {
      signalSeen = true
      at += 1
    } else if (!signalSeen && /^-(?:\d+|[A-Za-z]+\d*|-signal=.*)$/.test(word) && words.length > 1) signalSeen = true
    else targets.push(word)
  }
  return targets
}

function byName(leaf: Leaf) {
  if (hasAnyOf(leaf.args, '-0|-l|--list|-V')) return
  const everyone = leaf.args.command === 'killall5' || (leaf.args.options.has('-u') && leaf.args.words.includes('root'))
  report(leaf.scan, killing.byName, leaf.segment, leaf.text, everyone ? 'critical' : undefined)
}
