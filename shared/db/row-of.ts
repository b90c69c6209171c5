/** The column of a property, as `UnderscoreNamingStrategy` names it: `contentSha256` is `content_sha256`. */
type ColumnOf<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${ColumnOf<Rest>}`
    : `${Lowercase<First>}_${ColumnOf<Rest>}`
  : ''

/** What the driver reads: times and bigints are text, and a column without a value is null. */
type ValueOf<Value> =
  | (undefined extends Value ? null : never)
  | (Exclude<Value, undefined> extends infer Kept ? (Kept extends Date | bigint ? string : Kept) : never)

/**
 * Columns of an entity as SQL statements read them, so that a statement that reads a column which was renamed fails type
 * checking. Times and bigints are text; write a column that the statement casts separately.
 */
export type RowOf<Entity, Name extends keyof Entity & string> = {
  [Property in Name as ColumnOf<Property>]: ValueOf<Entity[Property]>
}
