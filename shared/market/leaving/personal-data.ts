/**
 * How a table that has rows of accounts is exported and erased. `of` is an SQL condition that picks the rows of the users
 * in `$1` (UUIDs). `texts` names every column that can hold words (text, text[], jsonb, bytea, without a list of allowed
 * values), separated by spaces; all other columns hold ids of our own, amounts, times and states.
 */
export type TableOfAccounts = {
  of: string
  texts: string
  /**
   * What erasing does: `rows` deletes them, otherwise the SQL expression by which each column is replaced. A text
   * without one stays as it is; `stays` then says why.
   */
  erased: 'rows' | Readonly<Record<string, string>>
  stays?: string
  /** Columns that an export leaves out: hashes of secrets, and what only this service can read. */
  secret?: string
}

/** A table without rows of accounts: why, and its columns that can hold words. */
export type OtherTable = { why: string; texts: string }
