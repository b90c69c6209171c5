/** One failed assertion, located in the instance and in the schema. */
export type Finding = {
  instance_path: string
  schema_path: string
  keyword: string
  message: string
  params: Record<string, unknown>
  /** The requirement of the schema, in words. */
  expected: string
  /** The value in the instance if it is short, else a description. */
  actual: unknown
}

/** The result of a schema for an instance. */
export type Fared = { count: number; findings: readonly Finding[]; defaults: ReadonlyMap<string, unknown> }

type Limits = {
  /** Findings kept; the others are only counted. */
  keep: number
  /** Stop at the first failure. */
  isQuick: boolean
  /** Collect the defaults of absent members. */
  defaults?: boolean
}

const MAX_DEFAULTS = 1_000
/** Enough to tell how close a branch is. */
const BRANCH_KEEP = 20

/** Collects the findings of one evaluation, or of one branch of it. */
export class Sink {
  count = 0
  readonly findings: Finding[] = []
  readonly isQuick: boolean
  readonly #keep: number
  readonly #defaults: Map<string, unknown> | null

  constructor({ keep, isQuick, defaults = false }: Limits) {
    this.#keep = keep
    this.isQuick = isQuick
    this.#defaults = defaults ? new Map() : null
  }

  /** A sink for a branch that may be given up: it collects as this one does. */
  branch(): Sink {
    return new Sink({ keep: Math.max(this.#keep, BRANCH_KEEP), isQuick: false, defaults: this.#defaults !== null })
  }

  add(describe: () => Finding): void {
    this.count += 1
    if (this.findings.length < this.#keep) this.findings.push(describe())
  }

  /** The findings so far, to be reported again elsewhere. */
  told(): Fared {
    return { count: this.count, findings: [...this.findings], defaults: new Map(this.#defaults) }
  }

  absorb({ count, findings, defaults }: Fared): void {
    this.count += count
    for (const finding of findings) if (this.findings.length < this.#keep) this.findings.push(finding)
    if (this.#defaults !== null) for (const [path, value] of defaults) this.addDefault(path, value)
  }

  /** Whether nothing was reported yet. */
  get isFresh(): boolean {
    return this.count === 0 && (this.#defaults === null || this.#defaults.size === 0)
  }

  get keepsNothing(): boolean {
    return this.#keep === 0
  }

  get wantsDefaults(): boolean {
    return this.#defaults !== null
  }

  get defaults(): ReadonlyMap<string, unknown> {
    return this.#defaults ?? new Map()
  }

  addDefault(path: string, value: unknown): void {
    if (this.#defaults !== null && this.#defaults.size < MAX_DEFAULTS) this.#defaults.set(path, value)
  }
}

/** A sink that answers one question: does it hold? */
export const yesOrNo = () => new Sink({ keep: 0, isQuick: true })
