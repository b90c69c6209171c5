import { rehearsals } from './dry-run.rules.ts'
import type { Leaf } from './leaf.ts'
import { matcher } from './match-rules.ts'

const match = matcher(rehearsals)

/**
 * The flag with which a command line only shows what it would do; undefined when it has none that this very program
 * honours (`rm --dry-run` is no such thing).
 */
export function rehearsalFlag({ args }: Leaf): string | undefined {
  const [row] = match(args)
  if (row === undefined) return undefined
  const names = (row.flags ?? '').split(/[ |]/).map((flag) => flag.split('=')[0] ?? '')
  return [...args.options.keys()].find((name) => names.includes(name)) ?? args.words[0] ?? args.command
}
