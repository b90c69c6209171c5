/** SQL that makes ISO 8601 text in UTC of a timestamptz expression, whatever the session and the driver are set to. */
export const isoUtc = (expression: string) =>
  `to_char(${expression} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
