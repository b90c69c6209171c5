/** What a class is made of: a range of code points, or a named set. */
export type SetPart =
  | { kind: 'range'; from: number; to: number }
  | { kind: 'class'; name: 'd' | 'D' | 'w' | 'W' | 's' | 'S' }
  | { kind: 'property'; negated: boolean; body: string }

/** A group as it opens: capturing when `group` has its number; `turns` says how often its quantifier lets it run. */
export type OpenGroup = { kind: 'open'; group: number | null; name: string | null; turns: KeyedMutex; at: number }

export type KeyedMutex = { min: number; max: number }

/** What only a backtracking engine knows: a look-around or inline flags as they open, or a back-reference. */
type BeyondRe2 = { kind: 'beyond'; text: string; at: number }

/** One token of a pattern, with its offset in the source. */
export type Token =
  | { kind: 'char'; codePoint: number; at: number }
  | { kind: 'any'; at: number }
  | { kind: 'set'; negated: boolean; parts: SetPart[]; at: number }
  | { kind: 'assertion'; what: '^' | '$' | 'b' | 'B'; at: number }
  | { kind: 'quantifier'; text: string; at: number }
  | { kind: 'alternative'; at: number }
  | { kind: 'close'; at: number }
  | OpenGroup
  | BeyondRe2

/** A pattern as read: `names[n]` is the name of group n + 1, or null. */
export type Pattern = { tokens: Token[]; names: (string | null)[] }

/** Flags that change what a pattern means; x is gone by the time a pattern is read. */
export type Flags = { ignoreCase: boolean; multiline: boolean; dotAll: boolean }
