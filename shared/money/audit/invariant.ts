/** What in the schema keeps an invariant from being broken in the first place. */
export type Guard = { kind: 'trigger' | 'constraint' | 'index'; table: string; name: string }

/** A rule of the ledger: the sentence, what enforces it, and the SELECT whose rows break it. */
export type Invariant = { id: string; what: string; guards: readonly Guard[]; broken: string }
