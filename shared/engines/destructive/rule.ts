/** The words of the `family` field. */
export const families = [
  'filesystem',
  'git',
  'sql',
  'kubernetes',
  'terraform',
  'cloud',
  'docker',
  'package',
  'disk',
  'process',
  'network',
  'http',
  'payment',
  'tool',
] as const
export type Family = (typeof families)[number]

/** Severities, mildest first. A rule of level `none` marks a command that looks destructive but is not. */
export const levels = ['none', 'low', 'medium', 'high', 'critical'] as const
export type Level = (typeof levels)[number]

export const reversibilities = ['yes', 'with_backup', 'no'] as const
export type Reversible = (typeof reversibilities)[number]

export const blastRadii = ['item', 'collection', 'system', 'account'] as const
export type BlastRadius = (typeof blastRadii)[number]

/** The languages of an action. */
export const dialects = ['shell', 'sql', 'http', 'json', 'text'] as const
export type Dialect = (typeof dialects)[number]

/** The result of a rule. */
export type Rule = {
  id: string
  family: Family
  /** Severity, whether it can be undone, and how far it reaches. */
  is: `${Level} ${Reversible} ${BlastRadius}`
  message: string
  /** A safer alternative, as a command or one short instruction. */
  safer?: string
  /** Nothing lifts it: no approval, allowlist or environment. */
  never?: true
  /** The code of the reason, where several rules share one; the id unless said. */
  reason?: string
}

/**
 * A rule about one command line. `run` is the command (alternatives by `|`) and its first words (`*` is any one word);
 * `flags` must all be there (alternatives by `|`, `--x=y` asks for a value, `--x*` for a beginning), none of `unless`
 * may be; `arg` must match one of the other words, `value` the value of an option.
 */
export type CommandRule = Rule & {
  run: string | readonly string[]
  flags?: string
  unless?: string
  arg?: RegExp
  value?: RegExp
}

/** The parts of `is`. */
export function gradeOf(rule: Rule): { severity: Level; reversible: Reversible; blast_radius: BlastRadius } {
  const [severity, reversible, blast_radius] = rule.is.split(' ')
  // Safe: the type of `is` allows exactly these three words.
  return { severity, reversible, blast_radius } as ReturnType<typeof gradeOf>
}

export const worse = (a: Level, b: Level): Level => (levels.indexOf(a) >= levels.indexOf(b) ? a : b)

/** The worst of the levels; `none` for none. */
export const worstLevel = (all: Iterable<Level>): Level => [...all].reduce<Level>(worse, 'none')
